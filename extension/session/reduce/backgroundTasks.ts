import { stripControl } from "../../base/invisible.ts";
import type { BackgroundTask } from "../../contract/conversationState.ts";
import { mainThread } from "../../contract/ids.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import { createPatchDelta, emptyReduction, type Reduction, type StoreView } from "../reduction.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

/** 2.1.329 says each time what there is; 2.1.50 says only what began and what ended by itself; 2.0.77 says nothing. */
export function replaceBackground({ state }: StoreView, frame: Frame<"background_tasks_changed">, now: number | undefined): Reduction {
  const schedules = state.background.filter((task) => task.kind === "schedule");
  const known = new Map(state.background.map((task) => [task.id, task]));
  const named = frame.tasks.filter((task) => task.ambient !== true).map((task) => asToldNow(known.get(task.task_id), task, now));
  return createPatchDelta({ background: [...named, ...schedules] });
}

/** What an agent in the background is doing. */
export function noteDoing({ state: { background } }: StoreView, id: string, doing: string): Reduction {
  if (!background.some((task) => task.id === id && task.doing !== doing)) return emptyReduction;
  return createPatchDelta({ background: background.map((task) => (task.id === id ? { ...task, doing } : task)) });
}

/** Without what has ended by itself. */
export function getCurrentBackground({ state }: StoreView, now: number | undefined): readonly BackgroundTask[] {
  return state.background.filter(({ endsAt }) => now === undefined || endsAt === undefined || endsAt > now);
}

/** 2.1.50 names also the agents that a turn waits for, some after their results: those are no background. */
export function beginBackground(store: StoreView, frame: Frame<"task_started">, now: number | undefined): Reduction {
  const { background } = store.state;
  const id = frame.tool_use_id;
  const call = id === undefined ? undefined : store.item(store.record(id)?.thread ?? mainThread, id);
  const isBackground = frame.is_backgrounded ?? (call?.kind === "tool" && call.isBackground === true);
  if (!isBackground || frame.ambient === true) return emptyReduction;
  const isKnown = background.some((task) => task.id === frame.task_id);
  const card = call && id !== undefined ? { card: { id, agents: agentsAround(store, id) } } : undefined;
  if (!isKnown) return createPatchDelta({ background: [...background, { ...describe(frame.task_id, frame, now), ...card }] });
  return card ? createPatchDelta({ background: background.map((task) => (task.id === frame.task_id ? { ...task, ...card } : task)) }) : emptyReduction;
}

/** The calls of the agents in whose threads a call stands, the outermost first. */
function agentsAround(store: StoreView, id: string): readonly string[] {
  const agents: string[] = [];
  for (let outer = store.record(id)?.thread; outer !== undefined && outer !== mainThread; outer = store.record(outer)?.thread) agents.unshift(outer);
  return agents;
}

export function endBackground({ state: { background } }: StoreView, id: string): Reduction {
  return background.some((task) => task.id === id) ? createPatchDelta({ background: background.filter((task) => task.id !== id) }) : emptyReduction;
}

const kinds: ReadonlyMap<string | undefined, BackgroundTask["kind"]> = new Map([
  ["local_bash", "command"],
  ["local_agent", "agent"],
]);

/** What a frame says of a task now, with what only was said, or seen, before. */
function asToldNow(known: BackgroundTask | undefined, task: Named & { readonly task_id: string }, now: number | undefined): BackgroundTask {
  const told = describe(task.task_id, task, now);
  if (!known) return told;
  return { ...told, ...known, ...(task.task_type === undefined ? {} : { kind: told.kind }), ...(task.description === undefined ? {} : { text: told.text }) };
}

interface Named {
  readonly task_type?: string | undefined;
  readonly description?: string | undefined;
}

function describe(id: string, { task_type: type, description }: Named, now: number | undefined): BackgroundTask {
  return { id, kind: kinds.get(type) ?? "other", text: stripControl(description ?? ""), ...(now === undefined ? {} : { startedAt: now }) };
}
