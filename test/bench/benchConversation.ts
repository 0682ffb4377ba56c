import { randomUUID } from "node:crypto";
import path from "node:path";
import { Conversation } from "../../extension/core/conversation/conversation.ts";
import { ProcessTransport } from "../../extension/node/claude/processTransport.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { defaultOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { ToWebview } from "../../extension/shared/contract/toWebview.ts";
import { Outbox } from "../../extension/vscode/chat/outbox.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { PanelPage } from "./page.ts";

/** A conversation with a program of this folder, shown in a page, as a panel connects them. */
export async function openConversation(program: string, env: Readonly<Record<string, string>>) {
  const conversation = new Conversation({
    launcher: {
      launch: async () => ({
        transport: new ProcessTransport({
          file: process.execPath,
          args: [path.join(process.cwd(), "test", "bench", program)],
          cwd: process.cwd(),
          env: { PATH: process.env["PATH"] ?? "", ...env },
          clock: systemClock,
          mark: randomUUID(),
        }),
        version: "2.1.329",
        isResumed: false,
      }),
    },
    unsavedFiles: emptyUnsavedFiles,
    attachments: memoryAttachments(),
    files: {
      watch: () => ({ dispose() {} }),
      isDirty: () => false,
      locate: async () => ({ isOutside: false, isReadOnly: false }),
      readDisk: async () => undefined,
      decode: decodeDisk,
    },
    clock: systemClock,
    logger: silentLogger,
    newId: randomUUID,
    id: "c1" as ConversationId,
  });
  const snapshot = (): ToWebview => ({
    type: "snapshot",
    state: conversation.state,
    page: conversation.transcript.page("", { kind: "end" }, 100),
    draft: "",
    view: { open: [] },
    options: { ...defaultOptions, starters: [] },
  });
  const panel = await PanelPage.open((message) => {
    if (message.type === "ready") outbox.resync();
  });
  const outbox = new Outbox({ clock: systemClock, post: (message) => panel.post(message), snapshot });
  conversation.changes.onDidChangeView(({ changes }) => outbox.add(changes));
  conversation.managed.setFolder("/w");
  await conversation.start();
  outbox.resync();
  await panel.page.getByRole("textbox", { name: "Message" }).waitFor();
  const close = async (): Promise<void> => {
    outbox.dispose();
    await conversation.close();
    await panel.close();
  };
  return { conversation, panel, close };
}
