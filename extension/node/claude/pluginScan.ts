import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parse } from "jsonc-parser";
import { asObject, type FoundEntry, type ParsedFile } from "../../core/options/repository/parsedFile.ts";
import { findServerEntries } from "../../core/options/repository/serverEntries.ts";
import { findSettingsEntries } from "../../core/options/repository/settingsEntries.ts";
import { parseJson, readArray, readObject, readString } from "../../shared/base/read.ts";
import { describeState, readRegular } from "../storage/regularFiles.ts";
import { parseConfigurationFile, readJsonText } from "./configurationFile.ts";
import { scanDocuments, scanFiles } from "./documentScan.ts";
import { describeTree } from "./matchingFiles.ts";

/** Fields of a plugin's manifest that name further files and folders with documents or scripts. */
const namedKinds = [
  ["agents", "agent"],
  ["commands", "command"],
  ["skills", "skill"],
  ["outputStyles", "outputStyle"],
  ["workflows", "workflow"],
] as const;
/** Maximum number of plugins of one marketplace, and of levels of a manifest, that are looked at. */
const maxPlugins = 200;
/** Maximum number of programs of a plugin whose contents are read. */
const maxPrograms = 100;
const maxLevels = 5;

/**
 * Finds the plugins of the marketplaces that settings files of a folder name, or of which they switch on plugins and
 * whose places `claude` keeps, and that are folders of this machine: `claude` loads the plugins from there that a
 * settings file switches on (2.1.50, 2.1.332). A place that it keeps counts although the settings name another one. A
 * relative path can begin in each of the `roots`.
 */
export async function scanMarketplaces(
  files: readonly string[],
  roots: readonly string[],
  configFolders: readonly string[],
): Promise<FoundEntry[]> {
  const kept = configFolders.map((each) => path.join(each, "plugins", "known_marketplaces.json"));
  const [settings, known] = await Promise.all([readAll(files), readAll(kept)]);
  const list = (key: string) => settings.flatMap((each) => Object.entries(readObject(each, key) ?? {}));
  const enabled = new Set(list("enabledPlugins").map(([name]) => name.slice(name.lastIndexOf("@") + 1)));
  const folders = [
    ...list("extraKnownMarketplaces").flatMap(([, each]) => findFolders(readObject(each, "source"), roots)),
    ...known.flatMap((each) =>
      Object.entries(asObject(each) ?? {}).flatMap(([name, place]) => {
        const isLocal = findFolders(readObject(place, "source"), roots).length > 0;
        return isLocal && enabled.has(name) ? [readString(place, "installLocation") ?? ""] : [];
      }),
    ),
  ];
  return (await Promise.all([...new Set(folders)].map(scanMarketplace))).flat();
}

/** Reads files with JSON, as tolerant as what reads the settings themselves. */
function readAll(files: readonly string[]): Promise<readonly unknown[]> {
  return Promise.all(files.map(async (file) => parse(await readJsonText(file).catch(() => ""))));
}

/** Returns the folders of this machine in which `claude` looks for the marketplace of a source. */
function findFolders(source: unknown, roots: readonly string[]): readonly string[] {
  const at = readString(source, "path") ?? "";
  const isFile = readString(source, "source") === "file";
  // A path on another machine would tell it who the user is.
  if ((!isFile && readString(source, "source") !== "directory") || /^[\\/]{2}/.test(at)) return [];
  // Of a file, whatever its name is, `claude` takes the folder above that of the file (2.1.332).
  const folders = roots.map((root) => path.resolve(root, at, isFile ? "../.." : ""));
  return folders.map((each) => (path.basename(each) === ".claude-plugin" ? path.dirname(each) : each));
}

async function scanMarketplace(folder: string): Promise<FoundEntry[]> {
  const file = path.join(folder, ".claude-plugin", "marketplace.json");
  const value = parseJson(await readJsonText(file).catch(() => ""));
  const base = readString(readObject(value, "metadata"), "pluginRoot") ?? "";
  const plugins = (readArray(value, "plugins") ?? []).flatMap((entry) => {
    const source = readString(entry, "source");
    if (source === undefined) return [];
    // `claude` looks for "./p" beside the root that a marketplace names, and for "p" below it (2.1.332).
    const places = new Set([path.resolve(folder, source), path.resolve(folder, base, source)]);
    return [...places].map((at) => ({ entry, at }));
  });
  const found = await Promise.all([
    scanPlugin(path.join(folder, ".claude-plugin")),
    ...plugins.slice(0, maxPlugins).map(({ entry, at }) => scanPluginDirectory(at, entry)),
  ]);
  const rest = plugins.slice(maxPlugins).map(({ at }) => at);
  const identity = await describeTree(rest);
  const more = { kind: "unreadable", name: "plugins", value: "EMFILE", path: file, identity } as const;
  return [...found.flat(), ...(rest.length > 0 ? [more] : [])];
}

