import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { describeInstructions } from "../../core/options/repository/documentEntries.ts";
import type { FoundEntry, IdentifiedEntry, NamedFiles, ParsedFile } from "../../core/options/repository/parsedFile.ts";
import { findScheduledTasks } from "../../core/options/repository/scheduledTasks.ts";
import { findServerEntries } from "../../core/options/repository/serverEntries.ts";
import { findSettingsEntries } from "../../core/options/repository/settingsEntries.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import { readObject } from "../../shared/base/read.ts";
import { findRepository } from "../git/worktrees.ts";
import { describeState, readRegular } from "../storage/regularFiles.ts";
import { parseConfigurationFile } from "./configurationFile.ts";
import { scanDocuments, scanFiles } from "./documentScan.ts";
import { scanNested } from "./nestedConfiguration.ts";

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
export async function scanRepository(folder: string, own: OwnFolders): Promise<readonly IdentifiedEntry[]> {
  const from = { configFolders: own.configFolders, roots: listRoots(folder) };
  const folders = listFolders(folder, own);
  const isOwn = (each: string): boolean => isOwnFolder(each, own);
  const main = listMainFolders(folder).filter((each) => !folders.includes(each) && !isOwn(each));
  const [found, ofMain, nested] = await Promise.all([
    Promise.all(folders.map((each) => scanFolder(each, from).then((entries) => addTargets(entries, each)))),
    Promise.all(main.map((each) => scanMain(each, from).then((entries) => addTargets(entries, each)))),
    folders.length === 0 ? [] : scanNested(folder, isOwn).then((entries) => addTargets(entries, folder)),
  ]);
  return [...found.flat(), ...ofMain.flat(), ...leaveRepeats([...found.flat(), ...nested], nested)].map(identifyEntry);
}

/**
 * Leaves out what a worktree repeats of the folder itself: `claude` makes one in `.claude/worktrees` for each agent
 * that works apart, and each would be asked about.
 */
function leaveRepeats(all: readonly FoundEntry[], nested: readonly FoundEntry[]): readonly FoundEntry[] {
  const toKey = ({ kind, value, identity = value }: FoundEntry, file: string | undefined): string =>
    JSON.stringify([kind, file, identity]);
  const keys = new Set(all.map((entry) => toKey(entry, entry.path)));
  return nested.filter((entry) => {
    const main = entry.path?.replace(/([\\/])\.claude[\\/]worktrees[\\/][^\\/]+[\\/]/, "$1");
    return main === entry.path || !keys.has(toKey(entry, main));
  });
}

/** Returns true for a folder whose `.claude` is the user's own. */
export function isOwnFolder(folder: string, { home, homes, configFolders }: OwnFolders): boolean {
  return folder === home || homes.includes(folder) || configFolders.includes(path.join(folder, ".claude"));
}

/**
 * Finds what files bring that a start in `cwd` passes because a setting names them. Only reads files, runs nothing and
 * never rejects.
 */
export async function scanNamedFiles(
  { settingsFiles, pluginDirectories, additionalDirectories }: NamedFiles,
  cwd: string,
  configFolders: readonly string[],
): Promise<readonly IdentifiedEntry[]> {
  const from = { configFolders, roots: listRoots(cwd) };
  const found = await Promise.all([
    ...settingsFiles.map(async (file) =>
      withMarketplaces(await parseConfigurationFile(file, findSettingsEntries), [file], cwd, from),
    ),
    ...pluginDirectories.map(async (folder) =>
      addTargets(await (await loadPluginScan()).scanPluginDirectory(folder), folder),
    ),
    ...additionalDirectories.map(async (folder) => addTargets(await scanAdded(folder, from), folder)),
  ]);
  return found.flat().map(identifyEntry);
}

/**
 * Finds what `claude` takes from an additional folder too: some documents, and the plugins that its settings switch on.
 */
