import { stripControl } from "../../../shared/base/invisible.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { BackgroundTask } from "../../../shared/contract/tasks.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { createPatchDelta, emptyReduction, type Reduction, type StoreView } from "./reduction.ts";
import { createToolDelta } from "./toolItems.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

/**
 * Replaces the list of tasks. 2.1.329 sends the whole list each time; 2.1.50 reports only what started and what ended
 * on its own; 2.0.77 reports nothing.
 */
export function replaceBackground(
  { state }: StoreView,
  frame: Frame<"background_tasks_changed">,
  now: number | undefined,
): Reduction {
  const schedules = state.background.filter((task) => task.kind === "schedule");
  const known = new Map(state.background.map((task) => [task.id, task]));
  const named = frame.tasks
    .filter((task) => task.ambient !== true)
    .map((task) => asToldNow(known.get(task.task_id), task, now));
  return createPatchDelta({ background: [...named, ...schedules] });
}

/** Shows in the row of a task what it does. */
export function noteTaskProgress(store: StoreView, frame: Frame<"task_progress">): Reduction {
  const text = stripControl(frame.last_tool_name ?? frame.description ?? "");
  if (frame.tool_use_id === undefined) return emptyReduction;
  const tokens = frame.usage?.total_tokens;
  const agent = { taskId: frame.task_id, ...(tokens === undefined ? {} : { tokens }) };
  const summary = text === "" ? {} : { summary: { code: "text", text } as const };
  const row = createToolDelta(store, frame.tool_use_id, (item) =>
    item.state === "running" ? { ...item, ...summary, agent } : undefined,
  );
  return { deltas: [...row, ...noteDoing(store, frame.task_id, text).deltas] };
}

/** Names the task in the row of its call, and begins it in the background. */
export function beginTask(store: StoreView, frame: Frame<"task_started">, now: number | undefined): Reduction {
  const { tool_use_id: id, task_id: taskId } = frame;
  const named =
    id === undefined
      ? []
      : createToolDelta(store, id, (item) => ({
          ...item,
          ...(item.toolKind === "agent" ? { agent: { taskId } } : { taskId }),
        }));
  const begun = beginBackground(store, frame, now);
  return { ...begun, deltas: [...named, ...begun.deltas] };
}

/** Sets the current step of an agent in the background. */
function noteDoing({ state: { background } }: StoreView, id: string, doing: string): Reduction {
  if (!background.some((task) => task.id === id && task.doing !== doing)) return emptyReduction;
  return createPatchDelta({ background: background.map((task) => (task.id === id ? { ...task, doing } : task)) });
}

/** Returns the background tasks without those whose end time has passed. */
export function getCurrentBackground({ state }: StoreView, now: number | undefined): readonly BackgroundTask[] {
  return state.background.filter(({ endsAt }) => now === undefined || endsAt === undefined || endsAt > now);
}

/**
 * Adds a started task. 2.1.50 also names the agents that a turn waits for, some after their results: those are not
 * background tasks.
 */
function beginBackground(store: StoreView, frame: Frame<"task_started">, now: number | undefined): Reduction {
  const { background } = store.state;
  const id = frame.tool_use_id;
  const call = id === undefined ? undefined : store.item(store.record(id)?.thread ?? mainThread, id);
  const isBackground = frame.is_backgrounded ?? (call?.kind === "tool" && call.isBackground === true);
  if (!isBackground || frame.ambient === true) return emptyReduction;
  const isKnown = background.some((task) => task.id === frame.task_id);
  const card = call && id !== undefined ? { card: { id, agents: agentsAround(store, id) } } : undefined;
  if (!isKnown)
    return createPatchDelta({ background: [...background, { ...describe(frame.task_id, frame, now), ...card }] });
  return card
    ? createPatchDelta({
        background: background.map((task) => (task.id === frame.task_id ? { ...task, ...card } : task)),
      })
    : emptyReduction;
}

/** Returns the calls of the agents whose threads contain a call, the outermost first. */
function agentsAround(store: StoreView, id: string): readonly string[] {
  const agents: string[] = [];
  for (
    let outer = store.record(id)?.thread;
    outer !== undefined && outer !== mainThread;
    outer = store.record(outer)?.thread
  )
    agents.unshift(outer);
  return agents;
}

export function endBackground({ state: { background } }: StoreView, id: string): Reduction {
  return background.some((task) => task.id === id)
    ? createPatchDelta({ background: background.filter((task) => task.id !== id) })
    : emptyReduction;
}

const kinds: ReadonlyMap<string | undefined, BackgroundTask["kind"]> = new Map([
  ["local_bash", "command"],
  ["local_agent", "agent"],
]);

/**
 * Merges a task of a frame with what is known of it: the fields of the frame win, other fields stay as they were
 * reported or observed before.
 */
function asToldNow(
  known: BackgroundTask | undefined,
  task: TaskFields & { readonly task_id: string },
  now: number | undefined,
): BackgroundTask {
  const told = describe(task.task_id, task, now);
  if (!known) return told;
  return {
    ...told,
    ...known,
    ...(task.task_type === undefined ? {} : { kind: told.kind }),
    ...(task.description === undefined ? {} : { text: told.text }),
  };
}

interface TaskFields {
  readonly task_type?: string | undefined;
  readonly description?: string | undefined;
}

function describe(id: string, { task_type: type, description }: TaskFields, now: number | undefined): BackgroundTask {
  return {
    id,
    kind: kinds.get(type) ?? "other",
    text: stripControl(description ?? ""),
    ...(now === undefined ? {} : { startedAt: now }),
  };
}
