// @vitest-environment node
import ts from "typescript";
import { expect, it } from "vitest";
import { hostileTexts } from "../fuzz/hostileTexts.ts";
import { readHostSource } from "./program.ts";
import { FittingValues } from "./valuesOf.ts";

const { checker, files } = readHostSource("shared");
const sources = [...files((name) => /^extension\/shared\/(text|pages)\//.test(name))];
const modules = new Map<string, Readonly<Record<string, unknown>>>(
  await Promise.all(sources.map(async ([name]) => [name, await import(/* @vite-ignore */ `../../${name}`)] as const)),
);

/** Something of extension/shared/text or extension/shared/pages that makes words: a function, or a table of them. */
interface Place {
  readonly name: string;
  readonly type: ts.Type;
  readonly value: unknown;
  readonly at: ts.Node;
}
const places = sources.flatMap(([name, file]): Place[] => {
  const symbol = checker.getSymbolAtLocation(file);
  const exported = (symbol ? checker.getExportsOfModule(symbol) : []).filter(
    ({ flags }) => flags & ts.SymbolFlags.Value,
  );
  return exported.map((each) => ({
    name: `${name.replace("extension/shared/", "")} ${each.name}`,
    type: checker.getTypeOfSymbolAtLocation(each, file),
    value: modules.get(name)?.[each.name],
    at: file,
  }));
});

/** The texts of what a function or table of words says, with `text` for every text that is put in. */
function* said({ name, type, value, at }: Place, text: string): Generator<string> {
  const [signature] = type.getCallSignatures();
  if (signature && typeof value === "function") {
    const result = signature.getReturnType();
    for (const given of new FittingValues(checker, text).argumentsOf(signature, at))
      yield* said({ name, type: result, value: value(...given), at }, text);
  } else if (type.flags & ts.TypeFlags.StringLike || typeof value === "string") {
    if (typeof value !== "string") throw new Error(`${name}: ${String(value)} is no text`);
    yield value;
  } else if (typeof value === "object" && value !== null) {
    for (const field of checker.getPropertiesOfType(type))
      if (Object.hasOwn(value, field.name))
        yield* said(
          {
            name: `${name}.${field.name}`,
            type: checker.getTypeOfSymbolAtLocation(field, at),
            value: Reflect.get(value, field.name),
            at,
          },
          text,
        );
  }
}

/** Looks of a text that was made of a value that is no text. */
const noText = /\[object |\[native code\]|=>|function \w*\(/;

// Every function with every kind of value takes a second for each text, and four for the longest.
for (const [index, text] of hostileTexts.entries())
  it(`shows no object or function in a text that contains ${JSON.stringify(text.slice(0, 30))}`, {
    timeout: 60_000,
    tags: index % 12 === 0 ? [] : ["thorough"],
  }, () => {
    const failed = places.flatMap((place) => {
      try {
        return [...said(place, text)]
          .filter((words) => noText.test(words.replaceAll(text, "")))
          .map((words) => `${place.name}: ${words.slice(0, 200)}`);
      } catch (error) {
        return [`${place.name}: ${error instanceof Error ? error.stack?.slice(0, 300) : error}`];
      }
    });
    expect(failed).toEqual([]);
  });

it("finds what makes words", () => expect(places.length).toBeGreaterThan(80));
