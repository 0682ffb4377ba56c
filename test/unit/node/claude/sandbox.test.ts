import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { assertSandbox, isSandboxOn } from "../../../../extension/node/claude/sandbox.ts";

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-sandbox-"));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const on = { sandbox: { enabled: true, network: { allowedDomains: [] } } };
const install = (tool: string) => fs.writeFileSync(path.join(folder, tool), "", { mode: 0o755 });

/** Returns the problem of a start; undefined if it is admitted. */
function problemOn(platform: NodeJS.Platform, settings: unknown): unknown {
  try {
    assertSandbox(settings, { platform, env: { PATH: `relative:${folder}` } });
    return undefined;
  } catch (error) {
    return (error as { data: unknown }).data;
  }
}

it("refuses a sandbox whose tools are missing, by their names", () => {
  const missing = (tools: string[]) => ({ setting: "tandem.sandbox", problem: { code: "sandboxToolsMissing", tools } });
  expect(problemOn("linux", on)).toEqual(missing(["bwrap", "socat"]));
  install("bwrap");
  expect(problemOn("linux", on)).toEqual(missing(["socat"]));
  install("socat");
  expect(problemOn("linux", on)).toBeUndefined();
});

it("refuses it where there is none, and asks nothing of a start without it", () => {
  expect(problemOn("win32", on)).toEqual({ setting: "tandem.sandbox", problem: { code: "sandboxUnsupported" } });
  expect(problemOn("darwin", on)).toBeUndefined();
  for (const off of [
    undefined,
    {},
    { sandbox: {} },
    { sandbox: { enabled: false } },
    { sandbox: { enabled: "true" } },
  ]) {
    expect([isSandboxOn(off), problemOn("linux", off), problemOn("win32", off)]).toEqual([false, undefined, undefined]);
  }
});
