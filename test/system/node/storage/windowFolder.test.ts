import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWindowFolder } from "../../../../extension/node/storage/windowFolder.ts";

let shared: string;
beforeEach(() => {
  shared = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-windows-"));
});
afterEach(() => fs.rmSync(shared, { recursive: true }));

/** Opens a window without a folder; what `values` hold is its memory. */
function open(values: Map<string, unknown>) {
  const memory = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: string) => void values.set(key, value),
  };
  return openWindowFolder({ workspace: undefined, shared, memory, newId: randomUUID });
}

it("keeps a workspace's conversations with the workspace", () => {
  const memory = { get: () => expect.unreachable(), update: async () => {} };
  expect(openWindowFolder({ workspace: "/ws", shared, memory, newId: () => "x" }).path).toBe(
    path.join("/ws", "conversations"),
  );
});

it("gives every window without a folder one of its own, which it finds again", () => {
  const [first, second] = [new Map(), new Map()];
  expect(open(first).path).not.toBe(open(second).path);
  expect(open(first).path).toBe(open(first).path);
});

it("takes over the folder of an ended window, but not of a running one", async () => {
  const values = new Map();
  const { path: folder, claim } = open(values);
  const other = spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], { stdio: "ignore" });
  fs.writeFileSync(path.join(folder, "owner"), String(other.pid));
  const mine = open(new Map(values)).path;
  expect(mine).not.toBe(folder);
  const gone = new Promise((resolve) => other.once("exit", resolve));
  other.kill("SIGKILL");
  await gone;
  expect(open(new Map(values)).path).toBe(folder);
  claim.dispose();
  expect(fs.existsSync(path.join(folder, "owner"))).toBe(false);
});

it.each(["", "null", "-1", "1", "1e99"])("counts a damaged owner as none: %j", (text) => {
  const values = new Map();
  const { path: folder } = open(values);
  fs.writeFileSync(path.join(folder, "owner"), text);
  expect(open(new Map(values)).path).toBe(folder);
});

it("trusts no name that could lead elsewhere", () => {
  expect(path.relative(shared, open(new Map([["window", "../../etc"]])).path)).toMatch(/^conversations.[0-9a-f-]{36}$/);
});
