import path from "node:path";
import { parseJson, readArray, readObject, readString } from "../base/read.ts";
import { getHome } from "../processes/environment.ts";
import type { ExternalServerConfig } from "../protocol/mcpConfig.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import { type ClaudePlace, readDefinition, readJson } from "./claudeServers.ts";

/**
 * Returns the servers of plugins, by the name that `claude` gives them: those of installed plugins that settings enable, and those of the folders that
 * a start passes (2.0.77, 2.1.50, from their sources). Servers in packed files (`.mcpb`) are left out. Never rejects.
 */
export async function findPluginServers(
  { cwd, env }: ClaudePlace,
  enabled: ReadonlySet<string>,
  directories: readonly string[],
): Promise<ReadonlyMap<string, ExternalServerConfig>> {
  const installed = readObject(await readJson(path.join(getConfigFolder(env, getHome(env)), "plugins", "installed_plugins.json")), "plugins");
  const folders = [...enabled].flatMap((plugin) => findFolder(installed, plugin) ?? []);
  const found = await Promise.all([...folders, ...directories.map((folder) => path.resolve(cwd, folder))].map((folder) => readPlugin(folder, env)));
  return new Map(found.flat());
}

/** Returns the folder of an installed plugin: each plugin has one installation for each scope, or is one itself. */
function findFolder(installed: object | undefined, plugin: string): string | undefined {
  return readString(readArray(installed, plugin)?.[0] ?? readObject(installed, plugin), "installPath");
}

async function readPlugin(folder: string, env: ClaudePlace["env"]): Promise<readonly (readonly [string, ExternalServerConfig])[]> {
  const manifest = await readJson(path.join(folder, ".claude-plugin", "plugin.json"));
  const name = readString(manifest, "name") ?? path.basename(folder);
  const named = readArray(manifest, "mcpServers") ?? [readString(manifest, "mcpServers") ?? readObject(manifest, "mcpServers")];
  const read = async (source: unknown): Promise<unknown> => {
    const file = typeof source === "string" ? await readJson(path.join(folder, source)) : source;
    return readObject(file, "mcpServers") ?? file;
  };
  const servers: object = Object.assign({}, ...(await Promise.all([".mcp.json", ...named].map(read))));
  return Object.entries(servers).flatMap(([server, found]) => {
    // In 2.1.50 on Windows with slashes.
    const root = folder.replaceAll("\\", "/");
    const definition = readDefinition(parseJson(JSON.stringify(found).replaceAll("${CLAUDE_PLUGIN_ROOT}", JSON.stringify(root).slice(1, -1))), env);
    if (!definition) return [];
    const own = "command" in definition ? { ...definition, env: { CLAUDE_PLUGIN_ROOT: folder, ...definition.env } } : definition;
    return [[`plugin:${name}:${server}`, own] as const];
  });
}
