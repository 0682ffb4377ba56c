import path from "node:path";
import type { FileServer } from "../../../core/conversation/ports/ports.ts";
import { type ExternalServerConfig, externalServerConfig } from "../../../core/protocol/requests/mcpConfig.ts";
import { parseJson, readObject } from "../../../shared/base/read.ts";
import { getHome } from "../../processes/environment.ts";
import { readJsonText } from "../configurationFile.ts";

/** A place where `claude` runs: its working folder and its environment. */
export interface ClaudePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Everything that decides which of its own files `claude` reads servers from. */
export interface ServerSources {
  /** The sources of settings that a start reads, among "user", "project" and "local". */
  readonly settingSources: readonly string[];
  /** True if it reads no servers of its own files. */
  readonly isStrict: boolean;
}

const allSources: ServerSources = { settingSources: ["user", "project", "local"], isStrict: false };

/**
 * Returns the servers in the files of `claude` itself with their variables replaced, by name. Of several definitions it
 * takes the one that `claude` takes when it reconnects the server: the user's for this folder, that of the nearest
 * `.mcp.json`, the user's (2.1.50, from its sources). Whether the user switched a server off is not known. Leaves out
 * what cannot be read. Never rejects.
 */
export async function listClaudeServers(
  { cwd, env }: ClaudePlace,
  { settingSources, isStrict }: ServerSources = allSources,
): Promise<ReadonlyMap<string, FileServer>> {
  if (isStrict) return new Map();
  const user = await readJson(path.join(env["CLAUDE_CONFIG_DIR"] || getHome(env), ".claude.json"));
  const folders = listFolders(cwd);
  const files = {
    user: [user],
    project: await Promise.all(folders.map((folder) => readJson(path.join(folder, ".mcp.json")))),
    local: folders.map((folder) => readProject(user, folder)),
  };
  const found = new Map<string, { readonly scope: string; readonly written: unknown }>();
  for (const [scope, each] of Object.entries(files)) {
    if (!settingSources.includes(scope)) continue;
    for (const file of each)
      for (const [name, written] of Object.entries(readObject(file, "mcpServers") ?? {}))
        found.set(name, { scope, written });
  }
  return new Map(
    [...found].flatMap(([name, { scope, written }]) => {
      const config = readDefinition(written, env);
      return config ? [[name, { config, scope }] as const] : [];
    }),
  );
}

/** Returns a folder and those above it, the nearest last. A version may know the folder by that of its repository. */
function listFolders(folder: string): readonly string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [...listFolders(above), folder];
}

/** Returns what the user's file says about a folder; on Windows, `claude` writes its path with slashes. */
function readProject(user: unknown, folder: string): object | undefined {
  const projects = readObject(user, "projects");
  return readObject(projects, folder) ?? readObject(projects, folder.replaceAll("\\", "/"));
}

/** Returns the value of a JSON file; undefined if it cannot be read. Never rejects. */
export async function readJson(file: string): Promise<unknown> {
  return readJsonText(file).then(parseJson, () => undefined);
}

/**
 * Returns what a probe needs of a definition, with its variables replaced; undefined for a kind of server that it does
 * not know.
 */
function readDefinition(found: unknown, env: ClaudePlace["env"]): ExternalServerConfig | undefined {
  if (typeof found !== "object" || found === null) return undefined;
  const { type, command, args, env: variables, url, headers } = found as Readonly<Record<string, unknown>>;
  const definition = replaceVariables(
    command === undefined ? { type, url, headers } : { type, command, args, env: variables },
    env,
  );
  const parsed = externalServerConfig.safeParse(definition);
  return parsed.success ? parsed.data : undefined;
}

/**
 * Replaces `${NAME}` and `${NAME:-default}` in all strings; one without a value stays as it is (2.1.50, from its
 * sources).
 */
function replaceVariables(value: unknown, env: ClaudePlace["env"]): unknown {
  if (typeof value === "string") {
    return value.replace(/\$\{([^}]+)\}/g, (whole, inner: string) => {
      const [variable = "", fallback] = inner.split(":-", 2);
      return env[variable] ?? fallback ?? whole;
    });
  }
  if (Array.isArray(value)) return value.map((each) => replaceVariables(each, env));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, replaceVariables(each, env)]])),
  );
}
