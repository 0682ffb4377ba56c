import path from "node:path";
import type { FileProblem, FileServers, ServerFiles } from "../../../core/conversations/ports.ts";
import { type ChangeFolders, findTarget, JsonFiles, readText } from "../../storage/jsonFiles.ts";
import { findFileProblem, readServerEntries, unreadableFile, withServer } from "./serverEdits.ts";

/**
 * MCP servers in the `.mcp.json` of a folder (all versions). The rest of a file, including comments, stays unchanged.
 */
export class ProjectServerFiles implements ServerFiles {
  readonly #files: JsonFiles;
  /** The servers of each file when it was last sound. */
  readonly #lastSound = new Map<string, ReadonlyMap<string, unknown>>();

  /** `onChange` receives each file before it is changed. */
  constructor(folders: ChangeFolders, onChange?: (file: string) => void) {
    this.#files = new JsonFiles(folders, onChange);
  }

  async read(folder: string): Promise<FileServers> {
    const file = getFile(folder);
    const text = await readText(file).catch(() => undefined);
    const problem = text === undefined ? unreadableFile : findFileProblem(text);
    if (text === undefined || problem)
      return { file, servers: this.#lastSound.get(file) ?? new Map(), ...(problem ? { problem } : {}) };
    const servers = readServerEntries(text);
    this.#lastSound.set(file, servers);
    return { file, servers };
  }

  async findTarget(folder: string): Promise<string> {
    const file = getFile(folder);
    // A link to itself has no target, and is reported once it is read.
    return findTarget(file).catch(() => file);
  }

  async write(folder: string, name: string, value: object | undefined): Promise<FileProblem | undefined> {
    const assertSound = (text: string): void => {
      const problem = findFileProblem(text);
      if (problem) throw new UnsoundFile(problem);
    };
    try {
      await this.#files.change(getFile(folder), { assertSound, change: (text) => withServer(text, name, value) });
      return undefined;
    } catch (error) {
      if (error instanceof UnsoundFile) return error.problem;
      throw error;
    }
  }
}

/** Leaves a change early: the file must be corrected first. */
class UnsoundFile extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

function getFile(folder: string): string {
  return path.join(folder, ".mcp.json");
}
