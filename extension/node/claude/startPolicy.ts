import fs from "node:fs";
import path from "node:path";
import { isServerAllowed } from "../../core/options/servers/serverPolicy.ts";
import type { ExternalServerConfig } from "../../core/protocol/requests/mcpConfig.ts";
import { hasSince } from "../../core/protocol/version.ts";
import { readArray, readBoolean, readObject } from "../../shared/base/read.ts";
import type { LeftOutOption } from "../../shared/contract/configuration.ts";
import { getHome } from "../processes/environment.ts";
import { statExisting } from "../storage/regularFiles.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import { type ClaudePlace, readJson } from "./servers/claudeServers.ts";

/** Everything that the files of the user's organization on this machine say about what a start may pass. */
export interface StartPolicy {
  /**
   * True if a file of its own decides about all servers. `claude` then connects no server of another place, and refuses
   * a start that passes one (2.0.77, 2.1.50, 2.1.329). The two older ones ignore a file with a wrong definition, which
   * counts here.
   */
  readonly isExclusive: boolean;
  /** True if no start may bring servers, plugins or subagents: `claude` ends with their flags (2.1.329, 2.1.332). */
  readonly forbidsSideload: boolean;
}

export const noPolicy: StartPolicy = { isExclusive: false, forbidsSideload: false };

/**
 * Reads the policy of the user's organization. One that it keeps elsewhere, such as in the registry of Windows, is not
 * known. Never rejects.
 */
export async function readStartPolicy(env: ClaudePlace["env"], managed: string): Promise<StartPolicy> {
  const own = await readJson(path.join(managed, "managed-mcp.json"));
  const policies = await readPolicies(env, managed);
  return {
    isExclusive: readObject(own, "mcpServers") !== undefined,
    forbidsSideload: policies.some((policy) => readBoolean(policy, "disableSideloadFlags") === true),
  };
}

/** Returns whether a version of `claude` refuses a start that passes servers. */
export function refusesServers({ isExclusive, forbidsSideload }: StartPolicy, version: string): boolean {
  return isExclusive || (forbidsSideload && hasSince(version, "c") !== "no");
}

/**
 * Returns a test for servers of `claude`'s own files that the user's organization forbids, as far as known. Never
 * rejects.
 */
export async function readServerPolicy(
  env: ClaudePlace["env"],
  managed: string,
): Promise<(name: string, server: ExternalServerConfig) => boolean> {
  const [{ isExclusive }, policies] = await Promise.all([readStartPolicy(env, managed), readPolicies(env, managed)]);
  return (name, server) => isExclusive || !policies.every((policy) => isServerAllowed(policy, name, server));
}

/** Returns the folder of an organization's files on this machine. */
export function getManagedFolder(): string {
  if (process.platform === "darwin") return "/Library/Application Support/ClaudeCode";
  if (process.platform !== "win32") return "/etc/claude-code";
  const programs = "C:\\Program Files\\ClaudeCode";
  return statExisting(programs) ? programs : "C:\\ProgramData\\ClaudeCode";
}

/** Reads the settings files of the organization, later ones of a folder of such files too (2.1.329). */
export async function readPolicies(env: ClaudePlace["env"], managed: string): Promise<readonly unknown[]> {
  const folder = path.join(managed, "managed-settings.d");
  const names = await fs.promises.readdir(folder).catch(() => []);
  const parts = names
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .map((name) => path.join(folder, name));
  const remote = path.join(getConfigFolder(env, getHome(env)), "remote-settings.json");
  return Promise.all([remote, path.join(managed, "managed-settings.json"), ...parts].map(readJson));
}

/** Flags of `tandem.extraArgs` with which a start brings plugins; Tandem passes the others of this kind itself. */
const sideloadFlags: ReadonlySet<string> = new Set(["plugin-url", "plugin-dir-no-mcp"]);
/** Variable with the same effect. */
const sideloadVariable = "CLAUDE_CODE_PLUGIN_DIRS";

/** A start without what the policy forbids. */
export interface AllowedStart {
  readonly values: ReadonlyMap<string, unknown>;
  readonly env: Readonly<Record<string, string>>;
  readonly leftOut: readonly LeftOutOption[];
}

/**
 * Leaves out the options and variables with which `claude` would end because of the policy. Servers are left out where
 * they are chosen.
 */
export function applyStartPolicy(
  values: ReadonlyMap<string, unknown>,
  env: Readonly<Record<string, string>>,
  { isExclusive, forbidsSideload }: StartPolicy,
  version: string,
): AllowedStart {
  const allowed = new Map(values);
  const leftOut: LeftOutOption[] = [];
  const leave = (name: string, value = ""): void => void leftOut.push({ name, code: "policyForbids", value });
  if (isExclusive && values.get("strictMcpConfig") === true && allowed.delete("strictMcpConfig"))
    leave("strictMcpConfig");
  if (!forbidsSideload || hasSince(version, "c") === "no") return { values: allowed, env, leftOut };
  if (
    (readArray(Object.fromEntries(values), "pluginDirectories") ?? []).length > 0 &&
    allowed.delete("pluginDirectories")
  )
    leave("pluginDirectories");
  const flags = Object.entries(readObject(Object.fromEntries(values), "extraArgs") ?? {});
  allowed.set("extraArgs", Object.fromEntries(flags.filter(([flag]) => !sideloadFlags.has(flag))));
  for (const [flag] of flags) if (sideloadFlags.has(flag)) leave("extraArgs", flag);
  if (!env[sideloadVariable]) return { values: allowed, env, leftOut };
  leave("environment", sideloadVariable);
  const { [sideloadVariable]: _, ...others } = env;
  return { values: allowed, env: others, leftOut };
}
