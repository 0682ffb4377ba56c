import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

export interface Child {
  readonly process: ChildProcess;
  /** Resolves with what it printed; undefined if it was killed before. */
  readonly outcome: Promise<{ readonly steps: number; readonly outcome: unknown } | undefined>;
}

/** Builds the program of `child.ts`. */
export async function buildChild(): Promise<{ start: (...args: readonly string[]) => Child; remove: () => void }> {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-child-"));
  const program = path.join(place, "child.cjs");
  await esbuild.build({
    entryPoints: [fileURLToPath(new URL("child.ts", import.meta.url))],
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
