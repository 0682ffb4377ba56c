import fc from "fast-check";
import { expect, it } from "vitest";
import { emptyInput, readStreamedInput } from "../../../../../extension/core/conversation/tools/streamedInput.ts";

/** Reads pieces, and returns all that was added by field, and the whole fields. */
function readAll(pieces: readonly string[]) {
  // Without a prototype: a field can have any name.
  const written: Record<string, string> = Object.create(null);
  let state = emptyInput;
  for (const piece of pieces) {
    const on = readStreamedInput(state, piece);
    for (const [field, text] of on.added) written[field] = (written[field] ?? "") + text;
    state = on.state;
  }
  return { written, fields: state.fields };
}

const value = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
);

it("reads the texts of any object in any pieces", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        value,
        { maxKeys: 5 },
      ),
      fc.array(fc.nat(50)),
      (object, cuts) => {
        const json = JSON.stringify(object);
        const places = [...new Set([0, ...cuts.map((cut) => cut % (json.length + 1)), json.length])].sort(
          (a, b) => a - b,
        );
        const { written, fields } = readAll(places.slice(1).map((end, index) => json.slice(places[index], end)));
        const texts = Object.fromEntries(Object.entries(object).filter(([, each]) => typeof each === "string"));
        expect(fields).toEqual(texts);
        expect(written).toEqual(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")));
      },
    ),
  );
});

it("reads invalid JSON as far as possible, and treats __proto__ as a name", () => {
  expect(Object.entries(readAll(['{"__proto__": "x", "a": "b', 'c", "d']).fields)).toEqual([
    ["__proto__", "x"],
    ["a", "bc"],
  ]);
  for (const piece of ["}}}}", '"', "\\", '{"a": "\\u12', "[[[[{", "null", '{"a" "b" : : ,,'])
    expect(() => readAll([piece, piece])).not.toThrow();
});
