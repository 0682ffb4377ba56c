import path from "node:path";
import { parse } from "jsonc-parser";
import type { EditorServerFiles } from "../../../core/conversations/servers/serverPorts.ts";
import { readText } from "../../storage/jsonFiles.ts";
import { findFileProblem, unreadableFile } from "./serverEdits.ts";

/** The `mcp.json` files of the editor on this machine: `.vscode/mcp.json` of a folder, and the user's. */
export class DiskEditorServerFiles implements EditorServerFiles {
  readonly #userFile: string;

  /** `userFile` may not exist: the user's files can be on another machine. */
  constructor(userFile: string) {
    this.#userFile = userFile;
  }

  async read(folder: string | undefined) {
    const files = [...(folder === undefined ? [] : [path.join(folder, ".vscode", "mcp.json")]), this.#userFile];
    const all = await Promise.all(
      files.map(async (file) => {
        const text = await readText(file).catch(() => undefined);
        if (text === undefined) return [{ file, problem: unreadableFile }];
        const problem = findFileProblem(text);
        if (problem) return [{ file, problem }];
        return text === "" ? [] : [{ file, content: parse(text) as unknown }];
      }),
    );
    return all.flat();
  }
}
