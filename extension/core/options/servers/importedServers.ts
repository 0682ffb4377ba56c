import { findPlaceholders } from "../../../shared/base/placeholders.ts";
import { readArray, readObject, readString } from "../../../shared/base/read.ts";
import type { ImportNote, ServerProblem } from "../../../shared/contract/servers/serverDefinitions.ts";
import { listDefinitionTexts, parseServerDefinition, type ServerDefinition } from "./serverDefinitions.ts";

/** A server of the editor's `mcp.json`, as a definition of `tandem.mcpServers`. */
export interface ImportedServer {
  readonly name: string;
  /** Undefined for a server that cannot be imported because of `problem`. */
  readonly definition: ServerDefinition | undefined;
  readonly problem: ServerProblem | undefined;
  /** Warnings for the user before the server is imported. */
  readonly notes: readonly ImportNote[];
}

const knownFields: ReadonlySet<string> = new Set(["type", "command", "args", "env", "url", "headers"]);
/** Fields that only describe a server to the editor. */
const silentFields: ReadonlySet<string> = new Set(["gallery", "version"]);

/** Reads the content of the editor's `mcp.json`: `servers` by name, and the `inputs` that they ask for. */
export function readImportedServers(content: unknown): readonly ImportedServer[] {
  const passwords = new Set(
    (readArray(content, "inputs") ?? []).flatMap((input) =>
      isObject(input) && input["password"] === true ? [readString(input, "id") ?? ""] : [],
    ),
  );
  return Object.entries(readObject(content, "servers") ?? {}).map(([name, value]) =>
    readServer(name, value, passwords),
  );
}

function readServer(name: string, value: unknown, passwords: ReadonlySet<string>): ImportedServer {
  const fields = isObject(value) ? value : {};
  const used = Object.entries(fields).filter(([field, each]) => knownFields.has(field) && each !== null);
  // The editor connects to an address without a type over HTTP.
  const type = typeof fields["url"] === "string" && fields["type"] === undefined ? { type: "http" } : {};
  const texts = used.map(([, each]) => JSON.stringify(each) ?? "");
  const inputs = [...new Set(texts.flatMap((text) => findPlaceholders(text, "input")))];
  const { value: definition, problem } = parseServerDefinition(
    { ...type, ...withSecrets(Object.fromEntries(used)) },
    name,
  );
  const notes: ImportNote[] = [
    ...Object.keys(fields).flatMap((field): ImportNote[] =>
      knownFields.has(field) || silentFields.has(field) ? [] : [{ code: "fieldLeftOut", field }],
    ),
    ...inputs.map((input): ImportNote => ({ code: passwords.has(input) ? "passwordInput" : "plainInput", input })),
    ...(definition ? findUnknownVariables(definition) : []).map(
      (variable): ImportNote => ({ code: "variableUnknown", variable }),
    ),
  ];
  return { name, definition, problem, notes };
}

/** Replaces `${input:id}` by `${secret:id}`, as the names of secrets have no other syntax. */
function withSecrets(value: unknown): Record<string, unknown> {
  const deep = (each: unknown): unknown => {
    if (typeof each === "string") return each.replace(/\$\{input:([^}]*)\}/g, "${secret:$1}");
    if (Array.isArray(each)) return each.map(deep);
    // The editor removes a variable of the environment with null.
    if (isObject(each))
      return Object.fromEntries(
        Object.entries(each).flatMap(([name, inner]) => (inner === null ? [] : [[name, scalar(deep(inner))]])),
      );
    return each;
  };
  return deep(value) as Record<string, unknown>;
}

/** The editor accepts numbers as values of environment variables. */
function scalar(value: unknown): unknown {
  return typeof value === "number" ? String(value) : value;
}

function findUnknownVariables(definition: ServerDefinition): readonly string[] {
  const variables = listDefinitionTexts(definition).flatMap((text) =>
    [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, variable = ""]) => variable),
  );
  return [...new Set(variables.filter((variable) => !/^(?:env:.*|secret:.*|workspaceFolder)$/.test(variable)))];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
