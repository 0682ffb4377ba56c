import { expect, it } from "vitest";
import type { ListedConversation } from "../../../../../extension/core/conversations/list/listedConversation.ts";
import { ListFilter } from "../../../../../extension/core/conversations/list/listFilter.ts";
import type { SearchHit } from "../../../../../extension/core/conversations/list/sessionCatalog.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";

const row = (sessionId: string, title: string, extra: object = {}): ListedConversation => ({
  key: sessionId,
  session: { sessionId, folder: "/w/app", title, firstPrompt: "go", time: 1, ...extra },
  state: "saved",
  title,
  folder: "/w/app",
  isPinned: false,
  isActive: false,
  isCurrent: false,
});
const rows = [row("s1", "Fix the Parser"), row("s2", "Else", { tag: "later" }), row("s3", "Third")];

function setup() {
  const searches: { text: string; found: (hit: SearchHit) => void; signal: AbortSignal }[] = [];
  const clock = new FakeClock();
  const filter = new ListFilter(
    { search: async (text, found, signal) => void searches.push({ text, found, signal }) },
    clock,
    silentLogger,
  );
  const shown = () => rows.filter((each) => filter.accepts(each)).map(({ key }) => key);
  return { filter, clock, searches, shown };
}

it("shows all conversations without a text, and filters titles, tags and folders at once", () => {
  const { filter, shown } = setup();
  expect(shown()).toEqual(["s1", "s2", "s3"]);
  filter.set("parser");
  expect(shown()).toEqual(["s1"]);
  filter.set(" LATER ");
  expect(shown()).toEqual(["s2"]);
  filter.set("/w/app");
  expect(shown()).toHaveLength(3);
  filter.set("");
  expect(shown()).toHaveLength(3);
});

it("adds matches in messages as they are found, and removes them for another text", () => {
  const { filter, clock, searches, shown } = setup();
  let changes = 0;
  filter.onDidChange(() => changes++);
  filter.set("needle");
  clock.advance(1_000);
  searches[0]?.found({ sessionId: "s3", line: "a needle in the hay" });
  expect([shown(), filter.findLine(rows[2]!), changes]).toEqual([["s3"], "a needle in the hay", 2]);
  filter.set("needles");
  expect([shown(), searches[0]?.signal.aborted]).toEqual([[], true]);
});

it("searches after a pause in typing, but not for a single letter", () => {
  const { filter, clock, searches } = setup();
  for (const text of ["n", "ne", "nee"]) filter.set(text);
  clock.advance(1_000);
  filter.set("x");
  clock.advance(1_000);
  expect(searches.map(({ text }) => text)).toEqual(["nee"]);
  filter.dispose();
  expect(searches[0]?.signal.aborted).toBe(true);
});