/**
 * Finds what a plugin brings: commands, servers, documents and scripts, also in files and folders that its manifest
 * names, or its entry in a marketplace.
 */
export async function scanPluginDirectory(folder: string, entry?: unknown): Promise<FoundEntry[]> {
  const manifest = parseJson(await readJsonText(path.join(folder, ".claude-plugin", "plugin.json")).catch(() => ""));
  const listNamed = (field: string, usual: readonly string[] = []): readonly string[] => {
    const fields = [manifest, entry].flatMap((each) => [each, readObject(each, "experimental")]);
    const named = fields.flatMap((each) => listTexts(asObject(each)?.[field]));
    return [...new Set([...usual, ...named].map((each) => path.resolve(folder, each)))];
  };
  const hooks = ({ value, ...rest }: ParsedFile): FoundEntry[] =>
    findSettingsEntries({ ...rest, value: { hooks: readObject(value, "hooks") ?? value } });
  // Settings of `claude` can leave out none of these servers alone.
  const servers = (file: ParsedFile): FoundEntry[] =>
    findServerEntries(file).map((each) => ({ ...each, isOptional: false }));
  const programs = await fs.promises.readdir(path.join(folder, "bin")).catch(() => []);
  const found = await Promise.all([
    scanPlugin(path.join(folder, ".claude-plugin")),
    scanFunctions(folder),
    parseConfigurationFile(path.join(folder, "settings.json"), findSettingsEntries),
    ...listNamed("hooks", ["hooks/hooks.json"]).map((file) => parseConfigurationFile(file, hooks)),
    ...listNamed("mcpServers", [".mcp.json"]).map((file) => parseConfigurationFile(file, servers)),
    ...listNamed("lspServers", [".lsp.json"]).map((file) => parseConfigurationFile(file, findPrograms)),
    ...listNamed("monitors", ["monitors/monitors.json"]).map((file) => parseConfigurationFile(file, findPrograms)),
    scanDocuments(folder),
    scanFiles(path.join(folder, "workflows"), "workflow"),
    ...namedKinds.flatMap(([field, kind]) => listNamed(field).map((at) => scanFiles(at, kind))),
  ]);
  // `claude` finds these before the programs of the system.
  const bin = programs.map(async (name, at): Promise<FoundEntry> => {
    const file = path.join(folder, "bin", name);
    const identity = await (at < maxPrograms ? describeContent(file) : describeState(file));
    return { kind: "program", name: `bin/${name}`, value: "", path: file, identity };
  });
  return [...found.flat(), ...(await Promise.all(bin))];
}

/** Returns a text that changes with the content of a file; of a very large one, or of none, with what it is on disk. */
async function describeContent(file: string): Promise<string> {
  const text = await readRegular(file, "latin1").catch(() => undefined);
  return text === undefined ? describeState(file) : createHash("sha256").update(text, "latin1").digest("hex");
}

/** Finds the plugin that a repository is itself, or those that it offers. */
export async function scanOwnPlugin(folder: string): Promise<FoundEntry[]> {
  const found = await scanPlugin(path.join(folder, ".claude-plugin"));
  return found.length === 0 ? [] : [...found, ...(await scanFunctions(folder))];
}

/** Returns the manifests of a plugin and of a marketplace, with all that they say. */
async function scanPlugin(folder: string): Promise<FoundEntry[]> {
  const describe = (name: string) =>
    parseConfigurationFile(path.join(folder, name), ({ path: file, value }) => [
      { kind: "plugin", name: `.claude-plugin/${name}`, value: JSON.stringify(value, undefined, 1) ?? "", path: file },
    ]);
  return (await Promise.all(["plugin.json", "marketplace.json"].map(describe))).flat();
}

/** Returns the programs that a file of a plugin starts, such as those for the languages that it names. */
function findPrograms({ path: file, value, lineOf }: ParsedFile): FoundEntry[] {
  return Object.entries(typeof value === "object" && value !== null ? value : {}).map(([name, program]) => ({
    kind: "program",
    name,
    value: JSON.stringify(program, undefined, 1) ?? "",
    path: file,
    line: lineOf([Array.isArray(value) ? Number(name) : name]),
  }));
}

/** Finds functions of a plugin that run inside `claude`. */
function scanFunctions(plugin: string): Promise<FoundEntry[]> {
  return scanFiles(path.join(plugin, "hooks"), "mod");
}

/** Returns the texts of a field that can be paths relative to the plugin. */
function listTexts(value: unknown, level = 0): readonly string[] {
  if (typeof value === "string") return value.length < 1_000 && !path.isAbsolute(value) ? [value] : [];
  return level < maxLevels && typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => listTexts(each, level + 1))
    : [];
}
