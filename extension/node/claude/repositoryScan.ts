import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describeDocument, describeInstructions } from "../../core/options/repository/documentEntries.ts";
import {
  asObject,
  type FoundEntry,
  type IdentifiedEntry,
  type NamedFiles,
  type ParsedFile,
} from "../../core/options/repository/parsedFile.ts";
import { findScheduledTasks } from "../../core/options/repository/scheduledTasks.ts";
import { findServerEntries } from "../../core/options/repository/serverEntries.ts";
import { findSettingsEntries } from "../../core/options/repository/settingsEntries.ts";
import { parseJson, readArray, readObject, readString } from "../../shared/base/read.ts";
import { readRegular } from "../storage/regularFiles.ts";
import { parseConfigurationFile } from "./configurationFile.ts";
import { readMatchingFiles } from "./matchingFiles.ts";
import { type ListNamed, scanNested } from "./nestedConfiguration.ts";

/**
 * Folders of `.claude` with Markdown files, and what they contain. A skill is a folder with a SKILL.md. An agent gets
 * the memory of its name, also one of the user's that keeps it in the project (2.1.329, 2.1.332).
 */
const documentFolders = [
  ["agents", "agent"],
  ["commands", "command"],
  ["skills", "skill"],
  ["output-styles", "outputStyle"],
  ["rules", "instructions"],
  ["agent-memory", "instructions"],
  ["agent-memory-local", "instructions"],
] as const;

/** Folders of the user, absolute, whose files no repository brings. */
export interface OwnFolders {
  /** The home folder of the user on this machine. It and the folders above it are not searched. */
  readonly home: string;
  /** Home folders that `claude` has under the profiles. They alone are not searched. */
  readonly homes: readonly string[];
  /** Configuration folders of `claude` under the profiles. */
  readonly configFolders: readonly string[];
}

/**
 * Finds what the repository of a folder brings that `claude` reads: in the folder and in every folder above it, up to
 * the file system's root (`.mcp.json` and instructions are read from all of them, in 2.0.77, 2.1.50 and 2.1.329), and
 * in those below it, but nothing that is the user's own. Only reads files, runs nothing of them and never rejects.
 */
export async function scanRepository(
  folder: string,
  own: OwnFolders,
  listNamed: ListNamed,
): Promise<readonly IdentifiedEntry[]> {
  const { homes, configFolders } = own;
  const folders = listFolders(folder, own);
  const isOwn = (each: string): boolean => homes.includes(each) || configFolders.includes(path.join(each, ".claude"));
  const [found, nested] = await Promise.all([
    Promise.all(folders.map((each) => scanFolder(each, configFolders))),
    folders.length === 0 ? [] : scanNested(folder, listNamed, isOwn),
  ]);
  return [...found.flat(), ...nested].map(identifyEntry);
}

/**
 * Finds what files bring that a start passes because a setting names them. Only reads files, runs nothing and never
 * rejects.
 */
export async function scanNamedFiles({
  settingsFiles,
  pluginDirectories,
  additionalDirectories,
}: NamedFiles): Promise<readonly IdentifiedEntry[]> {
  const found = await Promise.all([
    ...settingsFiles.map((file) => parseConfigurationFile(file, findSettingsEntries)),
    ...pluginDirectories.map((folder) => scanPluginDirectory(folder)),
    ...additionalDirectories.map(async (folder) =>
      (await scanDocuments(path.join(folder, ".claude"))).filter(({ path: file = "" }) =>
        isOfAdded(path.relative(folder, file)),
      ),
    ),
  ]);
  return found.flat().map(identifyEntry);
}

/** Returns true for a file that `claude` reads in an additional folder too, by its path there. */
function isOfAdded(file: string): boolean {
  return ["agents", "commands", "skills"].includes(file.split(path.sep)[1] ?? "");
}

/** Adds the id of an entry. */
export function identifyEntry(entry: FoundEntry): IdentifiedEntry {
  const { kind, name, path: file = "", value, identity = value } = entry;
  const id = createHash("sha256")
    .update(JSON.stringify([kind, file, name, identity]))
    .digest("hex")
    .slice(0, 24);
  return { ...entry, id };
}

