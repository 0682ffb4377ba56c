import { expect, it } from "vitest";
import type { FindQuery } from "../../extension/shared/contract/find.ts";
import { FindState, type MatchPosition } from "../../webview/transcript/find/findState.svelte.ts";
import { matchRanges, scrollToRange, toMeasurable } from "../../webview/transcript/find/markMatches.ts";

function setup() {
  const asked: FindQuery[] = [];
  const shown: MatchPosition[] = [];
  const numbers: number[] = [];
  const finding = new FindState(
    (message) => {
      if (message.type !== "find") return;
      numbers.push(message.search);
      asked.push(message.query);
    },
    (place) => shown.push(place),
  );
  const answer = (...counts: number[]) =>
    finding.take(
      numbers.at(-1)!,
      counts.map((count, index) => ({ id: `i${index}`, agents: [], count })),
    );
  return { finding, asked, shown, numbers, answer };
}

it("begins at the newest, and goes round", () => {
  const { finding, shown, answer } = setup();
  finding.open();
  finding.look({ text: "x" });
  answer(1, 2);
  expect([finding.total, finding.at]).toEqual([3, 2]);
  finding.next(1);
  finding.next(-1);
  finding.next(-1);
  expect(shown.map(({ id, occurrence }) => `${id}.${occurrence}`)).toEqual(["i1.1", "i0.0", "i1.1", "i1.0"]);
});

it("takes nothing that was found for what was asked before", () => {
  const { finding, numbers, asked } = setup();
  finding.open();
  finding.look({ text: "x" });
  finding.look({ text: "xy" });
  finding.take(numbers[0]!, [{ id: "i", agents: [], count: 9 }]);
  expect(finding.total).toBe(0);
  finding.take(numbers[1]!, "notRegex");
  expect(finding.problem).toBe("notRegex");
  finding.close();
  finding.look({ text: "z" });
  expect(asked).toHaveLength(2);
});

it("stays where it is when more is said", () => {
  const { finding, shown, answer } = setup();
  finding.open();
  finding.look({ text: "x" });
  answer(1, 1);
  finding.again();
  answer(1, 1, 1);
  expect(finding.at).toBe(1);
  expect(shown).toHaveLength(1);
});

it("finds text that several elements show", () => {
  document.body.innerHTML = "<p>The <b>que</b>ry, and que<i>ry</i> again</p>";
  expect(found(document.body, /query/gi)).toEqual(["query", "query"]);
  expect(found(document.body, /e/g)).toEqual(["e", "e", "e"]);
});

it("says what part of an item holds what is shown", () => {
  const { finding, answer } = setup();
  finding.open();
  finding.look({ text: "x+" });
  answer(1);
  expect([
    finding.isIn("i0", () => "an X+ here"),
    finding.isIn("i0", () => "xx"),
    finding.isIn("i1", () => "x+"),
  ]).toEqual([true, false, false]);
  finding.close();
  expect(finding.isIn("i0", () => "x+")).toBe(false);
});

function found(element: Element, expression: RegExp): readonly string[] {
  return matchRanges(element, expression).map((range) => String(toMeasurable(range)));
}

/** jsdom lays nothing out: boxes say where they are, and how much is in them. */
function box(id: string, top: number, height: number, whole: number): HTMLElement {
  const element = document.getElementById(id) as HTMLElement;
  Object.defineProperties(element, { clientHeight: { value: height }, scrollHeight: { value: whole } });
  element.getBoundingClientRect = () => new DOMRect(0, top, 100, height);
  return element;
}

it("scrolls every box that hides a match by scrolling, and none that only clips", () => {
  document.body.innerHTML = `<div id="log" style="overflow-y: auto"><p id="line" style="overflow-y: hidden"><span id="output" style="overflow-y: auto">needle</span></p></div>`;
  const [log, line, output] = [box("log", 0, 300, 5_000), box("line", 600, 20, 900), box("output", 600, 240, 900)];
  const range = document.createRange();
  range.selectNodeContents(output.firstChild as Text);
  for (const inner of [line, output])
    inner.getBoundingClientRect = () => new DOMRect(0, 600 - log.scrollTop, 100, inner.clientHeight);
  range.getBoundingClientRect = () => new DOMRect(0, 1_300 - output.scrollTop - log.scrollTop, 50, 16);
  scrollToRange(range);
  expect([output.scrollTop, line.scrollTop, log.scrollTop]).toEqual([620, 0, 580]);
  // It is in view now.
  scrollToRange(range);
  expect(log.scrollTop).toBe(580);
});