async function scanAdded(folder: string, from: Surroundings): Promise<FoundEntry[]> {
  const claudeFolder = path.join(folder, ".claude");
  const files = listSettings(claudeFolder);
  const pick = (file: ParsedFile): FoundEntry[] =>
    findSettingsEntries({
      ...file,
      value: Object.fromEntries(
        ["enabledPlugins", "extraKnownMarketplaces"].map((key) => [key, readObject(file.value, key) ?? {}]),
      ),
    });
  const documents = (await scanDocuments(claudeFolder)).filter(({ path: file = "" }) =>
    ["agents", "commands", "skills"].includes(path.relative(claudeFolder, file).split(path.sep)[0] ?? ""),
  );
  const settings = await Promise.all(files.map((file) => parseConfigurationFile(file, pick)));
  return [...documents, ...(await withMarketplaces(settings.flat(), files, folder, from))];
}

/** The folders of the user, and those in which a relative path to a marketplace can begin. */
interface Surroundings {
  readonly configFolders: readonly string[];
  readonly roots: readonly string[];
}

/**
 * Returns the folder in which `claude` works, and those of its repository: there a relative path begins that settings
 * of any folder name (2.1.329, 2.1.332).
 */
function listRoots(cwd: string): readonly string[] {
  const top = findRepository(cwd)?.top;
  return [cwd, ...(top === undefined ? [] : [top]), ...listMainFolders(cwd).slice(0, 1)];
}

/** Loads the code that looks for what plugins bring; most starts do not need it. */
const loadPluginScan = () => import("./pluginScan.ts");

/** Adds what the plugins of marketplaces bring that settings files of a folder name. */
async function withMarketplaces(
  settings: readonly FoundEntry[],
  files: readonly string[],
  folder: string,
  from: Surroundings,
): Promise<readonly FoundEntry[]> {
  if (!settings.some(({ kind }) => kind === "plugin")) return settings;
  return [
    ...settings,
    ...(await (await loadPluginScan()).scanMarketplaces(files, [folder, ...from.roots], from.configFolders)),
  ];
}

/**
 * Finds the plugins among skills: `claude` loads each folder there that has a manifest, with its hooks and servers
 * (2.1.332, where the user trusts the folder; earlier versions load none).
 */
async function scanSkillPlugins(skills: string): Promise<FoundEntry[]> {
  const names = await fs.promises.readdir(skills).catch(() => []);
  const plugins = names.map((name) => path.join(skills, name)).filter((at) => fs.existsSync(`${at}/.claude-plugin`));
  const scanning = plugins.map(async (at) => (await loadPluginScan()).scanPluginDirectory(at));
  // The skills among them are found with the others.
  return (await Promise.all(scanning)).flat().filter(({ kind }) => kind !== "skill");
}

/** Returns the settings files of a `.claude` folder. */
function listSettings(claudeFolder: string): readonly string[] {
  return ["settings.json", "settings.local.json"].map((name) => path.join(claudeFolder, name));
}

/** Kinds of entries of which the card does not show the whole text. */
const partlyShown: ReadonlySet<FoundEntry["kind"]> = new Set([
  ...(["agent", "skill", "command", "outputStyle", "instructions"] as const),
]);

/**
 * Adds to documents that are links out of their folder, or below one, where they lead: `claude` sends such a file to
 * the model like any other (2.1.50, 2.1.332).
 */
export function addTargets(entries: readonly FoundEntry[], folder: string): Promise<FoundEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      const { kind, path: file, value, identity = value } = entry;
      if (file === undefined || !partlyShown.has(kind)) return entry;
      const [top, real] = await Promise.all([folder, file].map((each) => fs.promises.realpath(each).catch(() => "")));
      const inner = path.relative(top ?? "", real ?? "");
      if (!real || !(inner.split(path.sep)[0] === ".." || path.isAbsolute(inner))) return entry;
      const target = `→ ${real}`;
      return { ...entry, value: [target, value].filter(Boolean).join("\n"), identity: `${target}\n${identity}` };
    }),
  );
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

/**
 * Returns the folders of the main worktree that correspond to a folder of a linked one and those above it; of a
 * repository without a main worktree its own folder.
 */
