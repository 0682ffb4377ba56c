import { isFailure } from "../../../shared/base/failure.ts";
import { replacePlaceholders } from "../../../shared/base/placeholders.ts";
import type { ServerProblem } from "../../../shared/contract/serverDefinitions.ts";
import { getSecretNames, isRemote, type Outcome, type ServerDefinition } from "./serverDefinitions.ts";

/**
 * A definition with every placeholder replaced, as `claude` takes it. Contains secrets: never log it, and never pass it
 * in arguments.
 */
export type LaunchServer =
  | {
      type?: "stdio" | undefined;
      command: string;
      args?: string[] | undefined;
      env?: Record<string, string> | undefined;
      timeout?: number | undefined;
      alwaysLoad?: boolean | undefined;
    }
  | {
      type: "http" | "sse";
      url: string;
      headers?: Record<string, string> | undefined;
      timeout?: number | undefined;
      alwaysLoad?: boolean | undefined;
    };

/** The values that placeholders stand for. */
export interface PlaceholderValues {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder: string;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Replaces the placeholders of a definition. Tool policies are not part of the result (`getToolRules`). */
export function resolveServer(definition: ServerDefinition, values: PlaceholderValues): Outcome<LaunchServer> {
  const secret = getSecretNames(definition).find((name) => !values.secrets.has(name));
  if (secret !== undefined)
    return { problem: { code: "secretMissing", secret, address: isRemote(definition) ? definition.url : undefined } };
  const replace = (text: string): string => replacePlaceholders(text, "tandem.mcpServers", values);
  const replaceAll = (all: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(all).map(([name, text]) => [name, replace(text)]));
  try {
    if (!isRemote(definition)) {
      const { tools: _tools, args, env, ...rest } = definition;
      return {
        value: {
          ...rest,
          command: replace(rest.command),
          ...(args && { args: args.map(replace) }),
          ...(env && { env: replaceAll(env) }),
        },
      };
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
 * Returns the values of a server that can be secret, whatever their names are: those of its variables and headers, the
 * login, the parameters, the fragment and long parts of the path in its address, and arguments behind the name of a
 * secret.
 */
export function listGivenValues(server: LaunchServer): readonly string[] {
  if ("command" in server) return [...Object.values(server.env ?? {}), ...listSecretArguments(server.args ?? [])];
  // The secret of a header can stand behind the name of a scheme, or be one of several cookies.
  const headers = Object.values(server.headers ?? {}).flatMap((value) => [
    ...[value, value.replace(/^\S+\s+/, "")],
    ...value.split(/[;,]\s*/).map((part) => part.slice(part.indexOf("=") + 1)),
  ]);
  if (!URL.canParse(server.url)) return headers;
  const { username, password, searchParams, hash, pathname } = new URL(server.url);
  const parts = pathname.split("/").filter((part) => part.length >= minPart && /\d/.test(part) && /[a-z]/i.test(part));
  const encoded = [username, password, hash.slice(1), ...parts];
  return [...new Set([...headers, ...encoded, ...encoded.map(decode), ...searchParams.values()])].filter(
    (value) => value !== "",
  );
}

/** Length from which a part of a path with letters and digits can be a secret. */
const minPart = 16;
const secretFlag = /^--?[\w-]*(?:key|token|secret|passw|credential|auth|\bpat\b)[\w-]*$/i;

/** Returns the values behind `--name VALUE` and `--name=VALUE` where the name is one of a secret. */
function listSecretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const [, name = "", value] = /^(--?[^=]+)=(.*)$/s.exec(arg) ?? [];
    if (value !== undefined) return secretFlag.test(name) ? [value] : [];
    return secretFlag.test(args[at - 1] ?? "") ? [arg] : [];
  });
}

/** Returns the values of variables that a definition takes in. Those that are paths are no secrets. */
export function listTakenIn(definition: ServerDefinition, env: PlaceholderValues["env"]): readonly string[] {
  const names = [...JSON.stringify(definition).matchAll(/\$\{env:([^}]*)\}/g)].map(([, name = ""]) => name);
  return names
    .flatMap((name) => (Object.hasOwn(env, name) ? [env[name] ?? ""] : []))
    .filter((value) => !/^(?:[~/]|[a-z]:[\\/])/i.test(value));
}

/** Returns a part of an address without its codes; as it is where they are none. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
