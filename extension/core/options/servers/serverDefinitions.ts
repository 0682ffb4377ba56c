import * as z from "zod";
import { findPlaceholders } from "../../../shared/base/placeholders.ts";
import {
  type ServerProblem,
  type ToolPolicy,
  toolPolicies,
} from "../../../shared/contract/servers/serverDefinitions.ts";
import { normalizeName } from "../../../shared/contract/toolNames.ts";

const texts = z.record(z.string(), z.string()).optional();
const common = {
  /** Maximum duration of a tool call, in milliseconds (2.1.329). */
  timeout: z.number().positive().optional(),
  /** True to wait for the server before the first turn (2.1.329). */
  alwaysLoad: z.boolean().optional(),
  tools: z.record(z.string().min(1), z.enum(toolPolicies)).optional(),
};

const stdioServer = z.strictObject({
  type: z.literal("stdio").optional(),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: texts,
  ...common,
});
const remoteServer = z.strictObject({
  type: z.enum(["http", "sse"]),
  url: z.string().min(1),
  headers: texts,
  ...common,
});

export type StdioDefinition = z.infer<typeof stdioServer>;
export type RemoteDefinition = z.infer<typeof remoteServer>;
/** A server as `tandem.mcpServers` defines it, with its placeholders. */
export type ServerDefinition = StdioDefinition | RemoteDefinition;

/** A value, or the reason why there is none. */
export type Outcome<T> =
  | { readonly value: T; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: ServerProblem };

export function isRemote(definition: ServerDefinition): definition is RemoteDefinition {
  return "url" in definition;
}

/** Names with which `claude` ends at the start (2.0.77, 2.1.50), or that it leaves out without a message. */
const reservedNames: ReadonlySet<string> = new Set(["claude-in-chrome", "constructor", "__proto__"]);

/** Returns true if no start may pass a server of this name: `claude` would end, and take all other servers with it. */
export function isReservedName(name: string): boolean {
  return reservedNames.has(name);
}

/** Reads one definition. A wrong one never affects the others, so each is read alone. */
export function parseServerDefinition(value: unknown, name = ""): Outcome<ServerDefinition> {
  if (isReservedName(name)) return { problem: { code: "nameReserved" } };
  const isAddress =
    typeof value === "object" &&
    value !== null &&
    (Object.hasOwn(value, "url") || ("type" in value && value.type !== "stdio"));
  const result = (isAddress ? remoteServer : stdioServer).safeParse(value);
  if (!result.success)
    return {
      problem: { code: "malformed", issues: formatIssues(result.error), at: result.error.issues[0]?.path.map(String) },
    };
  const definition = result.data;
  const problem =
    findExposed("command" in definition ? { command: [definition.command], args: definition.args ?? [] } : {}) ??
    findInput(definition);
  return problem ? { problem } : { value: definition };
}

/** Returns the names of the secrets that a definition uses, each once. */
export function getSecretNames(definition: ServerDefinition): readonly string[] {
  return [...new Set(listDefinitionTexts(definition).flatMap((text) => findPlaceholders(text, "secret")))];
}

/** Returns every text of a definition in which placeholders are replaced. */
export function listDefinitionTexts(definition: ServerDefinition): readonly string[] {
  return isRemote(definition)
    ? [definition.url, ...Object.values(definition.headers ?? {})]
    : [definition.command, ...(definition.args ?? []), ...Object.values(definition.env ?? {})];
}

/**
 * Permission rules of a server's tools, as the flags of `claude` take them. `ask` is for tools that always need
 * permission.
 */
export interface ToolRules {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/**
 * Returns the rules for the tools of a server. `claude` replaces other characters than letters, digits, `_` and `-` in
 * names (all versions).
 */
export function getToolRules(name: string, tools: Readonly<Record<string, ToolPolicy>> = {}): ToolRules {
  const rulesFor = (policy: ToolPolicy): string[] =>
    Object.entries(tools).flatMap(([tool, each]) =>
      each === policy ? [`mcp__${normalizeName(name)}__${normalizeName(tool)}`] : [],
    );
  return { allow: rulesFor("allow"), ask: rulesFor("ask"), deny: rulesFor("deny") };
}

function findExposed(fields: {
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}): ServerProblem | undefined {
  for (const field of ["command", "args"] as const) {
    const [secret] = (fields[field] ?? []).flatMap((text) => findPlaceholders(text, "secret"));
    if (secret !== undefined) return { code: "secretExposed", field, secret };
  }
  return undefined;
}

function findInput(definition: ServerDefinition): ServerProblem | undefined {
  const [input] = listDefinitionTexts(definition).flatMap((text) => findPlaceholders(text, "input"));
  return input === undefined ? undefined : { code: "inputUnsupported", input };
}

/** Names fields and expected types, never values: a value may be a secret that was typed into the setting. */
function formatIssues(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`))
    .join("; ");
}
