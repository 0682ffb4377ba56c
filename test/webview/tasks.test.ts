import { fireEvent, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { expect, it } from "vitest";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { TaskView } from "../../extension/shared/contract/tasks.ts";
import { open, useFakePage } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

useFakePage();
const tasks = (...states: readonly TaskView["state"][]): readonly TaskView[] =>
  states.map((state, index) => ({ id: String(index), text: `Step ${index}`, state }));
const fold = () => screen.queryByRole("button", { name: /of 2 tasks/ })?.getAttribute("aria-expanded");

function begin() {
  const { chat } = open({ status: "working", tasks: tasks("inProgress", "pending") });
  const set = (state: Partial<ConversationState>): void => {
    chat.receive(about({ type: "changes", deltas: [{ kind: "state", set: state }] }));
    flushSync();
  };
  return set;
}

it("folds tasks when a turn ends, and unfolds them once a later turn changes them", () => {
  const set = begin();
  expect(fold()).toBe("true");
  set({ status: "idle" });
  expect(fold()).toBe("false");
  set({ status: "working" });
  expect(fold()).toBe("false");
  set({ tasks: tasks("completed", "inProgress") });
  expect(fold()).toBe("true");
});

it("keeps tasks folded for the rest of a turn in which the user folded them", async () => {
  const set = begin();
  await fireEvent.click(screen.getByRole("button", { name: /of 2 tasks/ }));
  set({ tasks: tasks("completed", "inProgress") });
  expect(fold()).toBe("false");
});

it("takes tasks that are all done away with the end of the turn", () => {
  const set = begin();
  set({ tasks: tasks("completed", "completed") });
  expect(fold()).toBe("true");
  set({ status: "idle" });
  expect(fold()).toBeUndefined();
});
