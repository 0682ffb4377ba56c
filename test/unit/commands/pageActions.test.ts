import { expect, it } from "vitest";
import type { Commands } from "../../../extension/commands/allCommands.ts";
import { createPageActions } from "../../../extension/commands/pageActions.ts";
import type { ConversationId } from "../../../extension/contract/ids.ts";

it("runs the command of an action for the conversation of the page, and explains what only works elsewhere", () => {
  const ran: unknown[] = [];
  const run = createPageActions({
    commands: new Proxy({} as Commands, {
      get:
        (_, id) =>
        (...given: unknown[]) =>
          ran.push([id, ...given]),
    }),
    actions: { explainAside: (id) => ran.push(["explained", id]) },
    terminal: { offer: async (id) => void ran.push(["offered", id]) },
  });
  const id = "c1" as ConversationId;
  run("rename", id, "A title");
  run("showServers", id);
  run("askAside", id);
  run("continueInTerminal", id);
  expect(ran).toEqual([
    ["renameConversation", id, "A title"],
    ["mcp.manage", id, undefined],
    ["explained", id],
    ["offered", id],
  ]);
});
