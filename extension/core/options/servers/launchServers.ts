import { isFailure } from "../../../shared/base/failure.ts";
import { decodePart } from "../../../shared/base/maskSecrets.ts";
import { replacePlaceholders } from "../../../shared/base/placeholders.ts";
import { readArray, readObject, readString } from "../../../shared/base/read.ts";
import type { ServerProblem } from "../../../shared/contract/servers/serverDefinitions.ts";
import { asObject } from "../repository/parsedFile.ts";
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
  const found =
    "command" in server
      ? [...Object.values(server.env ?? {}), ...listSecretArguments(server.args ?? [])]
      : [...Object.values(server.headers ?? {}).flatMap(listInHeader), ...listInAddress(server.url)];
  return [...new Set(found)].filter((value) => value !== "");
}

/**
 * Returns the values that can be secret of servers in definitions of subagents, which `claude` takes as they are.
 */
export function listAgentValues(agents: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(agents).flatMap((agent) =>
    (readArray(agent, "mcpServers") ?? []).flatMap((each) =>
      Object.values(asObject(each) ?? {}).flatMap((server) => {
        const texts = (name: string): Record<string, string> =>
          Object.fromEntries(
            Object.entries(readObject(server, name) ?? {}).flatMap(([key, value]) => [[key, String(value)]]),
          );
        const args = (readArray(server, "args") ?? []).map(String);
        return [
          ...listGivenValues({ command: "", args, env: texts("env") }),
          ...listGivenValues({ type: "http", url: readString(server, "url") ?? "", headers: texts("headers") }),
        ];
      }),
    ),
  );
}

/** Returns the secret of a header: behind the name of a scheme, one of several cookies, or a login in base64. */
function listInHeader(value: string): readonly string[] {
  const bare = value.replace(/^\S+\s+/, "");
  const login = /^basic\s+([\w+/=-]+)\s*$/i.test(value) ? decodeBase64(bare) : "";
  return [
    ...[value, bare, login, login.slice(login.indexOf(":") + 1)],
    ...value.split(/[;,]\s*/).map((part) => part.slice(part.indexOf("=") + 1)),
  ];
}

/** Returns the login, the parameters, the fragment and long parts of the path of an address. */
function listInAddress(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams, hash, pathname } = new URL(address);
  const parts = pathname.split("/").filter((part) => part.length >= minPart && /\d/.test(part) && /[a-z]/i.test(part));
  const encoded = [username, password, hash.slice(1), ...parts];
  return [...encoded, ...encoded.map(decodePart), ...searchParams.values()];
}

/** Length from which a part of a path with letters and digits can be a secret. */
const minPart = 16;
const secretName = /(?:key|token|secret|pass|pwd|cred|auth|\bpat\b)/i;
/** Fields of one argument, such as those of a connection. */
const secretField = new RegExp(`${secretName.source}[\\w-]*=`, "i");
/** Flags behind which a header follows, or a variable with its value. */
const headerFlag = /^(?:-H|--headers?)$/;
const variableFlag = /^(?:-e|--env)$/;

/**
 * Returns the values in arguments that have the place of a secret: behind `--name` and in `--name=VALUE` where the name
 * is one of a secret, in variables, in headers, and in addresses.
 */
export function listSecretArguments(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? "";
    const [, name = "", value] = /^([\w-]+)=(.*)$/s.exec(arg) ?? [];
    if (headerFlag.test(before) || (value !== undefined && headerFlag.test(name)))
      return listInHeader((headerFlag.test(before) ? arg : (value ?? "")).replace(/^[^:]*:\s*/, ""));
    if (value !== undefined && variableFlag.test(name)) return [value.slice(value.indexOf("=") + 1)];
    if (value !== undefined && (secretName.test(name) || variableFlag.test(before))) return [value];
    if (/^--?/.test(before) && !before.includes("=") && secretName.test(before)) return [arg];
    if (secretField.test(arg)) return [arg];
    return /^[a-z][\w+.-]*:\/\//i.test(value ?? arg) ? listInAddress(value ?? arg) : [];
  });
}

/** Returns the values of variables that texts of a definition take in. Those that are paths are no secrets. */
export function listTakenIn(definition: unknown, env: PlaceholderValues["env"]): readonly string[] {
  const names = [...JSON.stringify(definition).matchAll(/\$\{env:([^}]*)\}/g)].map(([, name = ""]) => name);
  return names
    .flatMap((name) => (Object.hasOwn(env, name) ? [env[name] ?? ""] : []))
    .filter((value) => !/^(?:[~/]|[a-z]:[\\/])/i.test(value));
}

function decodeBase64(text: string): string {
  try {
    return atob(text.trim().replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
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
