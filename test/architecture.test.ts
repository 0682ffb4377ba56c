// @vitest-environment node
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Allowed imports of each layer beside itself, which extension/README.md repeats. "?" marks imports that are allowed as types only. */
const layers: Record<string, { layers: string[]; packages: string[] }> = {
  contract: { layers: [], packages: [] },
  base: { layers: [], packages: ["jsonc-parser"] },
  markdown: { layers: [], packages: ["decode-named-character-reference"] },
  text: { layers: ["base", "contract", "markdown"], packages: ["@vscode/l10n"] },
  pages: { layers: ["base", "contract", "markdown", "text"], packages: ["@vscode/l10n"] },
  protocol: { layers: ["base"], packages: ["zod", "@modelcontextprotocol/sdk?"] },
  options: { layers: ["base", "contract"], packages: ["zod"] },
  processes: { layers: ["base", "storage"], packages: ["node"] },
  git: { layers: ["base", "processes", "storage", "conversation/ports/ports?"], packages: ["node"] },
  transcripts: {
    layers: ["base", "protocol", "processes", "git", "storage", "conversation/ports/ports?", "conversations/ports?", "conversations/list/sessionCatalog?"],
    packages: ["node"],
  },
  checkpoints: {
    layers: [
      "base",
      "contract",
      "git",
      "processes",
      "storage",
      "conversation/ports/fileHistory?",
      "conversation/ports/participant?",
      "conversation/ports/ports?",
    ],
    packages: ["node", "zod"],
  },
  isolation: {
    layers: ["base", "contract", "checkpoints", "git", "storage", "conversations/isolationPorts?"],
    packages: ["node", "zod"],
  },
  claude: {
    layers: ["base", "options", "contract?", "contract/toolNames", "protocol", "processes", "transcripts", "storage", "conversation/ports/ports?"],
    packages: ["node", "cross-spawn", "jsonc-parser"],
  },
  review: { layers: ["base", "contract"], packages: ["diff"] },
  guards: {
    layers: ["base", "contract", "protocol?", "conversation/ports/participant?", "conversation/ports/turnContext?"],
    packages: [],
  },
  conversation: { layers: ["base", "protocol", "review", "contract", "options"], packages: ["ansi-sequence-parser"] },
  conversations: { layers: ["base", "contract", "options", "protocol", "conversation", "review", "text/prompts"], packages: ["zod"] },
  api: {
    layers: ["base", "contract", "conversations", "conversation?", "protocol?", "protocol/requests/hookEvents", "ideTools/lateServer", "ideTools/mcpServer?"],
    packages: ["zod"],
  },
  ideTools: {
    layers: [
      "base",
      "contract",
      "review",
      "protocol/requests/hookRegistry?",
      "protocol/requests/hookSchemas?",
      "protocol/mcp/mcpBridge?",
      "conversation/ports/participant?",
    ],
    packages: ["zod", "@modelcontextprotocol/sdk?"],
  },
  storage: {
    layers: ["base", "contract/ownData", "conversation/ports/ports?", "conversations/ports?", "conversations/serverPorts?"],
    packages: ["node", "jsonc-parser"],
  },
  editor: {
    layers: ["base", "text", "pages", "contract", "options", "conversations", "conversation", "review?", "ideTools", "api?"],
    packages: ["vscode", "zod", "jsonc-parser", "node:path", "node:fs", "node:os", "node:crypto", "node:vm"],
  },
  views: { layers: ["base", "text", "pages", "contract", "conversations", "conversation"], packages: ["vscode"] },
  panel: { layers: ["base", "text", "pages", "contract", "conversations", "conversation"], packages: ["vscode", "zod", "node:crypto", "node:fs"] },
  commands: { layers: ["base", "text", "pages", "contract", "conversations", "conversation", "editor", "panel"], packages: ["vscode"] },
};
/** Layers that may use the editor's API at run time. */
const withVscode = new Set(["editor", "views", "panel", "commands", ""]);

function files(folder: string, endings: readonly string[]): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" || entry.name === "installs" ? [] : files(name, endings);
    return endings.some((ending) => entry.name.endsWith(ending)) ? [name] : [];
  });
}

interface Import {
  readonly target: string;
  readonly isType: boolean;
  /** It is loaded when it is used. */
  readonly isLate: boolean;
}

function getImports(file: string): Import[] {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|import\(["']([^"']+)["']\)/g)].map((match) => ({
    target: match[2] ?? match[3] ?? "",
    isType: match[1] !== undefined,
    isLate: match[3] !== undefined,
  }));
}