function listMainFolders(folder: string): readonly string[] {
  const repository = findRepository(folder);
  if (!repository || repository.own === repository.common) return [];
  const { top, common } = repository;
  const names = path.relative(top, path.resolve(folder)).split(path.sep);
  const main = path.basename(common) === ".git" ? path.dirname(common) : common;
  return [...new Set([main, ...names.map((_name, at) => path.join(main, ...names.slice(0, at + 1)))])];
}

/** Returns the files in the main worktree to which `claude` writes local settings of a linked one (2.1.332). */
export function listMainFiles(file: string): readonly string[] {
  return path.basename(file) === "settings.local.json"
    ? listMainFolders(path.dirname(path.dirname(file))).map((each) => path.join(each, ".claude", path.basename(file)))
    : [];
}

/** Finds what `claude` takes from the main worktree where it works in a linked one (2.1.50, 2.1.332). */
async function scanMain(folder: string, from: Surroundings): Promise<FoundEntry[]> {
  const claudeFolder = path.join(folder, ".claude");
  const file = path.join(claudeFolder, "settings.local.json");
  const documents = (await scanDocuments(claudeFolder)).filter(({ kind }) => kind !== "instructions");
  const settings = await parseConfigurationFile(file, findSettingsEntries);
  return [...(await withMarketplaces(settings, [file], folder, from)), ...documents];
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

async function scanFolder(folder: string, from: Surroundings): Promise<FoundEntry[]> {
  const { configFolders } = from;
  const isConfig = configFolders.includes(folder);
  const names = await Promise.all(
    [".claude", ".mcp.json", "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", ".worktreeinclude", ".claude-plugin"].map(
      (name) => exists(folder, name),
    ),
  );
  const [hasClaude, hasServers, hasInstructions, hasLocalInstructions, hasAgentInstructions, hasInclude, hasPlugin] =
    names;
  return [
    ...(hasServers ? await parseConfigurationFile(path.join(folder, ".mcp.json"), findServerEntries) : []),
    ...(hasClaude && !configFolders.includes(path.join(folder, ".claude"))
      ? await scanClaudeFolder(path.join(folder, ".claude"), from)
      : []),
    ...(hasInstructions && !isConfig ? [describeInstructions(path.join(folder, "CLAUDE.md"))] : []),
    ...(hasLocalInstructions ? [describeInstructions(path.join(folder, "CLAUDE.local.md"))] : []),
    ...(hasAgentInstructions && !isConfig ? [describeInstructions(path.join(folder, "AGENTS.md"))] : []),
    ...(hasInclude ? [await describeInclude(path.join(folder, ".worktreeinclude"))] : []),
    ...(hasPlugin ? await (await loadPluginScan()).scanOwnPlugin(folder) : []),
  ];
}

async function scanClaudeFolder(folder: string, from: Surroundings): Promise<FoundEntry[]> {
  const files = listSettings(folder);
  const settings = Promise.all(files.map((file) => parseConfigurationFile(file, findSettingsEntries)));
  const tasks = parseConfigurationFile(path.join(folder, "scheduled_tasks.json"), findScheduledTasks);
  const instructions = ["CLAUDE.md", "AGENTS.md", "loop.md"].map(async (name) =>
    (await exists(folder, name)) ? [describeInstructions(path.join(folder, name))] : [],
  );
  const code = scanFiles(path.join(folder, "workflows"), "workflow");
  const ofSettings = settings.then((entries) => withMarketplaces(entries.flat(), files, path.dirname(folder), from));
  const plugins = scanSkillPlugins(path.join(folder, "skills"));
  return (await Promise.all([ofSettings, tasks, plugins, scanDocuments(folder), code, ...instructions])).flat();
}

/** Returns the patterns of the ignored files that a worktree gets. */
async function describeInclude(file: string): Promise<FoundEntry> {
  const entry = { kind: "worktreeInclude", name: path.basename(file), path: file } as const;
  return readRegular(file).then(
    (text) => ({ ...entry, value: text.trim() }),
    async (error) => ({ ...entry, value: getErrorMessage(error), identity: await describeState(file) }),
  );
}

async function exists(folder: string, name: string): Promise<boolean> {
  // A link counts even if it leads nowhere: its target can appear later.
  return fs.promises.lstat(path.join(folder, name)).then(
    () => true,
    () => false,
  );
}
