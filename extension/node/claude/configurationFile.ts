import { createHash } from "node:crypto";
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { FoundEntry, ParsedFile } from "../../core/options/repository/parsedFile.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { parseJson } from "../../shared/base/read.ts";
import { describeState, isMissing, readRegular } from "../storage/regularFiles.ts";

/**
 * Reads a file with JSON as `claude` does: in UTF-16 where it begins with the mark of that (settings, 2.0.77 to
 * 2.1.332), else in UTF-8, with or without a mark.
 */
export async function readJsonText(file: string): Promise<string> {
  const bytes = Buffer.from(await readRegular(file, "latin1"), "latin1");
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8").replace(/^\ufeff/, "");
}

/**
 * Returns what a JSON file of a repository brings; nothing if it does not exist. A file that cannot be read or is not
 * valid JSON is an entry of its own, beside what was found in it, because `claude` may read it in another way.
 */
export async function parseConfigurationFile(
  file: string,
  find: (parsed: ParsedFile) => FoundEntry[],
): Promise<FoundEntry[]> {
  let text: string;
  try {
    text = await readJsonText(file);
  } catch (error) {
    if (isMissing(error)) return [];
    const problem = getErrorMessage(error);
    return [
      { kind: "unreadable", name: "", value: problem, path: file, identity: `${problem} ${await describeState(file)}` },
    ];
  }
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  const value = parseJson(text);
  const found = find({
    path: file,
    value: value === undefined && tree ? getNodeValue(tree) : value,
    lineOf: lineFinder(text, tree),
  });
  if (value !== undefined) return found;
  const identity = createHash("sha256").update(text).digest("hex");
  const problem = first ? printParseErrorCode(first.error) : "JSON";
  return [
    {
      kind: "unreadable",
      name: "",
      value: problem,
      path: file,
      line: first ? lineAt(text, first.offset) : 1,
      identity,
    },
    ...found,
  ];
}

function lineFinder(text: string, tree: Node | undefined): ParsedFile["lineOf"] {
  return (keys) => {
    const node = tree && findNodeAtLocation(tree, [...keys]);
    return node && lineAt(text, node.offset);
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
