import { shortenText } from "../../../shared/base/cutText.ts";
import { stripControl } from "../../../shared/base/invisible.ts";
import { readArray, readNumber, readObject, readString } from "../../../shared/base/read.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type { DecisionRecord } from "../../../shared/contract/requests/requests.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { ContentBlock, UserFrame } from "../../protocol/frames/frames.ts";
import { getTextBlocks, readUserContent, type WrittenText } from "../../protocol/frames/writtenText.ts";
import { updateBackground, updateResources, updateTasks } from "../tools/describeCall.ts";
import { getImages } from "../tools/output.ts";
import { summarizeTasks } from "../tools/taskTools.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import { toLaunchedItem } from "./backgroundCalls.ts";
import { isInterrupt, toEndedItem, withUnanswered } from "./callStates.ts";
import { getFrameTime } from "./frameFields.ts";
import { extractAttachments } from "./promptContent.ts";
import { emptyReduction, getThread, type Reduction, type StoreView } from "./reduction.ts";
import { isPlainRefusal } from "./refusals.ts";
import { beginNextCall } from "./toolItems.ts";

type WrittenPrompt = Extract<WrittenText, { kind: "prompt" }>;

/** Reduces tool results and, from a saved transcript, prompts. */
export function reduceUser(store: StoreView, frame: UserFrame, now: number | undefined): Reduction {
  const { content } = frame.message;
  const results = typeof content === "string" ? [] : content.filter((block) => block.type === "tool_result");
  if (results.length > 0) return reduceResults(store, frame, results, now);
  const { written, context } = readUserContent(content);
  // 2.0.77 replays it live.
  if (written.kind === "answer") return reduceAnswer(frame, stripControl(written.text), now);
  if (written.kind === "bookkeeping" || frame.isSynthetic || frame.isReplay) return emptyReduction;
  return reducePrompt(store, frame, written, context, now);
}

/** Reduces the tool results of a frame. One frame can have several, and each builds on those before it. */
function reduceResults(
  store: StoreView,
  frame: UserFrame,
  results: readonly ContentBlock[],
  now: number | undefined,
): Reduction {
  const changes: StateDelta[] = [];
  const records: (readonly [string, ToolRecord])[] = [];
  let { tasks, background, resources } = store.state;
  for (const block of results) {
    const id = block.tool_use_id;
    const record = id === undefined ? undefined : store.record(id);
    const item = id === undefined || !record ? undefined : store.item(record.thread, id);
    if (id === undefined || !record || item?.kind !== "tool") continue;
    const images = getImages(block.content);
    const output = getResultText(block.content, images.length);
    const result = frame.tool_use_result;
    const done: ToolRecord = images.length > 0 ? { ...record, result, output, images } : { ...record, result, output };
    records.push([id, done]);
    const decided = item.decided ?? readDecision(frame, id, output);
    const answered = decided && isRefusal(decided) ? { ...item, state: "denied" as const } : item;
    const launched = block.is_error ? undefined : toLaunchedItem(frame.version ?? store.state.cliVersion, item, done);
    const ended =
      launched ??
      withTotals(
        toEndedItem(answered, done, block.is_error === true, now ?? getFrameTime(frame, now).at),
        frame.tool_use_result,
      );
    // A subagent has its own task list, which its row reports.
    const counted = block.is_error || record.thread !== mainThread ? undefined : updateTasks(tasks, done);
    const counts = counted && summarizeTasks(counted);
    const shown = counts ? { ...ended, summary: counts } : ended;
    changes.push({
      kind: "put",
      thread: record.thread,
      item: decided ? { ...shown, decided } : withUnanswered(store, shown),
    });
    if (block.is_error) continue;
    resources = updateResources(resources, done) ?? resources;
    tasks = counted ?? tasks;
    // Nothing that a saved transcript reports is still alive.
    if (now !== undefined) background = updateBackground(background, done, now) ?? background;
  }
  const ended = records.map(([id]) => id);
  for (const thread of new Set(records.map(([, { thread }]) => thread)))
    changes.push(...beginNextCall(store, thread, ended, getFrameTime(frame, now).at));
  if (background !== store.state.background) changes.push({ kind: "state", set: { background } });
  if (resources !== undefined && resources !== store.state.resources)
    changes.push({ kind: "state", set: { resources } });
  if (tasks !== store.state.tasks) changes.push({ kind: "state", set: { tasks } });
  return { deltas: changes, records, effects: [{ kind: "callsEnded", toolIds: ended }] };
}

