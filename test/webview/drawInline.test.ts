import fc from "fast-check";
import { expect, it } from "vitest";
import type { Inline } from "../../extension/shared/markdown/tokens.ts";
import { drawInline } from "../../webview/markdown/drawInline.ts";
import { fuzzRuns } from "../fuzz/runs.ts";

const noTarget = () => {};
const text = (value: string): Inline => ({ type: "text", text: value });

it("keeps the node of a text that grows, and what is selected in it", () => {
  const element = document.body.appendChild(document.createElement("p"));
  const before: Inline[] = [{ type: "strong", children: [text("bo")] }, text("A sent")];
  drawInline(element, [], before, noTarget);
  const [strong, sentence] = [element.firstChild?.firstChild, element.lastChild as Text];
  const range = document.createRange();
  range.setStart(sentence, 2);
  range.setEnd(sentence, 6);
  drawInline(
    element,
    before,
    [{ type: "strong", children: [text("bold")] }, text("A sentence."), text(" More.")],
    noTarget,
  );
  expect(element.textContent).toBe("boldA sentence. More.");
  expect([element.firstChild?.firstChild, element.childNodes[1]]).toEqual([strong, sentence]);
  expect(range.toString()).toBe("sent");
  element.remove();
});

it("ends the same whatever stood there before", () => {
  const leaf = fc.oneof(
    fc.record({
      type: fc.constantFrom("text", "html", "code"),
      text: fc.constantFrom("", "a", "ab", "src/a.ts:3", "<b>x</b>"),
    }),
    fc.constant({ type: "break" }),
    fc.record({
      type: fc.constant("image"),
      alt: fc.constantFrom("", "alt"),
      href: fc.constant("x.png"),
      title: fc.constant(""),
    }),
  );
  const { inline } = fc.letrec((tie) => ({
    inline: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.record({ type: fc.constantFrom("strong", "em", "del"), children: fc.array(tie("inline"), { maxLength: 3 }) }),
      fc.record({
        type: fc.constant("link"),
        href: fc.constantFrom("https://a.b/", "javascript:x", "src/b.ts"),
        title: fc.constant(""),
        children: fc.array(tie("inline"), { maxLength: 3 }),
      }),
    ),
  }));
  const content = fc.array(inline as fc.Arbitrary<Inline>, { maxLength: 5 });
  const html = (...states: Inline[][]): string => {
    const element = document.createElement("p");
    for (const [index, state] of states.entries()) drawInline(element, states[index - 1] ?? [], state, noTarget);
    return element.innerHTML;
  };
  fc.assert(
    fc.property(fc.array(content, { maxLength: 3 }), content, (earlier, last) => {
      expect(html(...earlier, last)).toBe(html(last));
    }),
    { numRuns: fuzzRuns(100) },
  );
});