const resolved = (file: string, target: string): string => path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
/** Returns a path below `extension/` without its wing. */
const withoutWing = (file: string): string => file.replace(/^extension\/(?:(?:shared|core|node)\/)?/, "");
/** Returns the layer of a file; "" for the files at the top and for those of wiring, which may import everything. */
const getLayer = (file: string): string => {
  if (!file.startsWith("extension/")) return "webview";
  const parts = withoutWing(file).split("/");
  const folder = parts.length > 1 ? (parts[0] ?? "") : "";
  return folder === "wiring" ? "" : folder;
};

const hostFiles = files("extension", [".ts"]).filter((file) => !file.endsWith(".d.ts"));
const webviewFiles = files("webview", [".ts", ".svelte"]);

/** Returns whether a rule such as "base", "session/ports?" or "node" lets a file be imported. */
const allows = (rule: string, target: string, isType: boolean): boolean => {
  const name = rule.replace("?", "");
  return (
    (target === name || target === `${name}.ts` || target.startsWith(`${name}/`) || (name === "node" && target.startsWith("node:"))) &&
    (isType || !rule.endsWith("?"))
  );
};

describe.each(hostFiles)("%s", (file) => {
  const layer = getLayer(file);
  const rules = layers[layer];
  it("imports only what its layer may", () => {
    for (const { target, isType } of rules ? getImports(file) : []) {
      const to = target.startsWith(".") ? resolved(file, target) : target;
      const isAllowed = target.startsWith(".")
        ? getLayer(to) === layer || rules?.layers.some((rule) => allows(rule, withoutWing(to), isType))
        : rules?.packages.some((rule) => allows(rule, to, isType));
      expect(isAllowed, `${file} imports ${to}`).toBe(true);
    }
  });
  it("uses the editor's API only in the layers that may", () => {
    if (getImports(file).some(({ target }) => target === "vscode")) expect(withVscode.has(layer)).toBe(true);
  });
});

it("knows every layer", () => {
  for (const file of hostFiles) if (getLayer(file) !== "") expect(layers, file).toHaveProperty(getLayer(file));
});

describe("the table of layers in extension/README.md", () => {
  const text = fs.readFileSync(path.join(root, "extension/README.md"), "utf8");
  const rows = [...text.matchAll(/^\| \[(\w+)\]\([\w/]+\/README\.md\) \| .+? \| (.+?) \| (.+?) \|$/gm)];

  it("says of each layer what it uses and may import", () => {
    const getApi = (packages: readonly string[]): string => (packages.includes("vscode") ? "VS Code" : packages.includes("node") ? "Node" : "–");
    const expected = Object.entries(layers).map(([name, { layers: allowed, packages }]) => {
      const loaded = allowed.filter((each) => each !== "base" && !each.endsWith("?")).join(", ");
      const types = allowed.flatMap((each) => (each.endsWith("?") ? [each.slice(0, -1)] : [])).join(", ");
      return [name, [getApi(packages), [loaded, ...(types ? [`as types ${types}`] : [])].filter((each) => each !== "").join("; ") || "–"]];
    });
    expect(Object.fromEntries(rows.map(([, name = "", api, imports]) => [name, [api, imports]]))).toEqual(Object.fromEntries(expected));
  });

  it("has no API where the layer is compiled without any", () => {
    const { include } = JSON.parse(fs.readFileSync(path.join(root, "extension/tsconfig.pure.json"), "utf8")) as { include: readonly string[] };
    const isCompiled = (folder: string): boolean => include.some((each) => folder === each || folder.startsWith(`${each}/`));
    for (const [row, , api] of rows) expect(isCompiled(/\]\(([\w/]+)\/README/.exec(row)?.[1] ?? ""), row).toBe(api === "–");
  });
});

it("builds its objects in one place", () => {
  const users = hostFiles.filter((file) => !file.startsWith("extension/wiring/") && getImports(file).some(({ target }) => target.includes("wiring/")));
  expect(users).toEqual(["extension/start.ts"]);
});

it("starts the program through one door", () => {
  const usersOf = (name: string) => hostFiles.filter((file) => getImports(file).some(({ target }) => target.endsWith(`/${name}.ts`)));
  expect(usersOf("launchClaude")).toEqual(["extension/node/claude/startClaude.ts"]);
  // The other user starts MCP servers.
  expect(usersOf("processTransport").sort()).toEqual(["extension/node/claude/launchClaude.ts", "extension/node/claude/servers/serverProbe.ts"]);
});

