// A program of its own, started by DeathWatch: its stdin ends with its extension host.
import readline from "node:readline";
import type { WatchMessage } from "./deathWatch.ts";
import { endMarked, endTree, identify, isRunning, type ProcessIdentity } from "./runningProcess.ts";

/** The CLI sees its own stdin end and may end by itself, with its transcript whole; then it is told to, then made to. In milliseconds. */
const graceMs = 1_000;
const termMs = 2_000;

interface Watched {
  readonly identity: Promise<ProcessIdentity | undefined>;
  readonly mark: string;
}

const watched = new Map<number, Watched>();

const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line) as WatchMessage;
  if (message.kind === "forget") watched.delete(message.pid);
  else watched.set(message.pid, { identity: identify(message.pid), mark: message.mark });
});
lines.once("close", () => {
  if (watched.size === 0) return;
  setTimeout(() => void endAll("SIGTERM"), graceMs);
  setTimeout(() => void endAll("SIGKILL"), graceMs + termMs);
});

async function endAll(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  for (const [pid, { identity, mark }] of watched) {
    const known = await identity;
    // The id may belong to another process by now. What this one started is found by its mark.
    if (known && (await isRunning(known))) endTree(pid, mark, signal);
    else endMarked(mark, signal);
  }
}
