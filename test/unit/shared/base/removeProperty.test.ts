import fc from "fast-check";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { removeProperty } from "../../../../extension/shared/base/removeProperty.ts";
import { withValue } from "../../../../extension/shared/base/withValue.ts";

const text = `{
  // about a
  "a": { "x": 1 }, // beside a
  // about b
  "b": 2, /* behind b */
  "c": [3] // beside c
}
`;
const comments = text.match(/about \w|beside \w|behind \w/g);

describe("a property that is removed", () => {
  it.each(["a", "b", "c"])("takes no comment with it: %s", (name) => {
    const left = removeProperty(text, [name]);
    const { [name]: _, ...rest } = parse(text);
    expect(JSON.parse(left.replaceAll(/\/\/.*|\/\*.*?\*\//g, ""))).toEqual(rest);
    expect(left.match(/about \w|beside \w|behind \w/g)).toEqual(comments);
  });

  it("leaves its lines to those around it", () => {
    expect(removeProperty('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n', ["b"])).toBe('{\n  "a": 1,\n  "c": 3\n}\n');
    expect(removeProperty('{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n', ["b"])).toBe('{\r\n  "a": 1\r\n}\r\n');
    expect(removeProperty('{ "a": 1, "b": 2 }', ["a"])).toBe('{ "b": 2 }');
    expect(removeProperty('{ "a": 1, "b": 2 }', ["b"])).toBe('{ "a": 1 }');
    expect(removeProperty('{ "a": { "b": 2 } }', ["a", "b"])).toBe('{ "a": { } }');
    expect(removeProperty('{\n  "a": 1,\n}\n', ["a"])).toBe("{\n}\n");
  });

  it("is the only change, in any object", () => {
    const gap = fc.constantFrom("", " ", "\n", "\n  ", " // x\n", " /* , */ ", "\r\n\t");
    const entries = fc.array(fc.tuple(gap, gap, gap, gap), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(entries, gap, fc.boolean(), fc.nat(3), (gaps, end, hasComma, at) => {
        const parts = gaps.map(([a, b, c, d], index) => `${a}"p${index}"${b}:${c}${index}${d}`);
        const whole = `{${parts.join(",")}${hasComma ? "," : ""}${end}}`;
        const name = `p${at}`;
        const errors: ParseError[] = [];
        const { [name]: _, ...rest } = parse(whole);
        expect(parse(removeProperty(whole, [name]), errors, { allowTrailingComma: hasComma })).toEqual(rest);
        expect(errors).toEqual([]);
      }),
    );
  });

  it("changes nothing where it is not", () => {
    for (const missing of [["d"], ["a", "y"], ["a", "x", "z"]]) expect(removeProperty(text, missing)).toBe(text);
    expect(removeProperty("", ["a"])).toBe("");
  });
});

it("keeps the comments of a list of which items change, come or go", () => {
  const text = `{
  "a": {
    "args": [ // keep me
      "one", // first
      "two"
    ]
  }
}`;
  const args = (...after: string[]) => withValue(text, ["a"], { args: ["one", "two"] }, { args: after });
  for (const [changed, items] of [
    [args("one", "two", "three"), ["one", "two", "three"]],
    [args("1", "two"), ["1", "two"]],
    [args("one"), ["one"]],
    [args(), []],
  ] as const) {
    expect(parse(changed)).toEqual({ a: { args: items } });
    expect(changed).toContain("// keep me");
    expect(changed).toContain("// first");
  }
});

it("changes the property that is read where a key is written more than once", () => {
  const text = `{
  // first
  "servers": { "a": 1 },
  "x": 1,
  "servers": {
    "a": 2, // replaced
    "a": { "args": ["one"] }, // read
    "b": 3,
  },
}`;
  const before = { a: { args: ["one"] }, b: 3 };
  for (const after of [
    { b: 3 },
    { a: { args: ["two"] }, b: 3 },
    { a: 1, b: 3 },
    { ...before, c: 4 },
    { ...before, a: { args: ["one", "two"] } },
    undefined,
  ]) {
    const changed = withValue(text, ["servers"], before, after);
    const errors: ParseError[] = [];
    expect(parse(changed, errors, { allowTrailingComma: true })).toEqual({ x: 1, ...(after && { servers: after }) });
    expect(errors).toEqual([]);
    for (const comment of ["first", "replaced", "read"].slice(0, after ? 3 : 1))
      expect(changed).toContain(`// ${comment}`);
  }
  expect(withValue(text, ["servers"], before, before)).toBe(text);
});
