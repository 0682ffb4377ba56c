// @vitest-environment node
import { expect, it } from "vitest";
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

it("reads settings in one place, and is told of their changes there", () => {
  // The reader of settings of Tandem is FolderSettings, over EditorSettings. The others read settings of the editor.
  const readers = new Map([
    ["extension/vscode/settings/editorSettings.ts", "the door itself"],
    ["extension/extension.ts", "one setting for the document of the chat, which is sent before the reader is loaded"],
    ["extension/vscode/settings/editorProxy.ts", "http"],
    ["extension/vscode/ideTools/workspaceChanges.ts", "editor"],
    ["extension/vscode/ideTools/tsDiagnostics.ts", "those of the languages"],
    ["extension/vscode/review/proposalTabs.ts", "diffEditor, editor"],
    ["extension/vscode/files/textBuffers.ts", "files"],
    ["extension/vscode/mentions/workspaceFiles.ts", "search"],
    ["extension/vscode/files/rewindEditors.ts", "files"],
  ]);
  const using = (call: RegExp) => hostFiles.filter((file) => call.test(read(file))).sort();
  expect(using(/\bgetConfiguration\b/)).toEqual([...readers.keys()].sort());
  expect(using(/getConfiguration\((?:section|"tandem)/)).toEqual([...readers.keys()].slice(0, 2).sort());
  expect(using(/\bonDidChangeConfiguration\b/)).toEqual([
    "extension/vscode/review/diffReview.ts",
    "extension/vscode/settings/editorSettings.ts",
  ]);
});

it("opens what is found in a folder only where it is made sure that it is a regular file", () => {
  const opening =
    /\b(readFile|readFileSync|openSync|createReadStream|createWriteStream|writeFile|writeFileSync|appendFile|appendFileSync|copyFile)\(|promises\.(open|cp)\(/;
  // storage/regularFiles.ts is the door; a new way around it needs a reason.
  const known = new Map([
    ["extension/node/storage/regularFiles.ts", "the door itself"],
    ["extension/node/storage/stateFiles.ts", "makes a new file (wx)"],
    ["extension/node/storage/syncFolder.ts", "opens folders"],
    ["extension/node/storage/jsonFiles.ts", "makes a new file (wx)"],
    ["extension/node/storage/fileLocks.ts", "makes a new file (wx) in a folder of its own, and reads it"],
    ["extension/node/storage/traceFiles.ts", "makes a new file (wx)"],
    ["extension/node/isolation/copyFolder.ts", "copies after a look at the type, into a folder of its own"],
    ["extension/node/isolation/fillCopy.ts", "copies after a look at the type, into a folder of its own"],
    [
      "extension/node/isolation/ignoredFiles.ts",
      "makes a new file (wx) in a folder of its own, and reads from a handle of the door",
    ],
    ["extension/node/isolation/record.ts", "makes a new file (wx) in a folder of its own"],
    ["extension/node/checkpoints/snapshots/seedIndex.ts", "copies an index and objects that git itself made"],
    ["extension/node/checkpoints/index/blobNames.ts", "reads from a handle of the door"],
    ["extension/node/git/looseObjects.ts", "makes files in a folder of its own"],
    ["extension/node/git/ownRepository.ts", "makes files in a folder of its own"],
    ["extension/node/checkpoints/folderCheckpoints.ts", "makes a file in a folder of its own"],
    ["extension/node/checkpoints/disk/readDiskFile.ts", "reads from a handle of the door"],
    ["extension/node/checkpoints/snapshots/ignoredThen.ts", "makes a new file (wx) in a folder of its own"],
    ["extension/node/checkpoints/points/pointLog.ts", "makes a new file (ax, wx)"],
    ["extension/node/checkpoints/index/gitIndex.ts", "reads an index in a folder of its own"],
    ["extension/node/checkpoints/index/newIndex.ts", "writes an index in a folder of its own"],
    ["extension/node/checkpoints/restore/journalFile.ts", "makes a new file (wx)"],
    ["extension/node/checkpoints/restore/stageContents.ts", "makes a new file (wx), and copies those that it made"],
    ["extension/node/checkpoints/restore/moveAcross.ts", "copies files that were staged"],
    ["extension/node/processes/durable.ts", "opens files that the caller made, and others without waiting for a pipe"],
    ["extension/node/checkpoints/store/removeDamaged.ts", "reads from a handle of the door"],
    ["extension/node/checkpoints/store/storeLock.ts", "makes a new file (wx) in a folder of its own"],
    ["extension/node/checkpoints/restore/restoreAll.ts", "makes a new file (wx) and opens its folder"],
    ["extension/node/transcripts/sessionArchive.ts", "makes a new file (wx)"],
    ["extension/node/claude/launchClaude.ts", "makes a new file (wx) in a folder of its own"],
    ["extension/node/processes/claim.ts", "makes a new file in a folder of its own"],
    ["extension/node/transcripts/sessionSearch.ts", "reads from a handle of the door"],
    ["extension/node/transcripts/moveTogether.ts", "copies a folder, in which Node refuses pipes"],
    ["extension/node/processes/linuxProcesses.ts", "reads /proc"],
    ["extension/node/transcripts/countMessages.ts", "reads from a handle of the door"],
    ["extension/vscode/commands/composer.ts", "reads through the editor after a look at its type"],
    ["extension/vscode/files/textBuffers.ts", "reads through the editor what it has open, after a look at its type"],
    ["extension/vscode/ideTools/analyzedFiles.ts", "asks whether it is a regular file first"],
    ["extension/vscode/ideTools/insideFiles.ts", "asks whether it is a regular file first"],
    ["extension/missingFiles.ts", "reads what is installed with the extension"],
    [
      "extension/codeCache.ts",
      "reads what is installed with the extension; its cache after a look at its type, by its checksum",
    ],
    ["extension/vscode/chat/html.ts", "reads what is installed with the extension"],
    ["extension/vscode/files/editorFiles.ts", "reads through the editor after isFile"],
    ["extension/vscode/texts/reversedTexts.ts", "makes new files (wx) in a folder of its own"],
    ["extension/vscode/files/saveUsage.ts", "writes through the editor where the user said"],
    ["extension/vscode/mentions/instructionFiles.ts", "makes a file that is not there"],
    ["extension/vscode/files/memoryFiles.ts", "holds files in memory"],
  ]);
  const users = hostFiles.filter((file) => opening.test(read(file)));
  expect(users.sort()).toEqual([...known.keys()].sort());
});

it("starts processes only in the folders that may", () => {
  const users = hostFiles.filter((file) =>
    getImports(file).some(({ target }) => /child_process|cross-spawn|tree-kill/.test(target)),
  );
  expect(users.every((file) => /^extension\/node\/(claude|processes|git|transcripts)\//.test(file))).toBe(true);
});

it.each(hostFiles)("names files of the package with asset(…) only, from which the package is made: %s", (file) => {
  const named = read(file).match(/(?<!\basset\()["'](dist|media)(\/[^"']*)?["']/g) ?? [];
  expect(file === "extension/shared/base/asset.ts" ? [] : named).toEqual([]);
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