/**
 * Gives entries of a copy the ids of the same entries in the original where the user has decided about those. Any other
 * entry, such as one that changed in the copy, keeps its own id and is undecided.
 */
export function adoptIds(
  entries: readonly IdentifiedEntry[],
  copy: string,
  original: string,
  isKnown: (id: string) => boolean,
): readonly IdentifiedEntry[] {
  return entries.map((entry) => {
    const { id: _id, ...found } = entry;
    const name = entry.path === undefined ? undefined : path.relative(copy, entry.path);
    if (name === undefined || name.startsWith("..") || path.isAbsolute(name)) return entry;
    const { id } = identifyEntry({ ...found, path: path.join(original, name) });
    return isKnown(id) ? { ...entry, id } : entry;
  });
}

/** Returns a folder and those above it, without those of the user. */
function listFolders(folder: string, { home, homes }: OwnFolders): readonly string[] {
  const isAboveHome = (at: string): boolean =>
    home === at || home.startsWith(at.endsWith(path.sep) ? at : at + path.sep);
  const folders: string[] = [];
  for (let at = path.resolve(folder); !isAboveHome(at); at = path.dirname(at)) {
    if (!homes.includes(at)) folders.push(at);
    if (path.dirname(at) === at) break;
  }
  return folders;
}

async function scanFolder(folder: string, configFolders: readonly string[]): Promise<FoundEntry[]> {
  const isConfig = configFolders.includes(folder);
  const names = await Promise.all(
    [".claude", ".mcp.json", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".worktreeinclude", ".claude-plugin"].map(
      (name) => exists(folder, name),
    ),
  );
  const [hasClaude, hasServers, hasInstructions, hasLocalInstructions, hasAgentInstructions, hasInclude, hasPlugin] =
    names;
  const plain = (kind: "instructions" | "worktreeInclude" | "plugin", name: string): FoundEntry => ({
    kind,
    name,
    value: "",
    path: path.join(folder, name),
  });
  return [
    ...(hasServers ? await parseConfigurationFile(path.join(folder, ".mcp.json"), findServerEntries) : []),
    ...(hasClaude && !configFolders.includes(path.join(folder, ".claude"))
      ? await scanClaudeFolder(path.join(folder, ".claude"))
      : []),
    ...(hasInstructions && !isConfig ? [describeInstructions(path.join(folder, "CLAUDE.md"))] : []),
    ...(hasLocalInstructions ? [describeInstructions(path.join(folder, "CLAUDE.local.md"))] : []),
    ...(hasAgentInstructions && !isConfig ? [describeInstructions(path.join(folder, "AGENTS.md"))] : []),
    ...(hasInclude ? [plain("worktreeInclude", ".worktreeinclude")] : []),
    ...(hasPlugin ? await scanOwnPlugin(folder) : []),
  ];
}

async function scanClaudeFolder(folder: string): Promise<FoundEntry[]> {
  const settings = ["settings.json", "settings.local.json"].map((name) =>
    parseConfigurationFile(path.join(folder, name), findSettingsEntries),
  );
  const tasks = parseConfigurationFile(path.join(folder, "scheduled_tasks.json"), findScheduledTasks);
  const instructions = ["CLAUDE.md", "AGENTS.md", "loop.md"].map(async (name) =>
    (await exists(folder, name)) ? [describeInstructions(path.join(folder, name))] : [],
  );
  const code = scanCode(path.join(folder, "workflows"), "workflow");
  return (await Promise.all([...settings, tasks, scanDocuments(folder), code, ...instructions])).flat();
}

async function scanDocuments(folder: string): Promise<FoundEntry[]> {
  const documents = documentFolders.map(async ([name, kind]) =>
    (await readMatchingFiles(path.join(folder, name), kind === "skill" ? /^SKILL\.md$/i : /\.md$/i)).map(
      ({ name: document, path: file, text, problem, state = "" }): FoundEntry => {
        if (problem === undefined) return describeDocument(kind, document, file, text);
        return { kind: "unreadable", name: document, value: problem, path: file, identity: `${problem} ${state}` };
      },
    ),
  );
  return (await Promise.all(documents)).flat();
}

