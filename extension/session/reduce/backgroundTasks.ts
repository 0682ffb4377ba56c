import { stripControl } from "../../base/invisible.ts";
import type { BackgroundTask } from "../../contract/conversationState.ts";
import { mainThread } from "../../contract/ids.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import { nothing, type Reduction, type StoreView, stateChange } from "../reduction.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

/** 2.1.329 says each time what there is; 2.1.50 says only what began and what ended by itself; 2.0.77 says nothing. */
export function replaceBackground({ state }: StoreView, frame: Frame<"background_tasks_changed">): Reduction {
  const schedules = state.background.filter((task) => task.kind === "schedule");
  return stateChange({ background: [...frame.tasks.filter((task) => task.ambient !== true).map((task) => describe(task.task_id, task)), ...schedules] });
}

/** Without what has ended by itself. */
export function currentBackground({ state }: StoreView, now: number | undefined): readonly BackgroundTask[] {
  return state.background.filter(({ endsAt }) => now === undefined || endsAt === undefined || endsAt > now);
}

/** 2.1.50 names also the agents that a turn waits for, whose calls still run: those are no background. */
export function beginBackground(store: StoreView, frame: Frame<"task_started">): Reduction {
  const { background } = store.state;
  const call = frame.tool_use_id === undefined ? undefined : store.item(mainThread, frame.tool_use_id);
  const isBackground = frame.is_backgrounded ?? (call?.kind === "tool" && call.state !== "running");
  if (!isBackground || frame.ambient === true || background.some((task) => task.id === frame.task_id)) return nothing;
  return stateChange({ background: [...background, describe(frame.task_id, frame)] });
}

export function endBackground({ state: { background } }: StoreView, id: string): Reduction {
  return background.some((task) => task.id === id) ? stateChange({ background: background.filter((task) => task.id !== id) }) : nothing;
}

/** The last states of a task in `task_updated`. */
export const finalTaskStates: ReadonlySet<string | undefined> = new Set(["completed", "failed", "killed"]);

const kinds: ReadonlyMap<string | undefined, BackgroundTask["kind"]> = new Map([
  ["local_bash", "command"],
  ["local_agent", "agent"],
]);

function describe(id: string, { task_type: type, description }: { task_type?: string | undefined; description?: string | undefined }): BackgroundTask {
  return { id, kind: kinds.get(type) ?? "other", text: stripControl(description ?? "") };
}
