import * as z from "zod";
import { listPlaces } from "../places.ts";
import type { PlaceKind, RelatedSymbol } from "../port.ts";
import { askFeature, findSymbol, symbolInput } from "../symbolAt.ts";
import { count, type IdeTool, type IdeToolContext, type ResultItem, tool } from "../tool.ts";

const noFeature =
  "The editor found none. The language may have no such feature in this editor, or its server may still be starting.";

/** Creates a tool that answers with places. */
function placeTool(kind: PlaceKind, noun: string, title: string, description: string): IdeTool<unknown> {
  return tool({
    title,
    description,
    input: z.strictObject(symbolInput),
    limitMs: 30_000,
    async run(input, context) {
      const at = await findSymbol(input, context);
      const places = await askFeature(at.path, context, () =>
        context.editor.language.findPlaces(kind, at, context.folder),
      );
      const files = new Set(places.map(({ path }) => path)).size;
      return {
        summary:
          places.length === 0
            ? `No ${noun} of ${input.symbol}.`
            : `${count(places.length, noun)} of ${input.symbol} in ${count(files, "file")}.`,
        items: await listPlaces(places, context),
        notes: places.length === 0 ? [noFeature] : [],
      };
    },
  });
}

const definition = placeTool(
  "definition",
  "definition",
  "Definition",
  "Finds where a name in the code is defined, also in libraries.",
);

const references = placeTool(
  "references",
  "reference",
  "References",
  "Finds every use of a name in the code of the workspace, with its definition. Unlike a text search it knows what the name means: it finds no " +
    "other things of the same name.",
);

const implementations = placeTool(
  "implementations",
  "implementation",
  "Implementations",
  "Finds what implements an interface, an abstract method, or similar.",
);

async function listRelated(related: readonly RelatedSymbol[], context: IdeToolContext): Promise<readonly ResultItem[]> {
  const items: ResultItem[] = [];
  for (const { name, kind, note, place, calls } of related) {
    items.push({
      path: place.path,
      text: `${place.line}:${place.column} ${kind} ${name}${note === "" ? "" : ` – ${note}`}`,
    });
    items.push(...(await listPlaces(calls, context)).map(({ path, text }) => ({ path, text: `  called at ${text}` })));
  }
  return items;
}

const callHierarchy = tool({
  title: "Call hierarchy",
  description:
    "Finds the functions that call a function (incoming), or those that it calls (outgoing), with the lines of the calls.",
  input: z.strictObject({ ...symbolInput, direction: z.enum(["incoming", "outgoing"]).default("incoming") }),
  limitMs: 30_000,
  async run(input, context) {
    const at = await findSymbol(input, context);
    const related = await askFeature(at.path, context, () =>
      context.editor.language.findRelated(input.direction, at, context.folder),
    );
    const words = input.direction === "incoming" ? `call ${input.symbol}` : `are called by ${input.symbol}`;
    return {
      summary: `${count(related.length, "symbol")} ${words}.`,
      items: await listRelated(related, context),
      notes: related.length === 0 ? [noFeature] : [],
    };
  },
});

const typeHierarchy = tool({
  title: "Type hierarchy",
  description: "Finds the supertypes or the subtypes of a class or interface.",
  input: z.strictObject({ ...symbolInput, direction: z.enum(["supertypes", "subtypes"]).default("subtypes") }),
  limitMs: 30_000,
  async run(input, context) {
    const at = await findSymbol(input, context);
    const related = await askFeature(at.path, context, () =>
      context.editor.language.findRelated(input.direction, at, context.folder),
    );
    const noun = input.direction.slice(0, -1);
    return {
      summary: `${count(related.length, noun)} of ${input.symbol}.`,
      items: await listRelated(related, context),
      notes: related.length === 0 ? [noFeature] : [],
    };
  },
});

const hover = tool({
  title: "Hover",
  description:
    "Tells what the editor shows for a name in the code when the mouse is over it: its type and its documentation.",
  input: z.strictObject(symbolInput),
  limitMs: 30_000,
  async run(input, context) {
    const at = await findSymbol(input, context);
    const texts = await askFeature(at.path, context, () => context.editor.language.hover(at));
    return {
      summary: texts.length === 0 ? `The editor shows nothing for ${input.symbol}.` : "",
      items: texts.map((text) => ({ text })),
    };
  },
});

/** Tools that follow a name in the code. */
export const navigationTools = {
  definition,
  references,
  implementations,
  call_hierarchy: callHierarchy,
  type_hierarchy: typeHierarchy,
  hover,
};
