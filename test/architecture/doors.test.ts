// @vitest-environment node
import { expect, it } from "vitest";
import { findUnexplained } from "./reasons.ts";
import { getImports, hostFiles, type Import, read } from "./sources.ts";

it("builds its objects in one place", () => {
  const users = hostFiles.filter(
    (file) =>
      !file.startsWith("extension/wiring/") &&
      getImports(file).some(({ target }) => target.startsWith("extension/wiring/")),
  );
  expect(users).toEqual(["extension/start.ts"]);
});

it("starts the program through one door", () => {
  const usersOf = (name: string) =>
    hostFiles.filter((file) => getImports(file).some(({ target }) => target.endsWith(`/${name}.ts`)));
  expect(usersOf("launchClaude")).toEqual(["extension/node/claude/startClaude.ts"]);
  // The other user starts MCP servers.
  expect(usersOf("processTransport").sort()).toEqual([
    "extension/node/claude/launchClaude.ts",
    "extension/node/claude/servers/serverProbe.ts",
  ]);
});

it("reaches itself by calls, never through the editor's command table", () => {
  for (const file of hostFiles) expect(read(file), file).not.toMatch(/executeCommand\(\s*["'`]tandem\.(?!chat\.focus)/);
});

it("asks the editor for settings of Tandem and their changes in one place", () => {
  // Others name a section of the editor.
  const asking = /\b(?:onDidChangeConfiguration\b|getConfiguration\b(?!\("(?!tandem)\w+"))/g;
  const others = hostFiles.filter((file) => file !== "extension/vscode/settings/editorSettings.ts");
  expect(others.flatMap((file) => findUnexplained(file, read(file), "settings", asking))).toEqual([]);
});

it("opens a found file only where it is sure to be a regular file", () => {
  const names =
    "(?:read|write|append|copy)File(?:Sync)?|openSync|create(?:Read|Write)Stream|(?:promises|fs)\\.(?:open|cp)";
  // A file that is open is a `handle` or a `descriptor`.
  const opening = new RegExp(`(?<!\\bhandle\\??\\.)\\b(?:${names})\\((?!descriptor\\b)`, "g");
  const isNew = (call: string): boolean => /"[aw]x\+?"/.test(call);
  const others = hostFiles.filter((file) => file !== "extension/node/storage/regularFiles.ts");
  expect(others.flatMap((file) => findUnexplained(file, read(file), "regular", opening, isNew))).toEqual([]);
});

it("starts processes only in the folders that may", () => {
  const users = hostFiles.filter((file) =>
    getImports(file).some(({ target }) => /child_process|cross-spawn|tree-kill/.test(target)),
  );
  expect(users.every((file) => /^extension\/node\/(claude|processes|git|transcripts)\//.test(file))).toBe(true);
});

it("names files of the package with asset(…) only, from which the package is made", () => {
  const named = hostFiles
    .filter((file) => file !== "extension/shared/base/asset.ts")
    .flatMap((file) =>
      [...read(file).matchAll(/(?<!\basset\()["'](dist|media)(\/[^"']*)?["']/g)].map(([name]) => `${file}: ${name}`),
    );
  expect(named).toEqual([]);
});

it("keeps extension.ts from being imported, and small: what the chat's document waits for", () => {
  for (const file of hostFiles)
    for (const { target } of getImports(file)) expect(target).not.toBe("extension/extension.ts");
  const isEager = ({ target, isType }: Import): boolean =>
    !isType && target.startsWith("extension/") && target !== "extension/start.ts";
  const loaded = (file: string): string[] => [
    file,
    ...getImports(file).flatMap((each) => (isEager(each) ? loaded(each.target) : [])),
  ];
  expect(new Set(loaded("extension/extension.ts"))).toEqual(
    new Set(
      [
        "extension.ts",
        "core/api/exports.ts",
        "shared/base/asset.ts",
        "shared/base/invisible.ts",
        "codeCache.ts",
        "vscode/plainText.ts",
        "missingFiles.ts",
        "vscode/chat/conversationTabs.ts",
        "vscode/chat/earlyTabs.ts",
        "vscode/chat/earlyView.ts",
        "vscode/chat/failureDocument.ts",
        "vscode/chat/html.ts",
        "vscode/chat/startFailures.ts",
        "shared/base/failure.ts",
        "shared/text/numbers.ts",
        "shared/text/panel.ts",
        "shared/text/startFailures.ts",
      ].map((name) => `extension/${name}`),
    ),
  );
});

it("loads what opening a panel does not need when it is used", () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { target, isType, isLate } of getImports(file))
      if (!isType && !isLate && target.startsWith("extension/")) load(target);
  };
  load("extension/start.ts");
  expect(
    [...loaded].filter((file) =>
      /^extension\/shared\/markdown\/|\/(exportHtml|exportFile|conversationSearch)\.ts$/.test(file),
    ),
  ).toEqual([]);
});
