import * as z from "zod";
import { askFeature } from "../symbolAt.ts";
import { count, locate, tool } from "../tool.ts";

const documentSymbols = tool({
  title: "Symbols in a file",
  description: "Lists the functions, classes, variables and other symbols of a file with their lines, as an outline.",
  input: z.strictObject({ path: z.string().describe("The file.") }),
  limitMs: 30_000,
  async run({ path: wanted }, context) {
    const { path, isFolder } = await locate(wanted, context);
    if (isFolder) throw new Error(`${wanted} is a folder. Use workspace_symbols to search in all files.`);
    const { language } = context.editor;
    const symbols = await askFeature(path, context, () => language.symbolsIn(path));
    // The outline of some languages, such as JSON, has the values of the file.
    const isReadable = (await language.readLines(path, context.folder)) !== undefined;
    return {
      summary: `${count(symbols.length, "symbol")} in ${path}.`,
      items: symbols.map(({ name, kind, note, depth, place: { line, endLine } }) => {
        const lines = endLine > line ? `${line}-${endLine}` : String(line);
        return {
          text: `${"  ".repeat(depth + 1)}${lines} ${kind} ${name}${isReadable && note !== "" ? ` ${note}` : ""}`,
        };
      }),
      notes: symbols.length === 0 ? ["The language of the file may have no outline in this editor."] : [],
    };
  },
});

const workspaceSymbols = tool({
  title: "Symbols in the workspace",
  description:
    "Searches functions, classes and other symbols by their name in all files of the workspace. Language servers match loosely: parts of names are enough.",
  input: z.strictObject({ query: z.string().min(2).describe("The name or a part of it.") }),
  async run({ query }, { editor, folder }) {
    const found = await editor.language.findSymbols(query, folder);
    const inside = found.filter(({ place }) => place.isInside);
    const outside = found.length - inside.length;
    return {
      summary: `${count(inside.length, "symbol")} for ${query}.`,
      items: inside.map(({ name, kind, note, place: { path, line } }) => ({
        path,
        text: `${line} ${kind} ${name}${note === "" ? "" : ` in ${note}`}`,
      })),
      notes: [
        ...(outside === 0 ? [] : [`Left out: ${count(outside, "symbol")} in files outside the workspace.`]),
        ...(inside.length > 0 ? [] : ["Some language servers answer only after a file of their language was opened."]),
      ],
    };
  },
});

/** Tools that list symbols. */
export const symbolTools = {
  document_symbols: documentSymbols,
  workspace_symbols: workspaceSymbols,
};
