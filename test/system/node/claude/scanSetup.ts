import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { type OwnFolders, scanRepository } from "../../../../extension/node/claude/repositoryScan.ts";

/** The folders of the running test, below the temporary folder. */
export const at = { root: "", repository: "" };

/** Makes a folder for each test of a file. */
export function makeRepositories(): void {
  beforeEach(() => {
    at.root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-scan-")));
    at.repository = path.join(at.root, "home", "repository");
    fs.mkdirSync(at.repository, { recursive: true });
  });
  afterEach(() => fs.rmSync(at.root, { recursive: true, force: true }));
}

export function write(name: string, content: string | object): string {
  const file = path.join(at.repository, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
  return file;
}

export const scan = (folder = at.repository, own: Partial<OwnFolders> = {}) =>
  scanRepository(folder, { home: path.join(at.root, "home"), homes: [], configFolders: [], ...own });
export const lines = async (folder?: string) =>
  (await scan(folder)).map(({ kind, name, value }) => `${kind} ${name}: ${value}`);
export const ids = async () => (await scan()).map(({ id }) => id);
