import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CachedServerLogs } from "../../../../../extension/node/claude/servers/serverLogs.ts";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-logs-"));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(folder: string, name: string, ...entries: (object | string)[]): void {
  fs.mkdirSync(path.join(root, folder), { recursive: true });
  fs.writeFileSync(
    path.join(root, folder, name),
    entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n"),
  );
}

const logs = (platform: NodeJS.Platform = "linux", env: Record<string, string> = {}) =>
  new CachedServerLogs(() => ({ HOME: root, ...env }), platform);

it("reads the end of the newest log and the server's error output in it", async () => {
  const folder = ".cache/claude-cli-nodejs/-w-my-app/mcp-logs-my-server";
  write(folder, "2026-01-01T00-00-00-000Z.jsonl", { debug: "old" });
  write(
    folder,
    "2026-01-02T00-00-00-000Z.jsonl",
    { debug: "Starting", timestamp: "2026-01-02T10:00:01.000Z" },
    "not json",
    { error: "Server stderr: no \u001b[31mdatabase\nat /nowhere\n", timestamp: "2026-01-02T10:00:02.000Z" },
    { error: "Connection closed" },
  );
  expect(await logs().read({ folder: "/w/my.app" }, "my server")).toEqual({
    text: expect.stringMatching(
      /^10:00:01 Starting\n10:00:02 Server stderr: no .*database\n10:00:02 at \/nowhere\nConnection closed$/,
    ),
    stderr: expect.stringMatching(/^no .*database\nat \/nowhere$/),
  });
});

it("reads only the end of a long log", async () => {
  const folder = ".cache/claude-cli-nodejs/-w/mcp-logs-loud";
  write(
    folder,
    "1.jsonl",
    ...Array.from({ length: 3_000 }, (_, index) => ({ debug: `line ${index} ${"x".repeat(40)}` })),
  );
  const { text } = await logs().read({ folder: "/w" }, "loud");
  expect([text.split("\n").length, text.includes("line 2999"), text.includes("line 2900")]).toEqual([60, true, false]);
});

it("finds the cache of each platform, and returns an empty log where none exists", async () => {
  write("Library/Caches/claude-cli-nodejs/-w/mcp-logs-a", "1.jsonl", { debug: "mac" });
  write("local/claude-cli-nodejs/Cache/-w/mcp-logs-a", "1.jsonl", { debug: "windows" });
  write("xdg/claude-cli-nodejs/-w/mcp-logs-a", "1.jsonl", { debug: "xdg" });
  expect((await logs("darwin").read({ folder: "/w" }, "a")).text).toBe("mac");
  expect((await logs("win32", { LOCALAPPDATA: path.join(root, "local") }).read({ folder: "/w" }, "a")).text).toBe(
    "windows",
  );
  expect((await logs("linux", { XDG_CACHE_HOME: path.join(root, "xdg") }).read({ folder: "/w" }, "a")).text).toBe(
    "xdg",
  );
  const ofProfile = new CachedServerLogs((profile = "") => ({ HOME: path.join(root, profile) }), "linux");
  write("work/.cache/claude-cli-nodejs/-w/mcp-logs-a", "1.jsonl", { debug: "of a profile" });
  expect((await ofProfile.read({ folder: "/w", profile: "work" }, "a")).text).toBe("of a profile");
  expect(await logs().read({ folder: "/w" }, "../../a")).toEqual({ text: "", stderr: "" });
});
