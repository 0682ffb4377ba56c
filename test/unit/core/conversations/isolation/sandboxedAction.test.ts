import { expect, it } from "vitest";
import { SandboxedAction } from "../../../../../extension/core/conversations/isolation/sandboxedAction.ts";
import { sandboxedChoices } from "../../../../../extension/core/options/sandboxedChoices.ts";
import type { SettingProblem } from "../../../../../extension/shared/contract/settingProblem.ts";
import { setup } from "../actionsSetup.ts";

async function start({
  problem,
  isConfirmed = true,
  hasFolder = true,
}: {
  problem?: SettingProblem;
  isConfirmed?: boolean;
  hasFolder?: boolean;
} = {}) {
  const parts = await setup({ answers: { set_permission_mode: { mode: "default" } } });
  const asked: (string | SettingProblem)[] = [];
  const action = new SandboxedAction({
    ...parts,
    dialogs: {
      confirmSandboxed: async () => {
        asked.push("confirm");
        return isConfirmed;
      },
      showNoSandbox: (shown) => asked.push(shown),
    },
    folders: { choose: async () => (hasFolder ? "/w" : undefined) },
    findProblem: () => problem,
  });
  await action.start();
  return { ...parts, asked };
}

it("starts a conversation that never asks in a sandbox without network tools", async () => {
  const { starts, conversations, asked } = await start();
  expect(asked).toEqual(["confirm"]);
  expect(starts.at(-1)).toMatchObject({
    folder: "/w",
    choices: sandboxedChoices,
    grants: { denied: ["WebFetch", "WebSearch"] },
  });
  expect(conversations.all.length).toBe(1);
});

it("lets the sandboxed conversation return to the mode that never asks, until it is reset", async () => {
  const { conversations, controls, person, starts } = await start();
  const { id, conversation } = conversations.shown!;
  await controls.setMode("plan", id);
  await controls.setMode("bypassPermissions", id);
  expect(person.said).toEqual([]);
  await controls.reset(id);
  expect(conversation.state.needsRestart).toEqual(["allowDangerouslySkipPermissions", "sandbox"]);
  await controls.setMode("bypassPermissions", id);
  expect(person.said).toEqual(["bypassNotAllowed"]);
  await conversations.get(id)?.restart();
  expect(starts.at(-1)?.choices).toEqual({});
});

it.each([
  [
    "where the tools of the sandbox are missing, with their names",
    { problem: { code: "sandboxToolsMissing", tools: ["bwrap"] } as const },
  ],
  ["where the user does not confirm", { isConfirmed: false }],
  ["where the user selects no folder", { hasFolder: false }],
])("starts nothing %s", async (_, given) => {
  const { starts, asked } = await start(given);
  expect(starts.length).toBe(1);
  expect(asked).toEqual("problem" in given ? [given.problem] : "hasFolder" in given ? [] : ["confirm"]);
});
