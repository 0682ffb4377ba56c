import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  isWithin,
  resolveToolPath,
  withRawPath,
  withResolvedPath,
} from "../../../../../extension/core/conversation/tools/toolPath.ts";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, getAnswer } from "../conversationSetup.ts";

const posix = { home: "/home/me", isWindows: false, base: "/w", version: "2.1.50" };
const windows = { home: "C:\\Users\\me", isWindows: true, base: "C:\\w", version: "2.1.329" };

describe("a path of a call", () => {
  it.each([
    ["/w/a.txt", "/w/a.txt"],
    ["a.txt", "/w/a.txt"],
    ["./a.txt", "/w/a.txt"],
    ["../a.txt", "/a.txt"],
    ["sub/../a.txt", "/w/a.txt"],
    ["~/a.txt", "/home/me/a.txt"],
    ["~", "/home/me"],
    ["~/../other", "/home/other"],
    ["~user/a.txt", "/w/~user/a.txt"],
    [" a.txt", "/w/a.txt"],
    ["a.txt\t\n", "/w/a.txt"],
    ["a.txt\u00a0", "/w/a.txt"],
    ["a.txt\u200b", "/w/a.txt\u200b"],
    ["//w//a.txt", "/w/a.txt"],
    ["/w/a.txt/", "/w/a.txt"],
    ["/../../etc/passwd", "/etc/passwd"],
    ["", "/w"],
    ["a\0b", "a\0b"],
  ])("resolves %j to %j", (raw, path) => {
    expect(resolveToolPath(raw, posix)).toBe(path);
  });

  it("is composed (Unicode NFC) only in 2.1.50", () => {
    const decomposed = "/w/e\u0301.txt";
    expect(
      ["2.0.77", "2.1.50", "2.1.329"].map((version) => resolveToolPath(decomposed, { ...posix, version }).length),
    ).toEqual([9, 8, 9]);
  });

  it.each([
    ["C:\\w\\a.txt", "C:\\w\\a.txt"],
    ["C:/w/sub/../a.txt", "C:\\w\\a.txt"],
    ["a.txt", "C:\\w\\a.txt"],
    ["/c/w/a.txt", "C:\\w\\a.txt"],
    ["~/a.txt", "C:\\Users\\me\\a.txt"],
    ["\\\\host\\share\\a.txt", "\\\\host\\share\\a.txt"],
  ])("resolves on Windows: %j to %j", (raw, path) => {
    expect(resolveToolPath(raw, windows)).toBe(path);
  });

  it("stays unchanged if the version of a tool does that, or is unknown", () => {
    expect(withResolvedPath("Read", { file_path: "~/a.txt" }, { ...posix, version: "2.0.77" })).toEqual({
      file_path: "/w/~/a.txt",
    });
    expect(withResolvedPath("NotebookEdit", { notebook_path: "/w/a.ipynb " }, posix)).toEqual({
      notebook_path: "/w/a.ipynb ",
    });
    expect(resolveToolPath("~/a", { ...posix, home: "" })).toBe("~/a");
    expect(resolveToolPath("a", { ...posix, base: "" })).toBe("a");
    const input = { command: "ls ~/" };
    expect(withResolvedPath("Bash", input, posix)).toBe(input);
  });

  it("returns to the process unchanged", () => {
    const raw = { file_path: "~/a.txt", content: "x" };
    const resolved = withResolvedPath("Write", raw, posix);
    expect(withRawPath({ ...resolved, content: "mine" }, resolved, raw)).toEqual({
      file_path: "~/a.txt",
      content: "mine",
    });
    expect(withRawPath(raw, raw, raw)).toBe(raw);
  });
});

const ask = (input: object, name = "Write") => ({
  type: "control_request",
  request_id: "r1",
  request: { subtype: "can_use_tool", tool_name: name, tool_use_id: "t1", input },
});

