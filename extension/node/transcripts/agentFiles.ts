import fs from "node:fs";
import path from "node:path";
import type { AgentCall } from "../../core/conversation/ports/ports.ts";
import { parseJson, readObject, readString } from "../../shared/base/read.ts";
import { openRegular, readRegular } from "../storage/regularFiles.ts";

/** Maximum number of bytes of a first line that are read in search of a task. */
const maxTaskLength = 256 * 1024;

/** Number of files that are read in parallel. */
const maxParallelReads = 16;

/**
 * Finds the transcript of a subagent: 2.0.77 keeps it in the folder of the conversation's transcript, 2.1.50 and later
 * in a separate folder. A call that was cut before its result does not name its agent; 2.1.329 names the call in a file
 * beside the transcript, and in all versions the transcript begins with the task. Returns undefined without a
 * transcript, or where several agents have the same task. Rejects where a file that may be the right one cannot be
 * read, because another match is not certain then.
 */
export async function findAgentFile(
  conversation: string,
  { agentId, toolId, task }: AgentCall,
): Promise<string | undefined> {
  const session = path.basename(conversation, ".jsonl");
  const folders = [path.join(path.dirname(conversation), session, "subagents"), path.dirname(conversation)];
  if (agentId !== undefined) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(agentId)) return undefined;
    return folders.map((folder) => path.join(folder, `agent-${agentId}.jsonl`)).find((file) => fs.existsSync(file));
  }
  const files = (await Promise.all(folders.map(agentFilesIn))).flat();
  let named: string | undefined;
  const unnamed: string[] = [];
  const unread: unknown[] = [];
  await readEach(files, async (file) => {
    try {
      const call = await getCall(file);
      if (call === toolId) named = file;
      else if (call === undefined) unnamed.push(file);
    } catch (error) {
      // Another file may name the call.
      unread.push(error);
    }
    return named !== undefined;
  });
  if (named !== undefined) return named;
  if (unread.length > 0) throw unread[0];
  if (task === undefined) return undefined;
  const told: string[] = [];
  await readEach(unnamed, async (file) => {
    const first = await readFirstEntry(file);
    if (readString(first, "sessionId") === session && getTask(first) === task) told.push(file);
    return told.length > 1;
  });
  return told.length === 1 ? told[0] : undefined;
}

/** Reads files, some in parallel, until `read` returns true. Rejects when `read` does. */
async function readEach(files: readonly string[], read: (file: string) => Promise<boolean>): Promise<void> {
  const left = [...files].reverse();
  const work = async (): Promise<void> => {
    try {
      for (let file = left.pop(); file !== undefined; file = left.pop()) if (await read(file)) return;
    } finally {
      // The result is known or cannot be known, so the other workers stop.
      left.length = 0;
    }
  };
  await Promise.all(Array.from({ length: maxParallelReads }, work));
}

async function agentFilesIn(folder: string): Promise<readonly string[]> {
  const names = await resolveMissing(fs.promises.readdir(folder), []);
  return names.filter((name) => /^agent-[A-Za-z0-9_-]{1,64}\.jsonl$/.test(name)).map((name) => path.join(folder, name));
}

/** Returns the call that started a subagent, where it is saved (2.1.329). */
async function getCall(file: string): Promise<string | undefined> {
  const text = await resolveMissing(readRegular(file.replace(/\.jsonl$/, ".meta.json")), "");
  return readString(parseJson(text), "toolUseId");
}

/**
 * Returns the result of a read, or `missing` where the file does not exist. Rejects where the file exists but cannot be
 * read.
 */
async function resolveMissing<T>(reading: Promise<T>, missing: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return missing;
    throw error;
  }
}

async function readFirstEntry(file: string): Promise<unknown> {
  const handle = await openRegular(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxTaskLength), 0, maxTaskLength, 0);
    return parseJson(buffer.toString("utf8", 0, bytesRead).split("\n", 1)[0] ?? "");
  } finally {
    await handle.close();
  }
}

function getTask(entry: unknown): string | undefined {
  return readString(readObject(entry, "message"), "content");
}