/**
 * Finds the commands, servers and documents of a plugin that runs from its folder, also in files that its manifest
 * names.
 */
async function scanPluginDirectory(folder: string): Promise<FoundEntry[]> {
  const manifest = parseJson(await readRegular(path.join(folder, ".claude-plugin", "plugin.json")).catch(() => ""));
  const listFiles = (name: string, usual: string): readonly string[] => {
    const named = (readArray(manifest, name) ?? [readString(manifest, name)]).filter(
      (each) => typeof each === "string",
    );
    return [...new Set([usual, ...named].map((each) => path.resolve(folder, each)))];
  };
  const hooks = ({ value, ...rest }: ParsedFile): FoundEntry[] =>
    findSettingsEntries({ ...rest, value: { hooks: readObject(value, "hooks") ?? value } });
  // Settings of `claude` can leave out none of these servers alone.
  const servers = (file: ParsedFile): FoundEntry[] =>
    findServerEntries(file).map((entry) => ({ ...entry, isOptional: false }));
  const found = await Promise.all([
    scanPlugin(path.join(folder, ".claude-plugin")),
    scanFunctions(folder),
    ...listFiles("hooks", "hooks/hooks.json").map((file) => parseConfigurationFile(file, hooks)),
    ...listFiles("mcpServers", ".mcp.json").map((file) => parseConfigurationFile(file, servers)),
    ...listFiles("lspServers", ".lsp.json").map((file) => parseConfigurationFile(file, findLanguageServers)),
    scanDocuments(folder),
  ]);
  return found.flat();
}

/** Finds the plugin that a repository is itself, or those that it offers. */
async function scanOwnPlugin(folder: string): Promise<FoundEntry[]> {
  const found = await scanPlugin(path.join(folder, ".claude-plugin"));
  return found.length === 0 ? [] : [...found, ...(await scanFunctions(folder))];
}

/**
 * A plugin can contain hooks, servers, agents and functions that run inside `claude`; it is loaded when a marketplace
 * or an option names it.
 */
async function scanPlugin(folder: string): Promise<FoundEntry[]> {
  const found = await Promise.all(
    ["plugin.json", "marketplace.json"].map((name) =>
      parseConfigurationFile(path.join(folder, name), ({ path: file, value }) => [
        {
          kind: "plugin",
          name: `.claude-plugin/${name}`,
          value: JSON.stringify(value, undefined, 1) ?? "",
          path: file,
        },
      ]),
    ),
  );
  return found.flat();
}

/** Returns the programs that a file of a plugin starts for the languages that it names. */
function findLanguageServers({ path: file, value, lineOf }: ParsedFile): FoundEntry[] {
  return Object.entries(asObject(value) ?? {}).map(([name, server]) => ({
    kind: "program",
    name,
    value: JSON.stringify(server, undefined, 1) ?? "",
    path: file,
    line: lineOf([name]),
  }));
}

/** Finds functions of a plugin that run inside `claude`. */
function scanFunctions(plugin: string): Promise<FoundEntry[]> {
  return scanCode(path.join(plugin, "hooks"), "mod");
}

/** Finds scripts that run inside `claude`; a changed one is a new entry. */
async function scanCode(folder: string, kind: "mod" | "workflow"): Promise<FoundEntry[]> {
  const scripts = await readMatchingFiles(folder, /\.[cm]?[jt]s$/i);
  return scripts.map(({ name, path: file, text, problem = "", state = "" }) => ({
    kind,
    name,
    value: problem,
    path: file,
    identity: `${problem}${state}${text}`,
  }));
}

async function exists(folder: string, name: string): Promise<boolean> {
  // A link counts even if it leads nowhere: its target can appear later.
  return fs.promises.lstat(path.join(folder, name)).then(
    () => true,
    () => false,
  );
}