it("reaches itself by calls, never through the editor's command table", () => {
  for (const file of hostFiles) expect(fs.readFileSync(path.join(root, file), "utf8"), file).not.toMatch(/executeCommand\(\s*["'`]tandem\.(?!chat\.focus)/);
});

it("cites no document that is not in the repository", () => {
  for (const file of [...hostFiles, ...webviewFiles])
    expect(fs.readFileSync(path.join(root, file), "utf8"), file).not.toMatch(/\b[TL]-\d+\b|protocol\.md|design\.md/);
});

it("reads settings in one place, and is told of their changes there", () => {
  // The reader of settings of Tandem is FolderSettings, over EditorSettings. The others read settings of the editor.
  const readers = new Map([
    ["extension/editor/settings/editorSettings.ts", "the door itself"],
    ["extension/extension.ts", "one setting for the document of the chat, which is sent before the reader is loaded"],
    ["extension/editor/settings/editorProxy.ts", "http"],
    ["extension/editor/ideTools/workspaceChanges.ts", "editor"],
    ["extension/editor/ideTools/tsDiagnostics.ts", "those of the languages"],
    ["extension/editor/review/proposalTabs.ts", "diffEditor, editor"],
    ["extension/editor/files/textBuffers.ts", "files"],
    ["extension/editor/files/workspaceFiles.ts", "search"],
    ["extension/editor/files/rewindEditors.ts", "files"],
  ]);
  const using = (call: RegExp) => hostFiles.filter((file) => call.test(fs.readFileSync(path.join(root, file), "utf8"))).sort();
  expect(using(/\bgetConfiguration\b/)).toEqual([...readers.keys()].sort());
  expect(using(/getConfiguration\((?:section|"tandem)/)).toEqual([...readers.keys()].slice(0, 2).sort());
  expect(using(/\bonDidChangeConfiguration\b/)).toEqual(["extension/editor/review/diffReview.ts", "extension/editor/settings/editorSettings.ts"]);
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
    ["extension/node/isolation/ignoredFiles.ts", "makes a new file (wx) in a folder of its own, and reads from a handle of the door"],
    ["extension/node/isolation/record.ts", "makes a new file (wx) in a folder of its own"],
    ["extension/node/checkpoints/snapshots/seedIndex.ts", "copies an index and objects that git itself made"],
    ["extension/node/checkpoints/index/blobNames.ts", "reads from a handle of the door"],
    ["extension/node/git/privateGit.ts", "makes files in a folder of its own"],
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
    ["extension/node/processes/processLocks.ts", "makes a new file in a folder of its own"],
    ["extension/node/transcripts/sessionSearch.ts", "reads from a handle of the door"],
    ["extension/node/transcripts/moveTogether.ts", "copies a folder, in which Node refuses pipes"],
    ["extension/node/processes/linuxProcesses.ts", "reads /proc"],
    ["extension/node/transcripts/countMessages.ts", "reads from a handle of the door"],
    ["extension/commands/composer.ts", "reads through the editor after a look at its type"],
    ["extension/editor/files/textBuffers.ts", "reads through the editor what it has open, after a look at its type"],
    ["extension/editor/ideTools/analyzedFiles.ts", "asks whether it is a regular file first"],
    ["extension/editor/ideTools/insideFiles.ts", "asks whether it is a regular file first"],
    ["extension/missingFiles.ts", "reads what is installed with the extension"],
    ["extension/codeCache.ts", "reads what is installed with the extension; its cache after a look at its type, by its checksum"],
    ["extension/panel/html.ts", "reads what is installed with the extension"],
    ["extension/editor/files/editorFiles.ts", "reads through the editor after isFile"],
    ["extension/editor/files/reversedTexts.ts", "makes new files (wx) in a folder of its own"],
    ["extension/editor/files/saveUsage.ts", "writes through the editor where the user said"],
    ["extension/editor/files/instructionFiles.ts", "makes a file that is not there"],
    ["extension/editor/files/memoryFiles.ts", "holds files in memory"],
  ]);
  const users = hostFiles.filter((file) => opening.test(fs.readFileSync(path.join(root, file), "utf8")));
  expect(users.sort()).toEqual([...known.keys()].sort());
});

it("starts processes only in the layers that may", () => {
  const users = hostFiles.filter((file) => getImports(file).some(({ target }) => /child_process|cross-spawn|tree-kill/.test(target)));
  expect(users.every((file) => ["claude", "processes", "git", "transcripts"].includes(getLayer(file)))).toBe(true);
});

it.each(hostFiles)("names files of the package with asset(…) only, from which the package is made: %s", (file) => {
  const named = fs.readFileSync(file, "utf8").match(/(?<!\basset\()["'](dist|media)(\/[^"']*)?["']/g) ?? [];
  expect(file === "extension/shared/base/asset.ts" ? [] : named).toEqual([]);
});

it("keeps extension.ts from being imported, and small: what the chat's document waits for", () => {
  for (const file of hostFiles) for (const { target } of getImports(file)) expect(resolved(file, target)).not.toBe("extension/extension.ts");
  const loaded = (file: string): string[] => [
    file,
    ...getImports(file).flatMap(({ target, isType }) => (isType || !target.startsWith(".") || target === "./start.ts" ? [] : loaded(resolved(file, target)))),
  ];
  expect(new Set(loaded("extension/extension.ts"))).toEqual(
    new Set(
      [
        "extension.ts",
        "core/api/exports.ts",
        "shared/base/asset.ts",
        "shared/base/invisible.ts",
        "codeCache.ts",
        "editor/dialogs/plainText.ts",
        "missingFiles.ts",
        "panel/conversationTabs.ts",
        "panel/earlyTabs.ts",
        "panel/earlyView.ts",
        "panel/failureDocument.ts",
        "panel/html.ts",
        "panel/startFailures.ts",
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
    for (const { target, isType, isLate } of getImports(file)) if (!isType && !isLate && target.startsWith(".")) load(resolved(file, target));
  };
  load("extension/start.ts");
  expect([...loaded].filter((file) => /^extension\/shared\/markdown\/|\/(exportHtml|exportFile|conversationSearch)\.ts$/.test(file))).toEqual([]);
});

it("has the script in the document import nothing", () => {
  expect(getImports("webview/early.ts").every(({ isType }) => isType)).toBe(true);
});

it("lets the webview see nothing of the host but the contract, its texts and Markdown", () => {
  for (const file of webviewFiles) {
    for (const { target } of getImports(file)) {
      if (!target.startsWith(".") || resolved(file, target).startsWith("webview/")) continue;
      expect(resolved(file, target), file).toMatch(/^extension\/shared\/(contract|text|pages|markdown)\//);
    }
  }
});

it("has no circles, type imports counted", () => {
  const all = [...hostFiles, ...webviewFiles];
  const graph = new Map(
    all.map((file) => [
      file,
      getImports(file)
        .filter(({ target }) => target.startsWith("."))
        .map(({ target }) => resolved(file, target)),
    ]),
  );
  const done = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    // A component may render itself: a list in a list is no circle of design.
    const circle = trail.indexOf(file);
    if (circle !== -1 && circle !== trail.length - 1 && !trail.slice(circle).every((name) => name.endsWith(".svelte")))
      throw new Error(`circle: ${[...trail.slice(circle), file].join(" → ")}`);
    if (circle !== -1 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of all) visit(file, []);
});

it.each([...hostFiles, ...webviewFiles, ...files("test", [".ts", ".mjs"]), ...files("webview/build", [".mjs"]), "esbuild.mjs"])(
  "%s stays under its limit of lines",
  (file) => {
    const limit = /^(extension|webview)\//.test(file) ? 300 : 400;
    expect(fs.readFileSync(path.join(root, file), "utf8").split("\n").length).toBeLessThanOrEqual(limit);
  },
);

it("leaves keys to an input method by one function", () => {
  // The script inside the document has no imports.
  for (const file of webviewFiles.filter((each) => !/(?:ui\/isComposing|early)\.ts$/.test(each)))
    expect(fs.readFileSync(path.join(root, file), "utf8"), file).not.toMatch(/\.isComposing|keyCode/);
});

it("renders text as text: no component makes HTML of a string", () => {
  for (const file of webviewFiles)
    expect(fs.readFileSync(path.join(root, file), "utf8"), file).not.toMatch(/\{@html|innerHTML|insertAdjacentHTML|\beval\(|new Function/);
});

it("gives an exported name one meaning: it is declared in one file", () => {
  const declared = new Map<string, string[]>();
  for (const file of [...hostFiles, ...webviewFiles]) {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    const script = file.endsWith(".svelte") ? (/<script module[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? "") : text;
    const names = script.matchAll(/^export (?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm);
    for (const name of new Set([...names].map(([, each = ""]) => each))) declared.set(name, [...(declared.get(name) ?? []), file]);
  }
  expect(declared.size).toBeGreaterThan(1_000);
  expect([...declared].filter(([, places]) => places.length > 1)).toEqual([]);
});

it("moves the focus and scrolls to an element by functions that leave the editor's window where it stands", () => {
  const moving = /\.(?:focus|select)\(\)|\.scrollIntoView|\.scrollIntoViewIfNeeded|\bautofocus\b|\.focus\((?!\{ preventScroll: true \}\))/;
  for (const file of webviewFiles.filter((each) => !each.endsWith("ui/focusElement.ts")))
    expect(fs.readFileSync(path.join(root, file), "utf8"), file).not.toMatch(moving);
});

it.each(["utils", "helpers", "types", "manager"])("has no file named %s", (name) => {
  for (const file of [...hostFiles, ...webviewFiles]) expect(path.basename(file).toLowerCase()).not.toContain(name);
});
