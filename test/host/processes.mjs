// The processes of an editor under test, found in /proc.
import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Resolves once no process is left; rejects with those that remain after a minute, and the commands that they run.
 * @param {() => readonly number[]} processes
 */
export async function ended(processes) {
  for (const end = Date.now() + 60_000; ; await delay(100)) {
    const left = processes();
    if (left.length === 0) return;
    if (Date.now() > end)
      throw new Error(`processes outlive their editor: ${left.map((pid) => `${pid} ${readCommand(pid)}`).join("; ")}`);
  }
}

/**
 * Returns the process that started a process; 0 once it has ended.
 * @param {number} pid
 */
function parentOf(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // Before it is the name of the program in parentheses, which can itself contain spaces and parentheses.
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/**
 * Returns the ids of the process that started a process, of the one that started that, and so on.
 * @param {number} pid
 */
export function ancestorsOf(pid) {
  /** @type {number[]} */
  const found = [];
  for (let each = parentOf(pid); each > 0 && !found.includes(each); each = parentOf(each)) found.push(each);
  return found;
}

/**
 * Returns the command that a process runs; empty once it has ended.
 * @param {number} pid
 */
function readCommand(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return "";
  }
}

/**
 * Returns the ids of the processes whose environment contains the text, without this one. Outside of Linux there is no
 * /proc, and none is found.
 * @param {string} environment
 * @param {(argv: readonly string[]) => boolean} [isMeant]
 * @returns {number[]}
 */
export function processesWith(environment, isMeant = () => true) {
  const pids = fs.existsSync("/proc") ? fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return pids.map(Number).filter((pid) => {
    try {
      const argv = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      return (
        pid !== process.pid && isMeant(argv) && fs.readFileSync(`/proc/${pid}/environ`, "utf8").includes(environment)
      );
    } catch {
      // The process has ended in the meantime.
      return false;
    }
  });
}

/**
 * Kills the processes that have not ended on their own.
 * @param {readonly number[]} pids
 */
export function killAll(pids) {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

/**
 * Returns the arguments of all processes that contain the text.
 * @param {string} text
 * @returns {string[]}
 */
export function findInArguments(text) {
  return fs.readdirSync("/proc").flatMap((name) => {
    try {
      const argv = /^\d+$/.test(name) ? fs.readFileSync(`/proc/${name}/cmdline`, "utf8") : "";
      return argv.includes(text) ? [argv] : [];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
}
