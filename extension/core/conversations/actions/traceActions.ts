import type { Clock } from "../../../shared/base/clock.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import { Replay, readTrace } from "../../conversation/trace/replay.ts";
import type { TraceRecorder } from "../../conversation/trace/traceRecorder.ts";
import type { Conversations } from "../conversations.ts";
import type { Notifier, Panels, TraceStore } from "../ports.ts";

/** Questions and reports about traces. */
export interface TraceQuestions extends Notifier {
  /** Explains what a trace contains. Resolves to true to record one. */
  confirmRecording(): Promise<boolean>;
  /** Reports the place of a trace. Resolves to true to replay it. */
  reportTrace(path: string): Promise<boolean>;
  reportTraceFailed(reason: string): void;
  /** Lets the user pick a file; undefined for none. */
  pickTrace(): Promise<string | undefined>;
  pickSpeed(): Promise<"recorded" | "atOnce" | undefined>;
  /** Reports that a file is not a trace, or how many of its lines could not be read. */
  reportTraceUnreadable(path: string, lines: number | undefined): void;
}

export interface TraceActionsOptions {
  readonly conversations: Conversations;
  readonly recorder: Pick<TraceRecorder, "start" | "stop" | "isRecording">;
  readonly files: TraceStore;
  readonly dialogs: TraceQuestions;
  readonly panels: Pick<Panels, "openTab">;
  readonly clock: Clock;
}

/** Records what a conversation exchanges with `claude`, and shows recorded traces as read-only conversations. */
export class TraceActions {
  readonly #options: TraceActionsOptions;
  readonly #replays = new Map<ConversationId, Replay>();
  /** Conversations that are recorded, or about which the user is asked. */
  readonly #recorded = new Set<ConversationId>();

  constructor(options: TraceActionsOptions) {
    this.#options = options;
    const { conversations } = options;
    conversations.onDidChangeList(() => {
      for (const [id, replay] of this.#replays) {
        if (conversations.get(id)) continue;
        replay.dispose();
        this.#replays.delete(id);
      }
      for (const id of this.#recorded)
        if (!conversations.get(id)) conversations.inBackground(this.#stop(id), "ending a trace");
    });
  }

  /** Begins to record a conversation (the current one without an id), or ends its recording. */
  async record(id?: ConversationId): Promise<void> {
    const { conversations, recorder, files, dialogs, clock } = this.#options;
    const open = id === undefined ? conversations.current : conversations.get(id);
    if (!open || open.isReplay) return dialogs.say("noConversation");
    if (recorder.isRecording(open.id)) return this.#stop(open.id);
    // A second call while the first one asks or opens the file.
    if (this.#recorded.has(open.id)) return;
    this.#recorded.add(open.id);
    try {
      if (!(await dialogs.confirmRecording()) || open.isClosed) return;
      const name = `trace-${new Date(clock.now()).toISOString().replace(/[:.]/g, "-")}.jsonl`;
      await recorder.start(open.id, await files.create(name), (reason) => {
        this.#recorded.delete(open.id);
        open.conversation.managed.setRecording(false);
        dialogs.reportTraceFailed(reason);
      });
      open.conversation.managed.setRecording(true);
    } catch (error) {
      dialogs.reportTraceFailed(getErrorMessage(error));
    } finally {
      if (!recorder.isRecording(open.id)) this.#recorded.delete(open.id);
    }
  }

  /** Opens a trace as a conversation in a tab. Without a path the user picks a file. */
  async replay(path?: string): Promise<void> {
    const { conversations, files, dialogs, panels, clock } = this.#options;
    const file = path ?? (await dialogs.pickTrace());
    if (file === undefined) return;
    const trace = await files.read(file).then(readTrace, () => undefined);
    if (!trace) return dialogs.reportTraceUnreadable(file, undefined);
    const speed = await dialogs.pickSpeed();
    if (speed === undefined) return;
    const name = file.split(/[\\/]/).at(-1) ?? file;
    const open = conversations.createReplay(name);
    const replay = new Replay({ conversation: open.conversation, trace, name, clock });
    this.#replays.set(open.id, replay);
    await panels.openTab(open.id);
    if (trace.damaged > 0) dialogs.reportTraceUnreadable(file, trace.damaged);
    if (speed === "atOnce") replay.showAll();
    else replay.start();
  }

  /** Shows the rest of a replay (the current one without an id) without pauses. */
  showAll(id = this.#options.conversations.current?.id): void {
    if (id !== undefined) this.#replays.get(id)?.showAll();
  }

  async #stop(id: ConversationId): Promise<void> {
    const { conversations, recorder, dialogs } = this.#options;
    this.#recorded.delete(id);
    const path = await recorder.stop(id);
    conversations.get(id)?.conversation.managed.setRecording(false);
    if (path === undefined) return;
    // Nothing awaits the notification, which can stay open for hours.
    const offer = async (): Promise<void> => ((await dialogs.reportTrace(path)) ? this.replay(path) : undefined);
    conversations.inBackground(offer(), "offering a replay");
  }
}
