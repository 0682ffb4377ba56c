import path from "node:path";
import { readArray, readObject } from "../base/read.ts";
import type { FileServer } from "../session/ports.ts";
import { statExisting } from "../storage/regularFiles.ts";
import { type ClaudePlace, listFolders, readDefinition, readJson, readProject, readUserFile } from "./claudeServers.ts";
import { findPluginServers } from "./pluginServers.ts";
import { readServerSettings, type ServerChoices } from "./serverSettings.ts";

/**
 * Returns the servers of `claude`'s own files and of plugins that a start connects, by name, as 2.0.77 and 2.1.50 choose them (from their sources), and
 * those that a policy forbids. A server that may be meant in another way, or that a setting could forbid, is not among them. Never rejects.
 */
export async function listStartedServers(place: ClaudePlace, choices: ServerChoices, managed: string): Promise<Readonly<Record<string, FileServer>>> {
  const { cwd, env } = place;
  if (choices.isStrict) return {};
  const settings = await readServerSettings(place, choices, managed);
  const has = (source: string): boolean => choices.settingSources.includes(source);
  const user = await readUserFile(env);
  const folder = readProject(user, findRoot(cwd)) ?? readProject(user, cwd);
  // The nearest folder wins.
  const files = has("project") ? await Promise.all([...listFolders(cwd)].reverse().map((at) => readJson(path.join(at, ".mcp.json")))) : [];
  const plugins = await findPluginServers(place, settings.enabledPlugins, choices.pluginDirectories);
  const disabled = readArray(folder, "disabledMcpServers") ?? [];
  const defined = new Map<string, FileServer | undefined>();
  const add = (scope: string, servers: object | undefined): void => {
    for (const [name, found] of Object.entries(servers ?? {})) {
      const config = readDefinition(found, env);
      defined.set(name, config && { config, scope });
    }
  };
  for (const [name, config] of plugins) defined.set(name, { config, scope: "plugin" });
  if (has("user")) add("user", readObject(user, "mcpServers"));
  const project = Object.entries(Object.assign({}, ...files.map((file) => readObject(file, "mcpServers"))));
  add("project", Object.fromEntries(project.filter(([name]) => !settings.isRefused(name))));
  if (has("local")) add("local", readObject(folder, "mcpServers"));
  return Object.fromEntries(
    [...defined].flatMap(([name, server]): (readonly [string, FileServer])[] => {
      if (!server || disabled.includes(name)) return [];
      if (settings.isForbidden(name, server.config)) return [[name, { ...server, isForbidden: true }]];
      return settings.isAllowed(name, server.config) ? [[name, server]] : [];
    }),
  );
}

/** Returns the root of the repository by which `claude` knows a folder; the folder itself outside of repositories. */
function findRoot(folder: string): string {
  return listFolders(folder).find((at) => statExisting(path.join(at, ".git"))) ?? folder;
}
