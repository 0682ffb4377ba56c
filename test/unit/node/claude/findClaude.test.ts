import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findClaude } from "../../../../extension/node/claude/findClaude.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-find-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function program(...parts: string[]): string {
  const file = path.join(root, ...parts);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "#!/bin/sh\n", { mode: 0o755 });
  return file;
}
const find = (options: { setting?: string; env?: Record<string, string> } = {}) =>
  findClaude({ setting: options.setting ?? "", env: options.env ?? {}, home: root, platform: "linux" });

it("takes the setting first, then CLAUDE_BIN, then the usual places, then PATH", () => {
  const onPath = program("bin", "claude");
  const env = { PATH: path.join(root, "bin") };
  // A machine may have one in /usr/local/bin, which comes before PATH.
  expect([onPath, "/usr/local/bin/claude"]).toContain(find({ env }));
  const local = program(".claude", "local", "claude");
  expect(find({ env })).toBe(local);
  const native = program(".local", "bin", "claude");
  expect(find({ env })).toBe(native);
  const named = program("named");
  expect(find({ env: { ...env, CLAUDE_BIN: named } })).toBe(named);
  const set = program("set");
  expect(find({ setting: set, env: { ...env, CLAUDE_BIN: named } })).toBe(set);
  expect(find({ setting: "~/set" })).toBe(set);
});

it("never runs something else when the chosen program is missing", () => {
  program(".local", "bin", "claude");
  expect(() => find({ setting: path.join(root, "missing") })).toThrow(
    expect.objectContaining({ code: "cliNotFound", data: { searched: [path.join(root, "missing")] } }),
  );
});

it("rejects a file that is not executable, but not a script", () => {
  fs.writeFileSync(path.join(root, "plain"), "");
  expect(() => find({ setting: path.join(root, "plain") })).toThrow(
    expect.objectContaining({ code: "cliNotExecutable" }),
  );
  fs.writeFileSync(path.join(root, "cli.js"), "");
  expect(find({ setting: path.join(root, "cli.js") })).toBe(path.join(root, "cli.js"));
});
