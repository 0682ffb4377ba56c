// A separate program, started by DeathWatch: its stdin ends with its extension host.
import readline from "node:readline";
import { WatchedProcesses } from "./watchedProcesses.ts";

const watched = new WatchedProcesses();
const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => watched.read(line));
// On Windows a pipe whose other end died can fail instead of ending.
process.stdin.on("error", () => lines.close());
lines.once("close", () => void watched.endAll());
