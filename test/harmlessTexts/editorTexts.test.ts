// @vitest-environment node
import { expect, it } from "vitest";
import { getEditorTexts } from "./editorTexts.ts";
import { readHostSource } from "./program.ts";

const source = readHostSource();
const files = source.files((name) => /^extension\/((editor|views|panel|commands|wiring)\/.*|[^/]*)\.ts$/.test(name));
const texts = [...files].flatMap(([name, file]) => getEditorTexts(source, name, file));

/** Texts that the reader of the source cannot judge, with the reason why they are harmless. */
const known = new Map([["extension/editor/review/hunkMarks.ts", "commands with encoded names, and the numbers of hunks"]]);

it("gives the editor nothing that others wrote before it was made harmless", () => {
  const doubtful = texts.filter(({ isHarmless }) => !isHarmless).map(({ place }) => place);
  const fileOf = (place: string): string => place.split(":", 1)[0] ?? "";
  const isKnown = (place: string): boolean => known.has(fileOf(place));
  expect(doubtful.filter((place) => !isKnown(place))).toEqual([]);
  expect(doubtful.filter(isKnown)).toHaveLength(known.size);
});

it("finds the texts at all", () => expect(texts.length).toBeGreaterThan(150));
