import fs from "node:fs";
import path from "node:path";
import { objectAt, stringAt } from "../base/read.ts";
import type { AgentCall } from "../session/ports.ts";

/** Bytes of a first line that are read in search of a task. */
const longestTask = 256 * 1024;

/**
 * The transcript of a subagent beside that of its conversation: 2.0.77 keeps it in the same folder, 2.1.50 and later in one of its own.
 * A call that was cut before its result does not name its agent; 2.1.329 names the call in a file beside the transcript, and all
 * versions begin the transcript with the task. Undefined where nothing is kept, or several were told the same.
 */
export async function findAgentFile(conversation: string, { agentId, toolId, task }: AgentCall): Promise<string | undefined> {
  const session = path.basename(conversation, ".jsonl");
  const folders = [path.join(path.dirname(conversation), session, "subagents"), path.dirname(conversation)];
  if (agentId !== undefined) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(agentId)) return undefined;
    return folders.map((folder) => path.join(folder, `agent-${agentId}.jsonl`)).find((file) => fs.existsSync(file));
  }
  const files = (await Promise.all(folders.map(agentFilesIn))).flat();
  const about = await Promise.all(files.map(async (file) => ({ file, call: await callOf(file), first: await firstEntry(file) })));
  const named = about.find(({ call }) => call === toolId);
  if (named) return named.file;
  const told = about.filter(({ call, first }) => call === undefined && stringAt(first, "sessionId") === session && taskOf(first) === task);
  return task !== undefined && told.length === 1 ? told[0]?.file : undefined;
}

async function agentFilesIn(folder: string): Promise<readonly string[]> {
  const names = await fs.promises.readdir(folder).catch(() => []);
  return names.filter((name) => /^agent-[A-Za-z0-9_-]{1,64}\.jsonl$/.test(name)).map((name) => path.join(folder, name));
}

/** The call that a subagent works for, where that is kept (2.1.329). */
async function callOf(file: string): Promise<string | undefined> {
  const text = await fs.promises.readFile(file.replace(/\.jsonl$/, ".meta.json"), "utf8").catch(() => "");
  return stringAt(parse(text), "toolUseId");
}

async function firstEntry(file: string): Promise<unknown> {
  const handle = await fs.promises.open(file, "r").catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestTask), 0, longestTask, 0);
    return parse(buffer.toString("utf8", 0, bytesRead).split("\n", 1)[0] ?? "");
  } finally {
    await handle.close();
  }
}

function taskOf(entry: unknown): string | undefined {
  return stringAt(objectAt(entry, "message"), "content");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
