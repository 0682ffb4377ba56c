import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DiskEditorServerFiles } from "../../../../../extension/node/claude/servers/editorServerFiles.ts";
import { ProjectServerFiles } from "../../../../../extension/node/claude/servers/serverFiles.ts";
import { FileLocks } from "../../../../../extension/node/storage/fileLocks.ts";

let root: string;
let own: string;
const servers = () =>
  new ProjectServerFiles({ locks: new FileLocks(path.join(own, "locks")), backups: path.join(own, "backups") });
const file = () => path.join(root, ".mcp.json");
const read = () => fs.readFileSync(file(), "utf8");
const backups = () =>
  fs
    .readdirSync(path.join(own, "backups"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mcp.json"));

beforeEach(() => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-servers-")));
  [root, own] = [path.join(folder, "root"), path.join(folder, "own")];
  fs.mkdirSync(root);
});
afterEach(() => fs.rmSync(path.dirname(root), { recursive: true }));

const one = { command: "node", args: ["one.js"] };

it("creates a file, and changes only the server that is set", async () => {
  await servers().write(root, "one", one);
  await servers().write(root, "two", { type: "http", url: "https://two.example" });
  expect(JSON.parse(read())).toEqual({ mcpServers: { one, two: { type: "http", url: "https://two.example" } } });
  await servers().write(root, "one", undefined);
  expect([...(await servers().read(root)).servers.keys()]).toEqual(["two"]);
  expect(fs.readdirSync(root)).toEqual([".mcp.json"]);
});

it("keeps comments, indentation, line ends, the byte order mark and the mode", async () => {
  fs.writeFileSync(
    file(),
    '\ufeff{\r\n\t// ours\r\n\t"mcpServers": {\r\n\t\t"one": {\r\n\t\t\t"command": "node", // the program\r\n\t\t\t"args": ["old.js"]\r\n\t\t}\r\n\t},\r\n\t"other": 1\r\n}\r\n',
  );
  fs.chmodSync(file(), 0o640);
  await servers().write(root, "one", one);
  expect(read()).toBe(
    '\ufeff{\r\n\t// ours\r\n\t"mcpServers": {\r\n\t\t"one": {\r\n\t\t\t"command": "node", // the program\r\n\t\t\t"args": ["one.js"]\r\n\t\t}\r\n\t},\r\n\t"other": 1\r\n}\r\n',
  );
  await servers().write(root, "two", { command: "two" });
  expect(read().startsWith("\ufeff{\r\n\t// ours\r\n")).toBe(true);
  expect(read().replaceAll("\r\n", "")).not.toContain("\n");
  expect(fs.statSync(file()).mode & 0o777).toBe(0o640);
});

it("keeps up to five backups of earlier versions, which only the user can read", async () => {
  await servers().write(root, "one", one);
  for (let count = 1; count <= 7; count++) await servers().write(root, "one", { ...one, timeout: count });
  expect(backups()).toHaveLength(5);
  const newest = path.join(own, "backups", backups().sort().at(-1) ?? "");
  expect(JSON.parse(fs.readFileSync(newest, "utf8")).mcpServers.one.timeout).toBe(6);
  expect(fs.statSync(newest).mode & 0o777).toBe(0o600);
});

describe("a file that must be corrected first", () => {
  it.each([
    ['{\n  "mcpServers": {\n    "one": { "command": }\n  }\n}', { reason: "syntax", line: 3, column: 25 }],
    ['{ "mcpServers": [] }', { reason: "notObject", line: 1, column: 17 }],
    ["[]", { reason: "notObject", line: 1, column: 1 }],
    ['{\r\n"mcpServers": {},\r\n"mcpServers": {} }', { reason: "repeatedKey", line: 3, column: 1 }],
    ['{"mcpServers": {"a": {"command": "x"},\n "a": {"command": "y"}}}', { reason: "repeatedKey", line: 2, column: 2 }],
  ])("is left unchanged: %j", async (text, problem) => {
    fs.writeFileSync(file(), text);
    expect(await servers().write(root, "new", one)).toEqual(problem);
    expect(read()).toBe(text);
    expect((await servers().read(root)).problem).toEqual(problem);
  });

  it("keeps the servers that it had when it was last sound", async () => {
    const files = servers();
    await files.write(root, "one", one);
    await files.read(root);
    fs.writeFileSync(file(), "{");
    const found = await files.read(root);
    expect([...found.servers.keys()]).toEqual(["one"]);
    expect(found.problem?.reason).toBe("syntax");
  });
});

it("keeps a link, also one that leads nowhere yet", async () => {
  fs.symlinkSync(path.join(own, "elsewhere", "mcp.json"), file());
  await servers().write(root, "one", one);
  expect(fs.lstatSync(file()).isSymbolicLink()).toBe(true);
  expect(fs.readFileSync(path.join(own, "elsewhere", "mcp.json"), "utf8")).toContain("one.js");
  expect(await servers().findTarget(root)).toBe(path.join(own, "elsewhere", "mcp.json"));
});

it("does not replace a read-only file, and does not wait for a pipe", async () => {
  fs.writeFileSync(file(), "{}", { mode: 0o444 });
  await expect(servers().write(root, "one", one)).rejects.toMatchObject({ code: "EROFS" });
  expect(read()).toBe("{}");
  fs.rmSync(file());
  fs.mkdirSync(file());
  await expect(servers().write(root, "one", one)).rejects.toMatchObject({ code: "ENOTREG" });
});

it("handles names that are properties of every object", async () => {
  fs.writeFileSync(file(), '{"mcpServers": {"__proto__": {"command": "a"}, "constructor": {"command": "b"}}}');
  expect([...(await servers().read(root)).servers.keys()]).toEqual(["__proto__", "constructor"]);
  await servers().write(root, "toString", one);
  await servers().write(root, "constructor", undefined);
  expect([...(await servers().read(root)).servers.keys()]).toEqual(["__proto__", "toString"]);
});

it("loses no server when several windows write at once", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `server${index}`);
  const windows = [servers(), servers(), servers()];
  await Promise.all(names.map((name, index) => windows[index % 3]?.write(root, name, one)));
  expect([...(await servers().read(root)).servers.keys()].sort()).toEqual([...names].sort());
  expect(fs.readdirSync(path.join(own, "locks"))).toEqual([]);
});

