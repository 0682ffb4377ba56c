import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hostileTexts } from "../fuzz/hostileTexts.ts";
import { fuzzRuns } from "../fuzz/runs.ts";
import { readHostSource } from "../harmlessTexts/program.ts";
import { getTextFields } from "../harmlessTexts/textFields.ts";
import { useFakeLayout } from "../webview/appSetup.ts";
import { fakeRows, getComponents, settle } from "./fakeRows.ts";
import { byNovelty } from "./recordings.ts";
import type { GalleryState } from "./state.ts";

const texts = [
  ...hostileTexts,
  '"><img src=x onerror=alert(1)>',
  "[x](javascript:alert(1))",
  "<https://x/>[y](command:tandem.approve)",
  "![i](http://evil.example/i.png)",
  "file:///etc/passwd",
];
const fields = getTextFields(readHostSource("shared/contract"));

/** A state with hostile texts in the place of all that others could have written, another one in each. */
function madeHostile(state: GalleryState, from: number): GalleryState {
  let next = from;
  const replace = (value: unknown, field: string): unknown => {
    if (typeof value === "string") return fields.has(field) ? texts[next++ % texts.length] : value;
    if (Array.isArray(value)) return value.map((each) => replace(each, field));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, key === "steps" || key === "open" ? each : replace(each, key)]),
    );
  };
  return replace(state, "") as GalleryState;
}

/** Elements that no text may become. */
const forbidden =
  "script, iframe, object, embed, form[action], base, meta, link, [onerror], [onclick], [onload], img[src^='http'], img[src='x']";

describe("with hostile texts in the place of all others", () => {
  useFakeLayout();
  let layout: ReturnType<typeof fakeRows>;
  beforeAll(() => {
    layout = fakeRows();
    document.execCommand = () => false;
  });
  afterAll(() => layout.end());

  const shown = new Set<string>();
  const [novel] = byNovelty();
  it.each(novel.filter(([name]) => !name.endsWith("broken")))(
    "%s is drawn, and nothing is made of a text",
    async (name, state) => {
      const noted = vi.spyOn(console, "error").mockImplementation(() => {});
      for (let run = 0; run < fuzzRuns(1); run++) {
        const from = (run + novel.findIndex(([known]) => known === name)) * 37;
        const target = document.body.appendChild(document.createElement("div"));
        const showing = await settle(madeHostile(state, from), target);
        const drawn = new Set([...target.querySelectorAll("*")].flatMap(getComponents));
        expect(noted.mock.calls, `texts from ${from}`).toEqual([]);
        expect(drawn.has("webview/ui/PlainFallback.svelte"), `texts from ${from}`).toBe(false);
        expect([...target.querySelectorAll(forbidden)].map(({ outerHTML }) => outerHTML)).toEqual([]);
        for (const link of target.querySelectorAll("a[href]"))
          expect(link.getAttribute("href")).toMatch(/^(https?:\/\/|#|mailto:)/i);
        if (texts.some((text) => text.length > 4 && target.textContent.includes(text))) shown.add(name);
        showing.end();
        target.remove();
      }
      noted.mockRestore();
    },
  );

  it("show the hostile texts on most of the pages", () => expect(shown.size).toBeGreaterThan(novel.length / 2));
});

it("knows which fields hold texts that others wrote", () => {
  for (const name of ["text", "title", "subject", "path", "label", "description", "question", "message", "server"])
    expect(fields).toContain(name);
  for (const name of ["kind", "code", "id", "state", "toolKind"]) expect(fields).not.toContain(name);
});
