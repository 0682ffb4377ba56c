import { randomUUID } from "node:crypto";
import { Conversations } from "../../extension/core/conversations/conversations.ts";
import { TranscriptFiles } from "../../extension/node/transcripts/transcriptFiles.ts";
import type { Clock } from "../../extension/shared/base/clock.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";
import { emptySessionRegistry } from "../fakes/emptySessionRegistry.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { memoryPair } from "../fakes/memoryPair.ts";
import type { TranscriptHome } from "./transcripts.ts";

/** The conversations of a window over real transcripts, whose programs only say that they are there. */
export function openWindow(home: TranscriptHome, clock: Clock): Conversations {
  const texts = new Map<string, string>();
  return new Conversations({
    launcher: {
      launch: async () => {
        const { transport, cli } = memoryPair();
        cli.onLine = (frame) => {
          const { subtype } = frame["request"] ?? {};
          if (subtype === "initialize")
            cli.write({
              type: "control_response",
              response: { subtype: "success", request_id: frame["request_id"], response: {} },
            });
        };
        return { transport, version: "2.1.329", isResumed: true };
      },
    },
    unsavedFiles: emptyUnsavedFiles,
    attachments: memoryAttachments(),
    live: emptySessionRegistry,
    files: {
      watch: () => ({ dispose() {} }),
      isDirty: () => false,
      locate: async () => ({ isOutside: false, isReadOnly: false }),
      readDisk: async () => undefined,
      decode: decodeDisk,
    },
    folders: {
      choose: async () => home.folder,
      isOutdated: () => false,
      needsDecision: false,
      useHome: async () => {},
      resolveAgain: async (folder) => folder,
    },
    profiles: { choose: () => "" },
    maxProcesses: () => 100,
    history: new TranscriptFiles(home.environment),
    store: {
      names: () => [...texts.keys()],
      hasUnread: false,
      load: (name) => texts.get(name),
      isKept: () => false,
      save: (name, text) => void texts.set(name, text),
      remove: (name) => void texts.delete(name),
      setAside: () => {},
      flush: async () => {},
    },
    clock,
    logger: silentLogger,
    newId: randomUUID,
  });
}
