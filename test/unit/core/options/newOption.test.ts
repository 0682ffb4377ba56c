import { afterEach, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { StatusReader } from "../../../../extension/core/conversations/status/statusReader.ts";
import { flag } from "../../../../extension/core/options/arguments.ts";
import { type Option, option } from "../../../../extension/core/options/option.ts";
import { optionRows } from "../../../../extension/core/options/options.ts";
import { planLaunch } from "../../../../extension/core/options/planLaunch.ts";
import { getValues, resolve } from "../../../../extension/core/options/resolve.ts";
import { choicesSchema } from "../../../../extension/core/options/savedChoices.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { getStatusContent } from "../../../../extension/shared/pages/status/statusPage.ts";
import { getOptionPicker } from "../../../../extension/shared/text/settings/choices.ts";
import { setup } from "../conversations/actionsSetup.ts";

/** The row that an engineer would add to the table; the manifest and the texts are the only other files. */
const tempo = option({
  schema: z.enum(["", "slow", "fast"]),
  default: "",
  scope: "resource",
  isPerConversation: true,
  launch: flag("tempo"),
  live: (value) => [{ request: "apply_flag_settings", body: { settings: { tempo: value === "" ? null : value } } }],
});
const table = optionRows as Map<string, Option>;
beforeEach(() => void table.set("tempo", tempo as Option));
afterEach(() => void table.delete("tempo"));

const bySettings = (value: string) =>
  [{ source: { kind: "setting", scope: "user" }, values: { tempo: value } }] as const;

it("gives a new row its schema, its source and its argument", () => {
  const effective = resolve(bySettings("slow"));
  expect(effective.find(({ name }) => name === "tempo")).toMatchObject({
    value: "slow",
    source: { kind: "setting", scope: "user" },
  });
  expect(planLaunch(getValues(effective), () => "yes").args).toContain("--tempo=slow");
  // The flag has a setting now, so that extra arguments cannot pass it a second time.
  expect(planLaunch(new Map([["extraArgs", { tempo: "fast" }]]), () => "yes").leftOut).toEqual([
    { name: "extraArgs", code: "hasSetting", value: "tempo", setting: "tempo" },
  ]);
  expect(tempo.schema.safeParse("slowly").success).toBe(false);
  expect(choicesSchema.parse({ tempo: "fast", temqo: "fast" })).toEqual({ tempo: "fast" });
});

it("applies a new row to a running conversation, and shows it on the status page", async () => {
  const { shown, cli, controls, person, conversations } = await setup({
    answers: { apply_flag_settings: {}, set_permission_mode: {} },
  });
  const sent = () =>
    cli.received.flatMap(({ request }) => (request?.subtype === "apply_flag_settings" ? [request.settings] : []));
  await shown.conversation.settings.update(bySettings("slow"));
  expect(sent()).toEqual([{ tempo: "slow" }]);

  const reader = new StatusReader({
    conversations,
    settings: {
      read: () => resolve(bySettings("slow")),
      findIgnored: async () => [],
      onDidChange: () => ({ dispose: () => {} }),
    },
    listExtensionTools: () => [],
    measureCheckpoints: async () => ({ bytes: 0, place: "" }),
    getSettingsFile: () => undefined,
    listInstructions: async () => [],
    logger: silentLogger,
  });
  const row = () =>
    getStatusContent(reader.facts)
      .sections.flatMap(({ rows }) => rows)
      .find(({ name }) => name === "tempo");
  expect(row()).toMatchObject({
    value: "slow",
    origin: "User settings",
    mark: { text: "requested" },
    button: { action: "selectOption", target: "tempo" },
  });

  person.pickOption = async (name, state, words) => {
    const { title, choices } = getOptionPicker(name, words);
    expect([title(), choices(state, false).map(({ value, isCurrent }) => `${value}${isCurrent ? "!" : ""}`)]).toEqual([
      "For this conversation: tandem.tempo",
      ["default", "slow!", "fast"],
    ]);
    return "fast";
  };
  await controls.select("tempo");
  expect(sent()).toEqual([{ tempo: "slow" }, { tempo: "fast" }]);
  expect(shown.conversation.remembered.choices).toEqual({ tempo: "fast" });
  expect(row()).toMatchObject({
    value: "fast",
    origin: "Selected in this conversation",
    losers: [{ value: "slow", origin: "User settings" }],
  });
  await controls.reset();
  expect([sent().at(-1), row()?.value]).toEqual([{ tempo: "slow" }, "slow"]);
  reader.dispose();
});
