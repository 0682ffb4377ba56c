import { mainThread } from "../../../shared/contract/ids.ts";
import type { Item } from "../../../shared/contract/items.ts";
import type { StateDelta } from "../../../shared/contract/stateDeltas.ts";
import type { TaskView } from "../../../shared/contract/tasks.ts";
import { getCurrentCost } from "../../../shared/contract/usage.ts";
import { updateTasks } from "../tools/describeCall.ts";
import { sumTurnCosts, withCurrentCost } from "../usage/conversationCost.ts";
import type { ConversationStore } from "../view/conversationStore.ts";

/** State at the moment when a prompt was sent. */
export interface PromptState {
  /** Undefined where only the items can tell. */
  readonly tasks?: readonly TaskView[] | undefined;
  readonly contextTokens: number;
  /** Cost of the turns before it, in US dollars; undefined if it is unknown. */
  readonly costUsd?: number | undefined;
  readonly mode?: string | undefined;
}

/**
 * Returns deltas that remove a prompt and everything after it. State that was derived from them becomes as it was at
 * the prompt: as `known`, else as far as the remaining items tell. `hasOlder`: earlier items are not loaded.
 */
export function getTruncationDeltas(
  store: ConversationStore,
  promptId: string,
  known?: PromptState,
  hasOlder = false,
): readonly StateDelta[] {
  const items = store.timeline.items();
  const start = items.findIndex((item) => item.id === promptId);
  const lost = sumTurnCosts(start === -1 ? items : items.slice(start));
  const costs = withCurrentCost(store.state, known?.costUsd ?? Math.max(0, getCurrentCost(store.state) - lost));
  const common = { activity: null, isInterrupted: null, failure: null, ...costs };
  // The past is read again, since no item before the prompt is loaded.
  if (start === -1)
    return [{ kind: "state", set: { tasks: known?.tasks ?? [], contextTokens: known?.contextTokens ?? 0, ...common } }];
  const kept = items.slice(0, start);
  const removed = items.slice(start).reverse();
  const tasks = known?.tasks ?? findTasks(store, kept, removed);
  const isFirst = !hasOlder && kept.every(({ kind }) => kind === "notice");
  return [
    ...removed.map((item): StateDelta => ({ kind: "remove", thread: mainThread, id: item.id })),
    {
      kind: "state",
      set: {
        tasks,
        contextTokens: known?.contextTokens ?? 0,
        ...common,
        ...(isFirst && store.state.titledSession === undefined ? { title: "" } : {}),
      },
    },
  ];
}

/** Returns the task list at the end of the kept items: the present one if no removed call changed it. */
function findTasks(store: ConversationStore, kept: readonly Item[], removed: readonly Item[]): readonly TaskView[] {
  const apply = (tasks: readonly TaskView[], { id }: Item): readonly TaskView[] | undefined => {
    const record = store.record(id);
    return record && updateTasks(tasks, record);
  };
  if (removed.every((item) => item.kind !== "tool" || apply([], item) === undefined)) return store.state.tasks;
  return kept.reduce<readonly TaskView[]>(
    (tasks, item) => (item.kind === "tool" && item.state === "done" ? apply(tasks, item) : undefined) ?? tasks,
    [],
  );
}
