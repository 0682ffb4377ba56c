import path from "node:path";
import { readArray, readBoolean, readObject } from "../base/read.ts";
import { isServerAllowed } from "../configuration/serverPolicy.ts";
import { normalizeName } from "../contract/toolNames.ts";
import { getHome } from "../processes/environment.ts";
import type { ExternalServerConfig } from "../protocol/mcpConfig.ts";
import { statExisting } from "../storage/regularFiles.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import { type ClaudePlace, readJson } from "./claudeServers.ts";
import { readPolicies, readStartPolicy } from "./startPolicy.ts";

/** Everything that a start passes and that decides which servers of its own files `claude` connects. */
export interface ServerChoices {
  readonly settingSources: readonly string[];
  /** True if `claude` reads no servers of its own files. */
  readonly isStrict: boolean;
  /** Settings that the start passes, and the file of such settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly settingsFile: string;
  readonly pluginDirectories: readonly string[];
}

/** Everything that settings files say about the servers of `claude`'s own files. */
export interface ServerSettings {
  /** Returns true if a settings file refuses a server of `.mcp.json`; any other one needs no approval in a start without a terminal. */
  isRefused(name: string): boolean;
  /** Returns true if the lists of all settings files allow a server. */
  isAllowed(name: string, server: ExternalServerConfig): boolean;
  /** Returns true if the user's organization forbids a server. */
  isForbidden(name: string, server: ExternalServerConfig): boolean;
  readonly enabledPlugins: ReadonlySet<string>;
}

/** Reads the settings files of `claude` that a start reads, as 2.0.77 and 2.1.50 do (from their sources). Never rejects. */
export async function readServerSettings(
  place: ClaudePlace,
  { settingSources, settings, settingsFile }: ServerChoices,
  managed: string,
): Promise<ServerSettings> {
  const config = getConfigFolder(place.env, getHome(place.env));
  const bySource = {
    user: path.join(config, "settings.json"),
    project: path.join(place.cwd, ".claude", "settings.json"),
    local: path.join(place.cwd, ".claude", "settings.local.json"),
  };
  const named = Object.entries(bySource).flatMap(([source, file]) => (settingSources.includes(source) ? [file] : []));
  const passed = settingsFile === "" ? [] : [path.resolve(place.cwd, settingsFile)];
  const policies = await readPolicies(place.env, managed);
  const { isExclusive } = await readStartPolicy(place.env, managed);
  const files = [...(await Promise.all([...named, ...passed].map(readJson))), settings, ...policies];
  const refused = new Set(files.flatMap((file) => readArray(file, "disabledMcpjsonServers") ?? []).map((name) => normalizeName(String(name))));
  const plugins = Object.assign({}, ...files.map((file) => readObject(file, "enabledPlugins")));
  return {
    isRefused: (name) => refused.has(normalizeName(name)),
    // Stricter than `claude`, which joins the lists of all files.
    isAllowed: (name, server) => files.every((file) => isServerAllowed(file, name, server)),
    isForbidden: (name, server) => isExclusive || !policies.every((file) => isServerAllowed(file, name, server)),
    enabledPlugins: new Set(Object.keys(plugins).filter((plugin) => readBoolean(plugins, plugin) === true)),
  };
}

/** Returns the folder of an organization's files on this machine. */
export function getManagedFolder(): string {
  if (process.platform === "darwin") return "/Library/Application Support/ClaudeCode";
  if (process.platform !== "win32") return "/etc/claude-code";
  const programs = "C:\\Program Files\\ClaudeCode";
  return statExisting(programs) ? programs : "C:\\ProgramData\\ClaudeCode";
}
