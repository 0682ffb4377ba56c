import { expect, it } from "vitest";
import type { Branches } from "../../../../../extension/core/conversation/ports/ports.ts";
import { BranchWatch } from "../../../../../extension/core/conversations/lifecycle/branchWatch.ts";
import { settled } from "../../protocol/setup.ts";
import { end, openWindow } from "../setup.ts";

/** One repository whose branch is switched. */
class Repository implements Branches {
  branch: string | undefined = "main";
  readonly #watchers = new Set<() => void>();
  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }
  async read(): Promise<string | undefined> {
    return this.branch;
  }
  watch(_folder: string, changed: () => void) {
    this.#watchers.add(changed);
    return { dispose: () => void this.#watchers.delete(changed) };
  }
  async switch(branch: string | undefined): Promise<void> {
    this.branch = branch;
    for (const changed of this.#watchers) changed();
    await settled();
  }
}

it("reports a branch that was switched during a turn, and watches nothing between turns", async () => {
  const window = openWindow();
  const open = window.conversations.restore();
  await open.open();
  const repository = new Repository();
  new BranchWatch(window.conversations, repository);
  const notices = () =>
    open.conversation.transcript
      .page("", { kind: "end" }, 100)
      .items.flatMap((item) => (item.kind === "notice" ? [item.notice] : []));
  expect(repository.isWatched).toBe(false);
  open.submit("go");
  await settled();
  expect(repository.isWatched).toBe(true);
  // In the middle of a rebase nobody knows, and afterwards it may be the same.
  await repository.switch(undefined);
  await repository.switch("main");
  expect(notices()).toEqual([]);
  await repository.switch("topic");
  await repository.switch("topic");
  expect(notices()).toEqual([{ code: "branchChanged", from: "main", to: "topic" }]);
  window.clis[0]!.write(end);
  await settled();
  expect(repository.isWatched).toBe(false);
  await repository.switch("main");
  expect(notices()).toHaveLength(1);
});
