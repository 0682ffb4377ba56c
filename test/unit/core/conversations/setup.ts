import { randomUUID } from "node:crypto";
import type { MakeFileHistory } from "../../../../extension/core/conversation/ports/fileHistory.ts";
import type {
  CutPlace,
  Files,
  Launcher,
  ProcessStart,
  ServerProbe,
  SessionRegistry,
  TranscriptReader,
  TranscriptSource,
} from "../../../../extension/core/conversation/ports/ports.ts";
import { Conversations } from "../../../../extension/core/conversations/conversations.ts";
import { PinnedSessions } from "../../../../extension/core/conversations/list/pinnedSessions.ts";
import type { SessionCatalog } from "../../../../extension/core/conversations/list/sessionCatalog.ts";
import type { SharedValue, StateStore } from "../../../../extension/core/conversations/ports.ts";
import type { Frame } from "../../../../extension/core/protocol/frames/decode.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { emptyDisk } from "../../../fakes/emptyDisk.ts";
import { emptySessionRegistry } from "../../../fakes/emptySessionRegistry.ts";
import { emptyUnsavedFiles } from "../../../fakes/emptyUnsavedFiles.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { memoryAttachments } from "../../../fakes/memoryAttachments.ts";
import { type FakeCli, memoryPair } from "../../../fakes/memoryPair.ts";

/** Saved texts in memory, which outlive what uses them. */
export class MemoryStore implements StateStore {
  readonly texts = new Map<string, string>();
  readonly aside: string[] = [];
  /** Names of texts that cannot be read. */
  readonly kept = new Set<string>();

  names(): string[] {
    return [...this.texts.keys()];
  }
  get hasUnread(): boolean {
    return this.kept.size + this.aside.length > 0;
  }
  load(name: string): string | undefined {
    return this.texts.get(name);
  }
  isKept(name: string): boolean {
    return this.kept.has(name);
  }
  save(name: string, text: string): void {
    this.texts.set(name, text);
  }
  remove(name: string): void {
    this.texts.delete(name);
  }
  setAside(name: string): void {
    this.aside.push(name);
    this.texts.delete(name);
  }
  /** Called before each flush. */
  onFlush: () => Promise<void> | void = () => {};
  async flush(): Promise<void> {
    await this.onFlush();
  }
}

export interface Surroundings {
  store?: MemoryStore;
  chooseFolder?: () => Promise<string | undefined>;
  isOutdated?: (folder: string) => boolean;
  needsDecision?: boolean;
  chooseProfile?: (folder: string) => string;
  resolveAgain?: (folder: string) => Promise<string>;
  load?: (sessionId: string) => Promise<readonly Frame[] | undefined>;
  loadAgent?: TranscriptReader["openAgent"];
  launch?: (folder: string, signal: AbortSignal) => void | Promise<void>;
  /** Resolves when a CLI that was asked to end exits; at once by default. */
  exit?: () => Promise<void>;
  maxProcesses?: () => number;
  live?: SessionRegistry;
  follow?: TranscriptReader["follow"];
  files?: Files;
  fileHistory?: MakeFileHistory;
  history?: TranscriptSource;
  /** Places before prompts to which a conversation can be cut; the beginning for all others. */
  cuts?: Readonly<Record<string, CutPlace>>;
  /** Called with each CLI before it reads its first line. */
  onCli?: (cli: FakeCli, start: ProcessStart) => void;
  /** Answers of the CLI to control requests, by subtype. */
  answers?: Record<string, object>;
  probe?: ServerProbe;
  /** Version of the CLI; the newest inspected one by default. */
  version?: string;
}

