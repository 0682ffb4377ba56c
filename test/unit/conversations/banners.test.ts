import { expect, it, vi } from "vitest";
import type { ConversationId } from "../../../extension/contract/ids.ts";
import { Banners } from "../../../extension/conversations/banners.ts";

const [one, two] = ["one", "two"] as ConversationId[] as [ConversationId, ConversationId];

it("shows nothing where the user sees no conversation", () => {
  expect(new Banners(() => undefined).show("error", "x")).toBeUndefined();
});

it("keeps three warnings and errors at most", () => {
  const banners = new Banners(() => one);
  const onFirst = vi.fn();
  banners.show("error", "1", [], onFirst);
  for (const text of ["2", "3", "4"]) banners.show("warning", text);
  expect([onFirst.mock.calls, banners.of(one).map(({ text }) => text)]).toEqual([[[undefined]], ["2", "3", "4"]]);
});

it("keeps the newest message beside the work that runs, for each conversation", () => {
  let shown = one;
  const banners = new Banners(() => shown);
  const changed: ConversationId[] = [];
  banners.onDidChange((id) => changed.push(id));
  const work = banners.show("progress", "Rewinding…");
  const onFirst = vi.fn();
  banners.show("information", "first", ["A"], onFirst);
  banners.show("information", "second");
  expect(onFirst.mock.calls).toEqual([[undefined]]);
  shown = two;
  banners.show("error", "elsewhere");
  const texts = (id: ConversationId) => banners.of(id).map(({ text }) => text);
  expect([texts(one), texts(two)]).toEqual([["Rewinding…", "second"], ["elsewhere"]]);
  work?.end();
  work?.setText("late");
  expect(texts(one)).toEqual(["second"]);
  expect(changed).toEqual([one, one, one, one, two, one]);
});

it("takes only an answer that a banner has, and once", () => {
  const banners = new Banners(() => one);
  const onAnswer = vi.fn();
  banners.show("information", "Reverted", ["Undo"], onAnswer);
  const [{ id } = { id: 0 }] = banners.of(one);
  banners.answer(id + 1, 0);
  expect(banners.of(one)).toHaveLength(1);
  banners.answer(id, 7);
  banners.answer(id, 0);
  expect([onAnswer.mock.calls, banners.of(one)]).toEqual([[[undefined]], []]);
});