it("shows ~ as a file in the home folder, and answers with the original path", async () => {
  const { conversation, cli, files } = await begin({
    version: "2.1.50",
    files: { "/home/me/x.txt": "old\n" },
    outside: ["/home/me/x.txt"],
    paths: { home: "/home/me", isWindows: false },
  });
  const input = { file_path: "~/x.txt ", content: "new\n" };
  cli().write(assistant([{ type: "tool_use", id: "t1", name: "Write", input }]));
  cli().write(ask(input));
  await settled();
  const [view] = conversation.state.requests as PermissionView[];
  expect(view).toMatchObject({
    subject: "/home/me/x.txt",
    notes: [{ kind: "path", path: "/home/me/x.txt", isOutside: true }],
    proposal: { isNewFile: false, removed: 1 },
  });
  await conversation.permissions.decide("r1", view!.revision, { kind: "allow" });
  await settled();
  expect(getAnswer(cli())?.["response"]).toMatchObject({ behavior: "allow", updatedInput: input });
  files.set("/home/me/x.txt", "new\n");
  cli().write({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] },
  });
  await settled();
  expect(conversation.state.changedFiles.map(({ path }) => path)).toEqual(["/home/me/x.txt"]);
});

it("resolves a relative path from the shell's folder that a hook reported", async () => {
  const { conversation, cli } = await begin({ version: "2.0.77", files: { "/w/sub/b.txt": "b\n" } });
  const input = { file_path: "b.txt", content: "new\n" };
  cli().write(assistant([{ type: "tool_use", id: "t1", name: "Write", input }]));
  await conversation.edits.changed.hook.callback(
    { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: input, cwd: "/w/sub" },
    { toolUseId: "t1", signal: new AbortController().signal },
  );
  cli().write(ask(input));
  await settled();
  expect(conversation.state.requests).toMatchObject([{ subject: "sub/b.txt", proposal: { isNewFile: false } }]);
});

it.each([
  ["/home/me/.claude/plans/a.md", "/home/me/.claude", false, true],
  ["/home/me/.claude", "/home/me/.claude/", false, true],
  ["/home/me/.claude-notes", "/home/me/.claude", false, false],
  ["/home/me/.claude/../a.md", "/home/me/.claude", false, false],
  ["/home/me/Cafe\u0301/a", "/home/me/Caf\u00e9", false, true],
  ["/home/me/.Claude/a", "/home/me/.claude", false, false],
  ["/any", "/", false, true],
  ["c:/Users/Me/.claude/a.md", "C:\\Users\\me\\.claude", true, true],
  ["D:\\Users\\me\\.claude\\a.md", "C:\\Users\\me\\.claude", true, false],
])("finds out whether %s lies in %s", (path, folder, isWindows, isIn) => {
  expect(isWithin(path, folder, isWindows)).toBe(isIn);
});

it.each(["C:\\w", "\\\\server\\share\\repo"])(
  "resolves shares, roots and drives on Windows as claude does, in %s",
  (base) => {
    const [share, device] = ["\\\\server\\share", "\\\\?\\"];
    const raws = [
      share,
      `${share}\\`,
      `${share}\\..\\x`,
      `${share}\\a\\..\\..\\..\\other`,
      "//server/share/a/../b",
      `${device}C:\\a\\..\\b`,
      `${device}UNC\\server\\share\\..\\x`,
    ];
    const parts = ["a\\b", "..\\..\\..\\x", "C:x", "C:", "D:x", "\\x", "/", "\\\\server", "x\\..\\..\\y"];
    const plain = (text: string) => text.replace(/\\$/, "");
    for (const raw of [...raws, ...parts]) {
      const expected = raw.startsWith("D:")
        ? "D:\\x"
        : raw.startsWith("C:") && !base.startsWith("C:")
          ? path.win32.resolve("C:\\", raw.slice(2))
          : path.win32.resolve(base, raw);
      expect([raw, plain(resolveToolPath(raw, { ...windows, base }))]).toEqual([raw, plain(expected)]);
    }
  },
);

it("recognizes paths inside and beside a folder on a share", () => {
  const share = "\\\\server\\share";
  expect(
    [`${share}\\a`, "//SERVER/Share/a", `${share}2\\a`, `${share}\\..\\..\\a`, "\\\\server\\other"].map((inner) =>
      isWithin(inner, share, true),
    ),
  ).toEqual([true, true, false, true, false]);
});