/** Sources of a decision for which `claude` did not ask (2.1.329). */
const unaskedSources: ReadonlySet<string | undefined> = new Set(["config", "hook"]);

/**
 * Returns who decided about a call. With a result, 2.1.329 reports that the call was allowed without the user,
 * sometimes with the reason (recorded in `bash`), or that it was refused, with the text of the refusal.
 */
function readDecision(frame: UserFrame, id: string, output: string): DecisionRecord | undefined {
  const meta = readArray(frame, "tool_result_meta")?.find((each) => readString(each, "id") === id);
  if (meta === undefined) return undefined;
  const decision = readObject(meta, "permission_decision");
  const [answer, source] = [readString(decision, "decision"), readString(decision, "source")];
  const reason = readString(decision, "reason_type");
  if (answer === "accept")
    return unaskedSources.has(source) ? { code: "allowedByRule", reason: reason ?? "" } : undefined;
  if (answer !== "reject" || isInterrupt(output)) return undefined;
  if (source !== "user_reject")
    return { code: "byRule", text: stripControl(output), ...(reason === undefined ? {} : { reason }) };
  return isPlainRefusal(output) ? { code: "denied" } : { code: "deniedWith", text: stripControl(output) };
}

function isRefusal({ code }: DecisionRecord): boolean {
  return code === "denied" || code === "deniedWith" || code === "byRule";
}

function reducePrompt(
  store: StoreView,
  frame: UserFrame,
  { text, isLocal }: WrittenPrompt,
  context: readonly string[],
  now: number | undefined,
): Reduction {
  const id = frame.uuid;
  const thread = getThread(frame);
  const { content } = frame.message;
  const attached = id === undefined || typeof content === "string" ? [] : extractAttachments(id, content);
  const isEmpty = text === "" && attached.length === 0;
  // An echo of a known prompt, or the task of a subagent, is not a new prompt.
  if (id === undefined || thread !== mainThread || isEmpty || store.item(thread, id)) return emptyReduction;
  const attachments = attached.map(({ attachment }) => attachment);
  const about = {
    ...getFrameTime(frame, now),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(context.length > 0 ? { context: context.map(stripControl) } : {}),
    ...(isLocal ? { isLocal } : {}),
  };
  const changes: StateDelta[] = [{ kind: "put", thread, item: { kind: "prompt", id, text, ...about } }];
  if (store.state.title === "")
    changes.push({ kind: "state", set: { title: createTitle(text || (attachments[0]?.name ?? "")) } });
  return { deltas: changes, attached: attached.map(({ attachment, data }) => [attachment.id, data]) };
}

/** Adds the output of a command that ran without a model. */
function reduceAnswer(frame: UserFrame, text: string, now: number | undefined): Reduction {
  const thread = getThread(frame);
  if (frame.uuid === undefined || thread !== mainThread) return emptyReduction;
  return {
    deltas: [
      {
        kind: "put",
        thread,
        item: { kind: "text", id: frame.uuid, text, isStreaming: false, isFromCli: true, ...getFrameTime(frame, now) },
      },
    ],
  };
}

/**
 * Returns the text of a tool result without the images that are shown; an image that is not shown is named in its
 * place.
 */
function getResultText(content: unknown, shown: number): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const hidden = content.filter((block) => block?.type === "image").length - shown;
  return [...Array<string>(hidden).fill("[image]"), ...getTextBlocks(content)].filter(Boolean).join("\n");
}

/** Returns the first line of a prompt, truncated to the length of a title. */
export function createTitle(prompt: string): string {
  const line = prompt.trim().split("\n", 1)[0] ?? "";
  return shortenText(line, 60);
}

/**
 * Adds the counts in the result of an agent that a turn waited for (2.0.77 to 2.1.329). Needed where no frame counted
 * them during the run: in a saved conversation, and with versions that do not report them.
 */
function withTotals(item: ToolItem, result: unknown): ToolItem {
  if (item.toolKind !== "agent") return item;
  const taskId = readString(result, "agentId");
  const tokens = readNumber(result, "totalTokens");
  if (taskId === undefined || tokens === undefined) return item;
  const threadSize = item.threadSize || (readNumber(result, "totalToolUseCount") ?? 0);
  const elapsedMs = item.elapsedMs ?? readNumber(result, "totalDurationMs");
  return {
    ...item,
    threadSize,
    agent: { taskId, ...item.agent, tokens },
    ...(elapsedMs === undefined ? {} : { elapsedMs }),
  };
}
