import path from "node:path";
import { parseJson, readObject } from "../base/read.ts";
import { getHome } from "../processes/environment.ts";
import { type ExternalServerConfig, externalServerConfig } from "../protocol/mcpConfig.ts";
import { readRegular } from "../storage/regularFiles.ts";

/** A place where `claude` runs: its working folder and its environment. */
export interface ClaudePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns the definition of a server in the files of `claude` itself, with its variables replaced, in the order in which `claude` looks when it
 * reconnects the server: the user's for this folder, `.mcp.json` of the nearest folder, the user's (2.1.50, from its sources). Returns undefined if
 * there is none, or a file cannot be read. Never rejects.
 */
export async function findClaudeServer(name: string, { cwd, env }: ClaudePlace): Promise<ExternalServerConfig | undefined> {
  const user = await readUserFile(env);
  const folders = listFolders(cwd);
  const local = folders.map((folder) => readProject(user, folder));
  const project = await Promise.all(folders.map((folder) => readJson(path.join(folder, ".mcp.json"))));
  const found = [...local, ...project, user].map((file) => readObject(readObject(file, "mcpServers"), name)).find((each) => each !== undefined);
  return found && readDefinition(found, env);
}

/** Returns a folder and those above it, the nearest first. A version may know the folder by that of its repository. */
export function listFolders(folder: string): readonly string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...listFolders(above)];
}

/** Reads the file in which `claude` keeps the user's servers, and what it knows about each folder. */
export function readUserFile(env: ClaudePlace["env"]): Promise<unknown> {
  return readJson(path.join(env["CLAUDE_CONFIG_DIR"] || getHome(env), ".claude.json"));
}

/** Returns what the user's file says about a folder; on Windows, `claude` writes its path with slashes. */
export function readProject(user: unknown, folder: string): object | undefined {
  const projects = readObject(user, "projects");
  return readObject(projects, folder) ?? readObject(projects, folder.replaceAll("\\", "/"));
}

/** Returns the value of a JSON file; undefined if it cannot be read. Never rejects. */
export async function readJson(file: string): Promise<unknown> {
  return readRegular(file).then(
    (text) => parseJson(text.replace(/^\ufeff/, "")),
    () => undefined,
  );
}

/** Returns what a probe needs of a definition, with its variables replaced; undefined for a kind of server that it does not know. */
export function readDefinition(found: unknown, env: ClaudePlace["env"]): ExternalServerConfig | undefined {
  if (typeof found !== "object" || found === null) return undefined;
  const { type, command, args, env: variables, url, headers } = found as Readonly<Record<string, unknown>>;
  const definition = replaceVariables(command === undefined ? { type, url, headers } : { type, command, args, env: variables }, env);
  const parsed = externalServerConfig.safeParse(definition);
  return parsed.success ? parsed.data : undefined;
}

/** Replaces `${NAME}` and `${NAME:-default}` in all strings; one without a value stays as it is (2.1.50, from its sources). */
function replaceVariables(value: unknown, env: ClaudePlace["env"]): unknown {
  if (typeof value === "string") {
    return value.replace(/\$\{([^}]+)\}/g, (whole, inner: string) => {
      const [variable = "", fallback] = inner.split(":-", 2);
      return env[variable] ?? fallback ?? whole;
    });
  }
  if (Array.isArray(value)) return value.map((each) => replaceVariables(each, env));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (each === undefined ? [] : [[key, replaceVariables(each, env)]])));
}