it("takes over the lock of a window that is gone, and only that", async () => {
  const locks = new FileLocks(path.join(own, "locks"));
  let lock = "";
  await locks.hold(file(), async () => {
    lock = path.join(own, "locks", fs.readdirSync(path.join(own, "locks"))[0] ?? "");
  });
  // No process has this id: it is above the maximum of every system.
  fs.writeFileSync(lock, "4194305 gone");
  expect(await locks.hold(file(), async () => fs.readFileSync(lock, "utf8"))).toMatch(new RegExp(`^${process.pid} `));
  expect(fs.existsSync(lock)).toBe(false);
});

it.skipIf(process.platform === "win32").each([
  ["a folder", (at: string) => fs.mkdirSync(at)],
  ["a pipe", (at: string) => execFileSync("mkfifo", [at])],
  ["a link to a device", (at: string) => fs.symlinkSync("/dev/zero", at)],
  ["a link to itself", (at: string) => fs.symlinkSync(path.basename(at), at)],
])("reports a file that is %s as a problem, and leaves it", async (_, make) => {
  const problem = { reason: "unreadable", line: 1, column: 1 };
  make(file());
  expect(await servers().read(root)).toEqual({ file: file(), servers: new Map(), problem });
  await expect(servers().write(root, "one", one)).rejects.toThrow(/\.mcp\.json|\/dev\/zero/);
  expect(path.isAbsolute(await servers().findTarget(root))).toBe(true);
  const editors = path.join(root, ".vscode", "mcp.json");
  fs.mkdirSync(path.dirname(editors));
  make(editors);
  expect(await new DiskEditorServerFiles(path.join(root, "none")).read(root)).toEqual([{ file: editors, problem }]);
});
