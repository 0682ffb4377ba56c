import { isFailure } from "../base/failure.ts";
import { replacePlaceholders } from "../base/placeholders.ts";
import type { ServerProblem } from "../contract/serverDefinitions.ts";
import { getSecretNames, isRemote, type Outcome, type ServerDefinition } from "./serverDefinitions.ts";

/** A definition with every placeholder replaced, as `claude` takes it. Contains secrets: never log it, and never pass it in arguments. */
export type LaunchServer =
  | {
      type?: "stdio" | undefined;
      command: string;
      args?: string[] | undefined;
      env?: Record<string, string> | undefined;
      timeout?: number | undefined;
      alwaysLoad?: boolean | undefined;
    }
  | { type: "http" | "sse"; url: string; headers?: Record<string, string> | undefined; timeout?: number | undefined; alwaysLoad?: boolean | undefined };

/** The values that placeholders stand for. */
export interface PlaceholderValues {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder: string;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Replaces the placeholders of a definition. Tool policies are not part of the result (`getToolRules`). */
export function resolveServer(definition: ServerDefinition, values: PlaceholderValues): Outcome<LaunchServer> {
  const secret = getSecretNames(definition).find((name) => !values.secrets.has(name));
  if (secret !== undefined) return { problem: { code: "secretMissing", secret, address: isRemote(definition) ? definition.url : undefined } };
  const replace = (text: string): string => replacePlaceholders(text, "tandem.mcpServers", values);
  const replaceAll = (all: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, replace(text)]));
  try {
    if (!isRemote(definition)) {
      const { tools: _tools, args, env, ...rest } = definition;
      return { value: { ...rest, command: replace(rest.command), ...(args && { args: args.map(replace) }), ...(env && { env: replaceAll(env) }) } };
    }
    const { tools: _tools, headers, ...rest } = definition;
    const url = replace(rest.url);
    // The address may contain a secret, so the problem does not quote it.
    if (!isAddress(url)) return { problem: { code: "badAddress" } };
    return { value: { ...rest, url, ...(headers && { headers: replaceAll(headers) }) } };
  } catch (error) {
    return { problem: readProblem(error) };
  }
}

/**
 * Returns the values of a server that can be secret, whatever their names are: those of its variables and headers, and the login and the parameters in its
 * address.
 */
export function listGivenValues(server: LaunchServer): readonly string[] {
  if ("command" in server) return Object.values(server.env ?? {});
  // The secret of a header can stand behind the name of a scheme.
  const headers = Object.values(server.headers ?? {}).flatMap((value) => [value, value.replace(/^\S+\s+/, "")]);
  if (!URL.canParse(server.url)) return headers;
  const { username, password, searchParams } = new URL(server.url);
  return [...headers, username, decodeURIComponent(username), password, decodeURIComponent(password), ...searchParams.values()];
}

/** Returns true for an address of a server on the web. */
export function isAddress(text: string): boolean {
  const protocol = URL.canParse(text) ? new URL(text).protocol : "";
  return protocol === "http:" || protocol === "https:";
}

function readProblem(error: unknown): ServerProblem {
  if (isFailure(error, "settingInvalid") && error.data.problem.code === "variableMissing") return error.data.problem;
  throw error;
}
