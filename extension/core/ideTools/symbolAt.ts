import * as z from "zod";
import { cutText } from "../../shared/base/cutText.ts";
import type { Position } from "./port.ts";
import { type IdeToolContext, locate } from "./tool.ts";

/**
 * Input of tools that ask about a name in the code. Models count columns badly, so the name itself says where it is.
 */
export const symbolInput = {
  path: z.string().describe("File that contains the name."),
  line: z.int().min(1).describe("Line of the name, counted from 1."),
  symbol: z.string().min(1).describe("The name as it is written on that line."),
};

interface SymbolInput {
  readonly path: string;
  readonly line: number;
  readonly symbol: string;
}

/** Finds the position that an input means. Rejects with a sentence for the model. */
export async function findSymbol({ path, line, symbol }: SymbolInput, context: IdeToolContext): Promise<Position> {
  const file = await locate(path, context);
  if (file.isFolder) throw new Error(`${path} is a folder.`);
  const lines = await context.editor.language.readLines(file.path, context.folder);
  if (!lines)
    throw new Error(`${path} is no text that the editor's tools read: it is too large, binary, or may hold secrets.`);
  const text = lines[line - 1];
  if (text === undefined) throw new Error(`${path} has ${lines.length} lines only.`);
  const index = findWord(text, symbol);
  if (index < 0)
    throw new Error(`Line ${line} of ${path} does not contain ${symbol}. The line is: ${cutText(text.trim(), 200)}`);
  return { path: file.path, line, column: index + 1 };
}

/** Returns the index of a name as a whole word, or else of its first occurrence; -1 if there is none. */
function findWord(text: string, word: string): number {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    if (!isPart(text[index - 1]) && !isPart(text[index + word.length])) return index;
  }
  return text.indexOf(word);
}

/**
 * Asks a language feature. If it knows nothing, its server may just have been started by this question: waits for it,
 * and asks once more.
 */
export async function askFeature<T>(
  path: string,
  context: IdeToolContext,
  ask: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found = await ask();
  if (found.length > 0) return found;
  await context.editor.analyze(path, context.signal);
  return ask();
}
