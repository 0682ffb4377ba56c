import { randomUUID } from "node:crypto";
import { Conversation } from "../../../../extension/core/conversation/conversation.ts";
import type { FileHistory } from "../../../../extension/core/conversation/ports/fileHistory.ts";
import type { MakeParticipant, ParticipantContext } from "../../../../extension/core/conversation/ports/participant.ts";
import type {
  FileLocation,
  MentionReader,
  ServerProbe,
  TextStore,
  UnsavedFiles,
} from "../../../../extension/core/conversation/ports/ports.ts";
import type { PreparedServers } from "../../../../extension/core/conversation/ports/preparedServers.ts";
import { MentionGate } from "../../../../extension/core/conversation/prompts/mentionGate.ts";
import type { RememberedState } from "../../../../extension/core/conversation/remembered.ts";
import type { PathRules } from "../../../../extension/core/conversation/tools/toolPath.ts";
import type { Layer } from "../../../../extension/core/options/resolve.ts";
import type { Failure } from "../../../../extension/shared/base/failure.ts";
import { type LogLevel, silentLogger } from "../../../../extension/shared/base/logger.ts";
import { UnreadableText } from "../../../../extension/shared/base/unreadableText.ts";
import type { LeftOutOption } from "../../../../extension/shared/contract/configuration.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import type { StateDelta } from "../../../../extension/shared/contract/stateDeltas.ts";
import { emptyUnsavedFiles } from "../../../fakes/emptyUnsavedFiles.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { memoryAttachments } from "../../../fakes/memoryAttachments.ts";
import { type FakeCli, memoryPair } from "../../../fakes/memoryPair.ts";

/** A conversation whose CLI answers control requests; files are a map. */
export async function begin(
  options: {
    files?: Record<string, string>;
    outside?: readonly string[];
    places?: Record<string, Partial<FileLocation>>;
    dirty?: Set<string>;
    version?: string;
    isResumed?: boolean;
    /** Without it `initialize` has no answer but the one that the test writes. */
    isAnswered?: boolean;
    remembered?: RememberedState;
    unsavedFiles?: UnsavedFiles;
    mentions?: MentionReader;
    participants?: readonly MakeParticipant[];
    clock?: FakeClock;
    paths?: PathRules;
    texts?: TextStore;
    fileHistory?: FileHistory;
    configFolder?: string;
    /** MCP servers that the start passes. */
    servers?: PreparedServers;
    probe?: ServerProbe;
    allowsIsolatedEdits?: () => boolean;
    /** A policy forbids the servers of the start. */
    refusesServers?: boolean | undefined;
    readmit?: () => Promise<unknown>;
    /** The reason why no process starts. */
    failure?: Failure | undefined;
    /** The settings with which the process starts, and what it does without. */
    layers?: readonly Layer[];
    leftOut?: readonly LeftOutOption[];
    /** Levels of messages that the log keeps; without it all. */
    keeps?: (level: LogLevel) => boolean;
  } = {},
) {
  const files = new Map(Object.entries(options.files ?? {}));
  const starts: object[] = [];
  const clis: FakeCli[] = [];
  const changes: StateDelta[] = [];
  const errors: string[] = [];
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const initialize = { models: [{ value: "opus", displayName: "Opus" }], current_permission_mode: "default" };
  const answers: Record<string, object> =
    options.isAnswered === false ? {} : { initialize, mcp_status: { mcpServers: [] }, get_settings: {} };
  /** Listeners to changes of watched files, by path. */
  const watched = new Map<string, () => void>();
  const attachments = memoryAttachments();
  const clock = options.clock ?? new FakeClock();
  const { mentions } = options;
  const conversation = new Conversation({
    launcher: {
      launch: async (start) => {
        starts.push(start);
        const { servers, probe, version = "2.1.329" } = options;
        if (options.failure) throw options.failure;
        const { transport, cli } = memoryPair();
        clis.push(cli);
        cli.onLine = (frame) => {
          const subtype = frame["request"]?.subtype;
          if (frame["type"] === "control_request" && answers[subtype]) {
            cli.write({
              type: "control_response",
              response: { subtype: "success", request_id: frame["request_id"], response: answers[subtype] },
            });
          }
        };
        return {
          transport,
          version,
          isResumed: options.isResumed ?? true,
          configFolder: options.configFolder,
          servers,
          refusesServers: options.refusesServers,
          probe,
          layers: options.layers,
          leftOut: options.leftOut,
          readmit: options.readmit ?? (async () => {}),
        };
      },
    },
    unsavedFiles: options.unsavedFiles ?? emptyUnsavedFiles,
    participants: [
      ...(mentions ? [(context: ParticipantContext) => new MentionGate(mentions, context)] : []),
      ...(options.participants ?? []),
    ],
    attachments,
    files: {
      isDirty: (path) => options.dirty?.has(path) ?? false,
      watch: (path, changed) => {
        watched.set(path, changed);
        return { dispose: () => watched.delete(path) };
      },
      locate: async (path) => ({
        isOutside: options.outside?.includes(path) ?? false,
        isReadOnly: false,
        ...options.places?.[path],
      }),
      readDisk: async (path) => diskText(files.get(path)),
      decode: (bytes) =>
        diskText(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)) ?? { text: "", isUtf16: false },
    },
    texts: options.texts,
    allowsIsolatedEdits: options.allowsIsolatedEdits,
    ...(options.fileHistory ? { fileHistory: () => options.fileHistory as FileHistory } : {}),
    paths: options.paths,
    clock,
    logger: {
      ...silentLogger,
      keeps: options.keeps,
      debug: log,
      info: log,
      error: (message) => errors.push(message),
    },
    newId: randomUUID,
    id: "c1" as ConversationId,
    remembered: options.remembered,
  });
  conversation.changes.onDidChangeView(({ changes: batch }) => changes.push(...batch));
  conversation.managed.setFolder("/w");
  conversation.saved.restore();
  const starting = conversation.start();
  if (options.isAnswered !== false) await starting;
  const items = () => conversation.transcript.page("", { kind: "end" }, 100).items;
  return {
    starting,
    clock,
    watched,
    attachments,
    conversation,
    cli: () => clis.at(-1)!,
    allClis: () => clis,
    starts,
    changes,
    errors,
    logged,
    files,
    items,
    answers,
  };
}

export const result = (extra: object = {}) => ({
  type: "result",
  subtype: "success",
  session_id: "s1",
  uuid: randomUUID(),
  ...extra,
});
export const assistant = (content: object[]) => ({
  type: "assistant",
  message: { id: "m1", content },
  uuid: randomUUID(),
});
export const write = { file_path: "/w/a.txt", content: "new\n" };
export const toolUse = { type: "tool_use", id: "toolu_1", name: "Write", input: write };
export const askWrite = {
  type: "control_request",
  request_id: "r1",
  request: {
    subtype: "can_use_tool",
    tool_name: "Write",
    input: write,
    tool_use_id: "toolu_1",
    permission_suggestions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
  },
};
export const getAnswer = (cli: FakeCli, id = "r1") =>
  cli.received.find((frame) => frame["response"]?.request_id === id)?.["response"];

/** Two byte-order marks stand for a file in UTF-16, a turned one for the other order. */
function diskText(text: string | undefined) {
  if (text?.includes("\0")) throw new UnreadableText(text.startsWith("\ufffe") ? "bigEndian" : "binary");
  return text === undefined ? undefined : { text, isUtf16: text.startsWith("\ufeff\ufeff") };
}