/** A window: conversations whose CLIs are at hand, with everything they were started with. */
export function openWindow({
  store = new MemoryStore(),
  chooseFolder = async () => "/w",
  isOutdated = () => false,
  needsDecision = false,
  chooseProfile = () => "",
  resolveAgain = async (folder) => folder,
  load = async () => undefined,
  loadAgent = async () => undefined,
  launch,
  exit,
  probe,
  live = emptySessionRegistry,
  follow = () => ({ dispose() {} }),
  maxProcesses = () => 8,
  files = emptyDisk,
  fileHistory,
  history,
  cuts = {},
  onCli,
  answers: more = {},
  version = "2.1.329",
}: Surroundings = {}) {
  const starts: ProcessStart[] = [];
  const clis: FakeCli[] = [];
  const clock = new FakeClock();
  const launcher: Launcher = {
    launch: async (start, signal) => {
      await launch?.(start.folder, signal);
      starts.push(start);
      const { transport, cli } = memoryPair();
      clis.push(cli);
      cli.onLine = (frame) => {
        const answers: Record<string, object> = {
          mcp_status: { mcpServers: [] },
          initialize: { current_permission_mode: "default" },
          get_settings: {},
          set_permission_mode: { mode: frame["request"]?.mode },
          ...more,
        };
        const response = frame["type"] === "control_request" ? answers[frame["request"].subtype] : undefined;
        if (response)
          cli.write({
            type: "control_response",
            response: { subtype: "success", request_id: frame["request_id"], response },
          });
      };
      onCli?.(cli, start);
      const servers = { servers: start.servers ?? {}, extra: start.servers, rules: { allow: [], ask: [], deny: [] } };
      const close = async (): Promise<void> => {
        await exit?.();
        await transport.close();
      };
      return { transport: { ...transport, close }, version, isResumed: true, servers, probe };
    },
  };
  const conversations = new Conversations({
    launcher,
    unsavedFiles: emptyUnsavedFiles,
    attachments: memoryAttachments(),
    files,
    fileHistory,
    folders: { choose: chooseFolder, isOutdated, resolveAgain, needsDecision, useHome: async () => {} },
    profiles: { choose: chooseProfile },
    maxProcesses,
    history: history ?? {
      open: async ({ sessionId }, before, through) => {
        const all = await load(sessionId);
        const find = (uuid: string): number => all?.findIndex((frame) => "uuid" in frame && frame.uuid === uuid) ?? -1;
        const end = before !== undefined ? find(before) : through === undefined ? -1 : find(through) + 1;
        const frames = end === -1 ? all : all?.slice(0, end);
        const read = async () => ({ frames: frames ?? [], hasOlder: false, damaged: 0 });
        const copy = () => ({ read, copy });
        return frames && { read, openAgent: loadAgent, follow, copy };
      },
      lastEntry: async ({ sessionId }) =>
        (await load(sessionId))?.flatMap((frame) => ("uuid" in frame ? [String(frame.uuid)] : [])).at(-1),
      findCut: async (_session, prompt) => cuts[prompt] ?? { kind: "beginning" },
    },
    live,
    store,
    clock,
    logger: silentLogger,
    newId: randomUUID,
  });
  conversations.places.setPanelVisible(true);
  const saved = (id: ConversationId) => JSON.parse(store.texts.get(id) ?? "null");
  return { conversations, launcher, store, starts, clis, clock, saved };
}

/** Saved conversations that nothing changes behind our back. */
export const savedList = (list: SessionCatalog["list"]): SessionCatalog => ({
  list,
  countMessages: async ({ messages }) => messages,
  watch: () => ({ dispose() {} }),
});

/** A value of one window in memory. */
class MemoryValue implements SharedValue {
  #value: unknown;

  read(): unknown {
    return this.#value;
  }
  async change(update: (now: unknown) => unknown): Promise<void> {
    this.#value = update(this.#value) ?? this.#value;
  }
}

/** Pins in memory. */
export const memoryPins = (): PinnedSessions => new PinnedSessions(new MemoryValue());

/** Prompts that a CLI was sent. */
export const getPrompts = (cli: FakeCli | undefined): string[] =>
  (cli?.received ?? []).filter((frame) => frame["type"] === "user").map((frame) => frame["message"].content[0].text);

export const ask = (id: string, tool = "Bash", input: object = { command: "ls" }) => ({
  type: "control_request",
  request_id: id,
  request: { subtype: "can_use_tool", tool_name: tool, input, tool_use_id: `tool_${id}` },
});

/** The first frame of a session. */
export const init = { type: "system", subtype: "init", session_id: "s1" };

/** The frame that ends a turn. */
export const end = {
  type: "result",
  uuid: "e",
  subtype: "success",
  is_error: false,
  result: "",
  duration_ms: 1,
  num_turns: 1,
  total_cost_usd: 0,
};

/** A prompt as a transcript holds it. */
export const prompt = (uuid: string, text: string): Frame => ({
  type: "user",
  uuid,
  message: { role: "user", content: text },
});

/** Opens the conversation that the window shows. */
export async function open(surroundings: Surroundings = {}) {
  const window = openWindow(surroundings);
  const shown = window.conversations.restore();
  await shown.open();
  return { ...window, shown };
}
