// A program of its own, started by DeathWatch: its stdin ends with its extension host.
import readline from "node:readline";
import { WatchedProcesses } from "./watchedProcesses.ts";

const watched = new WatchedProcesses();
const lines = readline.createInterface({ input: process.stdin });
lines.on("line", (line) => watched.read(line));
// A pipe whose other end died can fail instead of ending (Windows).
process.stdin.on("error", () => lines.close());
lines.once("close", () => void watched.endAll());
