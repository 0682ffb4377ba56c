import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";
import { afterAll, beforeAll } from "vitest";

export interface Child {
  readonly process: ChildProcess;
  /** Resolves with what it printed; undefined if it was killed before. */
  readonly outcome: Promise<{ readonly steps: number; readonly outcome: unknown } | undefined>;
}

/**
 * Returns a function that starts the program of a file, by default `child.ts`, in a process of its own. The program is
 * built before the first test.
 */
export function useChild(entry = new URL("child.ts", import.meta.url)): (...args: readonly string[]) => Child {
  let child: Awaited<ReturnType<typeof buildChild>>;
  beforeAll(async () => {
    child = await buildChild(entry);
  });
  afterAll(() => child.remove());
  return (...args) => child.start(...args);
}

async function buildChild(entry: URL): Promise<{ start: (...args: readonly string[]) => Child; remove: () => void }> {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-child-"));
  const program = path.join(place, "child.cjs");
  await esbuild.build({
    entryPoints: [fileURLToPath(entry)],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "error",
  });
  const start = (...args: readonly string[]): Child => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    const outcome = new Promise<{ steps: number; outcome: unknown } | undefined>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", () => resolve(text === "" ? undefined : JSON.parse(text)));
    });
    return { process: child, outcome };
  };
  return { start, remove: () => fs.rmSync(place, { recursive: true, force: true }) };
}
