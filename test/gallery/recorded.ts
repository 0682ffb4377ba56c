import { reduceFrame } from "../../extension/core/conversation/reduce/reduceFrame.ts";
import { createToolDelta } from "../../extension/core/conversation/reduce/toolItems.ts";
import { createRequestView } from "../../extension/core/conversation/requests/requestKinds.ts";
import { withProposal } from "../../extension/core/conversation/requests/requestView.ts";
import { describeCall, getEdit } from "../../extension/core/conversation/tools/describeCall.ts";
import { getWriteRules } from "../../extension/core/conversation/tools/versionRules.ts";
import { ConversationStore } from "../../extension/core/conversation/view/conversationStore.ts";
import { type ControlRequest, decodeLine } from "../../extension/core/protocol/frames/decode.ts";
import { type CanUseToolRequest, canUseToolRequest } from "../../extension/core/protocol/requests/permission.ts";
import { makeProposal } from "../../extension/core/review/proposal.ts";
import { createReviewedProposal } from "../../extension/core/review/reviewedProposal.ts";
import { createEmptyState } from "../../extension/shared/contract/conversationState.ts";
import { mainThread } from "../../extension/shared/contract/ids.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import type { RequestView } from "../../extension/shared/contract/requests/requests.ts";
import { at, prompt } from "./items.ts";
import type { GalleryState } from "./state.ts";

interface Recording {
  /** Prompts of the user; the frames of the CLI do not hold them. */
  readonly prompts?: readonly string[] | undefined;
  /** The first line that holds this is the last one that is looked at. */
  readonly until?: string;
}

/** A recorded conversation with all of its cards open. */
export function recorded(lines: string, { prompts = ["go"], until }: Recording = {}): GalleryState {
  const store = new ConversationStore({ ...createEmptyState("/workspace"), status: "idle" });
  const disk = new Map<string, string>();
  let now = at;
  for (const line of linesUntil(lines.trim().split("\n"), until)) {
    now += 400;
    const decoded = decodeLine(line);
    // A request waits only where the recording is cut at it.
    store.apply({ deltas: [{ kind: "state", set: { requests: [] } }] });
    if (decoded.kind === "frame") store.apply(reduceFrame(store, decoded.frame, now));
    else if (decoded.kind === "request") ask(store, disk, decoded.request);
  }
  const threads = store.timeline.threads.map((thread) => [thread, store.timeline.items(thread)] as const);
  const calls = threads.flatMap(([, items]) => items.filter((item) => item.kind === "tool"));
  const details = calls.flatMap(({ id }) => {
    const record = store.record(id);
    return record ? [[id, describeCall(record)] as const] : [];
  });
  return {
    state: store.state,
    items: withPrompts(store.timeline.items(mainThread), prompts),
    threads: Object.fromEntries(threads),
    details: Object.fromEntries(details),
    // Of one that waits its request says more.
    open: calls.filter(({ state }) => state !== "waiting").map(({ id }) => id),
  };
}

function linesUntil(lines: readonly string[], until: string | undefined): readonly string[] {
  if (until === undefined) return lines;
  const end = lines.findIndex((line) => line.includes(until));
  if (end === -1) throw new Error(`no line of the recording holds ${until}`);
  return lines.slice(0, end + 1);
}

/** A prompt in front of each turn, as far as there are any. */
function withPrompts(items: readonly Item[], prompts: readonly string[]): readonly Item[] {
  const left = [...prompts];
  return items.flatMap((item, index) => {
    const text = index === 0 || items[index - 1]?.kind === "turn" ? left.shift() : undefined;
    return text === undefined ? [item] : [prompt(text), item];
  });
}

/** The request as a card shows it. Every edit is taken to be allowed afterwards: `disk` is what the files hold then. */
function ask(store: ConversationStore, disk: Map<string, string>, { request_id: id, request }: ControlRequest): void {
  const asked = canUseToolRequest.parse(request);
  const view = withShownProposal(createRequestView(id, asked, store), asked, store, disk);
  store.apply({
    deltas: [
      ...createToolDelta(store, asked.tool_use_id, (item) => ({ ...item, state: "waiting" })),
      { kind: "state", set: { requests: [view] } },
    ],
  });
}

function withShownProposal(
  view: RequestView,
  asked: CanUseToolRequest,
  store: ConversationStore,
  disk: Map<string, string>,
): RequestView {
  const edit = getEdit(asked.tool_name, asked.input);
  if (view.kind !== "permission" || !edit) return view;
  const text = disk.get(edit.path);
  const before = text === undefined ? undefined : { text, isUtf16: false };
  const rules = getWriteRules(store.state.cliVersion);
  const proposed = makeProposal(edit, before, rules);
  if (typeof proposed === "string") throw new Error(`the recording edits ${edit.path} as it is not: ${proposed}`);
  disk.set(edit.path, proposed.after);
  return withProposal(view, createReviewedProposal(edit, before, rules, proposed), store.state.folder);
}
