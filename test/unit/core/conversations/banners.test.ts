import { expect, it, vi } from "vitest";
import { Banners } from "../../../../extension/core/conversations/banners.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

const [one, two] = ["one", "two"] as ConversationId[] as [ConversationId, ConversationId];

function setup(shown = one) {
  const user: { shown: ConversationId | undefined } = { shown };
  const clock = new FakeClock();
  const errors: unknown[] = [];
  const banners = new Banners({ find: () => user.shown, clock, onError: (error) => errors.push(error) });
  const texts = (id: ConversationId = one) => banners.of(id).map(({ text }) => text);
  return { user, clock, errors, banners, texts };
}

it("shows nothing where the user sees no conversation", () => {
  const { user, banners } = setup();
  user.shown = undefined;
  expect(banners.show("error", "x")).toBeUndefined();
});

it("leaves a text without room to the editor, and ends no banner for it", () => {
  const { banners, texts } = setup();
  const onEnd = vi.fn();
  banners.show("information", "Reverted", ["Undo"], onEnd);
  for (const text of ["2", "3"]) banners.show("warning", text, [], onEnd);
  banners.show("progress", "Copying");
  for (const kind of ["error", "information"] as const) expect(banners.show(kind, "4", [], onEnd)).toBeUndefined();
  expect([onEnd.mock.calls, texts()]).toEqual([[], ["Reverted", "2", "3", "Copying"]]);
});

it("replaces an information that asks nothing, and keeps one with buttons, for each conversation", () => {
  const { user, banners, texts } = setup();
  const changed: ConversationId[] = [];
  banners.onDidChange((id) => changed.push(id));
  const work = banners.show("progress", "Rewinding…");
  const onEnd = vi.fn();
  banners.show("information", "first", [], onEnd);
  banners.show("information", "second", ["Undo"], onEnd);
  expect(onEnd.mock.calls).toEqual([["ended"]]);
  banners.show("information", "third");
  user.shown = two;
  banners.show("error", "elsewhere");
  expect([texts(one), texts(two)]).toEqual([["Rewinding…", "second", "third"], ["elsewhere"]]);
  work?.end();
  work?.setText("late");
  expect(texts()).toEqual(["second", "third"]);
  expect(changed).toEqual([one, one, one, one, one, two, one]);
});

it("takes only an answer that a banner of the conversation has, and once", () => {
  const { banners } = setup();
  const onEnd = vi.fn();
  banners.show("information", "Reverted", ["Undo"], onEnd);
  const [{ id } = { id: 0 }] = banners.of(one);
  banners.answer(one, id + 1, 0);
  banners.answer(two, id, 0);
  expect(banners.of(one)).toHaveLength(1);
  banners.answer(one, id, 7);
  banners.answer(one, id, 0);
  expect([onEnd.mock.calls, banners.of(one)]).toEqual([[["closed"]], []]);
  banners.show("information", "Reverted", ["Undo"], onEnd);
  banners.answer(one, id + 1, 0);
  expect(onEnd.mock.lastCall).toEqual([0]);
});

it("ends the banners of a closed conversation", () => {
  const { user, banners, texts } = setup();
  const onEnd = vi.fn();
  banners.show("warning", "wrong", ["Open"], onEnd);
  user.shown = two;
  banners.show("warning", "stays", [], onEnd);
  banners.keep((id) => id === two);
  expect([texts(one), texts(two), onEnd.mock.calls]).toEqual([[], ["stays"], [["lost"]]]);
});

it("shows few of many texts, and the last one", () => {
  const { banners, clock, texts } = setup();
  const onChange = vi.fn();
  const work = banners.show("progress", "Copying");
  banners.onDidChange(onChange);
  for (let done = 1; done <= 10; done++) {
    work?.setText(`Copying: ${done}`);
    clock.advance(100);
  }
  clock.advance(250);
  expect(texts()).toEqual(["Copying: 10"]);
  expect(onChange.mock.calls.length).toBeLessThanOrEqual(5);
  work?.setText("more");
  work?.setText("most");
  work?.end();
  expect(clock.pending).toBe(0);
});

it("reports what fails in a listener and in the code that showed a banner", () => {
  const { banners, errors } = setup();
  banners.onDidChange(() => {
    throw new Error("listener");
  });
  banners.show("warning", "x", [], () => {
    throw new Error("answer");
  });
  banners.answer(one, 1, undefined);
  expect(errors).toEqual([new Error("listener"), new Error("listener"), new Error("answer")]);
});
