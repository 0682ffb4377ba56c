import fs from "node:fs";
import { Session } from "node:inspector/promises";
import path from "node:path";
import * as vscode from "vscode";

/** Functions of Node that read the disk. */
const reads = ["statSync", "lstatSync", "readFileSync", "existsSync", "readdirSync", "openSync"] as const;
const readsLater = ["stat", "lstat", "readFile", "readdir", "open"] as const;

let session: Session | undefined;
let diskReads = 0;
let restore: (() => void)[] = [];

/** Replaces a function of an object by one that counts its calls too. */
function count(owner: object, name: string): void {
  const functions = owner as Record<string, (...given: unknown[]) => unknown>;
  const real = functions[name];
  if (!real) return;
  functions[name] = (...given) => {
    diskReads++;
    return real.apply(owner, given);
  };
  restore.push(() => {
    functions[name] = real;
  });
}

/**
 * Counts calls in this extension host, which all extensions share: of each of the editor's own functions that has a
 * name, of those that read settings, and of those that read the disk. The first call of the command begins, the second
 * one ends and writes the counts to a file in the folder.
 */
export async function countCalls(): Promise<void> {
  if (!session) {
    session = new Session();
    session.connect();
    await session.post("Profiler.enable");
    diskReads = 0;
    for (const name of reads) count(fs, name);
    for (const name of readsLater) count(fs.promises, name);
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    return;
  }
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  session.disconnect();
  session = undefined;
  for (const each of restore) each();
  restore = [];
  const editor: Record<string, number> = {};
  let settings = 0;
  for (const { functionName, ranges } of result
    .filter(({ url }) => url.includes("extensionHostProcess"))
    .flatMap(({ functions }) => functions)) {
    const [{ count: calls = 0, startOffset = 0 } = {}] = ranges;
    // The editor visits each value of a message to a page with a function without a name.
    if (functionName !== "") editor[`${functionName}@${startOffset}`] = calls;
    if (functionName === "inspect" || functionName === "getConfiguration") settings += calls;
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const file = path.join(folder, "calls.json");
  // In one step: a test that waits for the file finds all of it.
  fs.writeFileSync(`${file}.new`, JSON.stringify({ editor, settings, diskReads }));
  fs.renameSync(`${file}.new`, file);
}
