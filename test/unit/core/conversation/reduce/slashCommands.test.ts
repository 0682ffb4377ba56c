import { expect, it } from "vitest";
import { readSlashCommands, withNamed } from "../../../../../extension/core/conversation/reduce/slashCommands.ts";
import { findTerminalCommand } from "../../../../../extension/shared/contract/composer/suggestions.ts";
import { mainThread } from "../../../../../extension/shared/contract/ids.ts";
import { settled } from "../../protocol/setup.ts";
import { begin } from "../conversationSetup.ts";
import { assistant, reading } from "../reading.ts";

it("adds no command twice if its name contains invisible characters", () => {
  const known = readSlashCommands([{ name: "dep\u200bloy" }]);
  const named = withNamed(known, ["dep\u200bloy"], ["dep\u200bloy"]);
  expect(named).toMatchObject([{ name: "deploy", isTerminalOnly: true }]);
  expect(withNamed(named, ["dep\u200bloy"], ["dep\u200bloy"])).toBe(named);
});

it.each([
  [{ name: "ship", description: "Ships it (project)" }, "Ships it", { kind: "project" }],
  [{ name: "ship", description: "Ships it (project, gitignored)" }, "Ships it", { kind: "project" }],
  [{ name: "mine", description: "My own (v2) (user)" }, "My own (v2)", { kind: "user" }],
  [
    { name: "deploy-tools:check", description: "(deploy-tools) Checks" },
    "Checks",
    { kind: "plugin", name: "deploy-tools" },
  ],
  [
    { name: "check", description: "Checks (plugin:deploy-tools@inline)" },
    "Checks",
    { kind: "plugin", name: "deploy-tools" },
  ],
  [{ name: "made", description: "Made by it", plugin: "maker" }, "Made by it", { kind: "plugin", name: "maker" }],
  [{ name: "agents", description: "(removed) Ask for it", builtin: true }, "(removed) Ask for it", undefined],
  [{ name: "init", description: "Begins (a file)" }, "Begins (a file)", undefined],
])("reads the origin of the command %j", (command, description, source) => {
  const [read] = readSlashCommands([command]);
  expect([read?.description, read?.source]).toEqual([description, source]);
});

it("keeps skills, plugins and terminal commands of a turn when the list is repeated", () => {
  const listed = [{ name: "lint" }, { name: "tools:check" }, { name: "doctor" }];
  const named = withNamed(readSlashCommands(listed), [], ["doctor"], {
    skills: ["lint", "tools:check"],
    plugins: ["tools"],
  });
  expect(named).toMatchObject([
    { isSkill: true },
    { isSkill: true, source: { kind: "plugin", name: "tools" } },
    { isTerminalOnly: true },
  ]);
  expect(withNamed(named, [], ["doctor"])).toBe(named);
  expect(readSlashCommands(listed, named)).toMatchObject(named.map((command) => JSON.parse(JSON.stringify(command))));
});

it("knows after a restart which commands only work in a terminal", async () => {
  const { conversation, cli, answers } = await begin();
  answers["initialize"] = { commands: [{ name: "doctor" }] };
  cli().write({
    type: "system",
    subtype: "init",
    session_id: "s1",
    slash_commands: ["doctor"],
    terminal_slash_commands: ["doctor"],
  });
  cli().write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  const starting = conversation.start();
  await expect.poll(() => cli().isInputEnded).toBe(true);
  cli().end();
  await starting;
  expect(conversation.state.commands).toMatchObject([{ name: "doctor", isTerminalOnly: true }]);
});

it.each([
  [
    "an unknown command, which only the result answers (2.1.50)",
    "/nothing",
    "Unknown skill: nothing",
    { kind: "text", text: "Unknown skill: nothing", isFromCli: true },
  ],
  [
    "an unknown command, which nothing answers (2.0.77)",
    "/nothing",
    "",
    { kind: "notice", level: "info", notice: { code: "unanswered" } },
  ],
  ["any other prompt", "nothing", "", { kind: "prompt" }],
])("shows the reply to %s", (_case, text, result, shown) => {
  const { store, read, items } = reading();
  store.apply({ deltas: [{ kind: "put", thread: mainThread, item: { kind: "prompt", id: "p", text } }] });
  read({ type: "result", subtype: "success", is_error: false, result });
  expect(items().slice(-2)).toMatchObject([shown, { kind: "turn", outcome: "done" }]);
});

it("shows no notice about a command that was answered", () => {
  const { store, read, items } = reading();
  store.apply({ deltas: [{ kind: "put", thread: mainThread, item: { kind: "prompt", id: "p", text: "/cost" } }] });
  read(assistant([{ type: "text", text: "$0" }]), {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "$0",
  });
  expect(items().map(({ kind }) => kind)).toEqual(["prompt", "text", "turn"]);
});

it("recognizes a command that only works in a terminal, with arguments too", () => {
  const commands = [
    { name: "doctor", description: "", argumentHint: "", isTerminalOnly: true },
    { name: "compact", description: "", argumentHint: "" },
  ];
  const found = [" /doctor fix it\n", "/doctor", "/doctors", "/compact", "see /doctor", "/doctor\nmore"].map((text) =>
    findTerminalCommand(text, commands),
  );
  expect(found).toEqual(["/doctor fix it", "/doctor", undefined, undefined, undefined, "/doctor\nmore"]);
});
