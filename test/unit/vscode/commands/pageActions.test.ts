import { expect, it } from "vitest";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import type { Commands } from "../../../../extension/vscode/commands/allCommands.ts";
import { createPageActions } from "../../../../extension/vscode/commands/pageActions.ts";

it("runs a command for the page's conversation, and explains what only works elsewhere", async () => {
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
    panels: { focus: async (id) => void ran.push(["focused", id]) },
  });
  const id = "c1" as ConversationId;
  await run("rename", id, "A title");
  await run("showServers", id);
  await run("askAside", id);
  await run("continueInTerminal", id);
  await run("selectModel", id);
  expect(ran).toEqual([
    ["renameConversation", id, "A title"],
    ["mcp.manage", id, undefined],
    ["explained", id],
    ["offered", id],
    ["selectModel", id, undefined],
    ["focused", id],
  ]);
});
