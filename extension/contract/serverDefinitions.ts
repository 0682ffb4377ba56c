/** What a call of one tool of an MCP server needs: nothing, the user's permission, or nothing helps. */
export const toolPolicies = ["allow", "ask", "deny"] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

/** A setting, or the `.mcp.json` of a folder, that defines an MCP server. */
export type ServerPlace =
  | { readonly kind: "user" }
  | { readonly kind: "workspace" }
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "projectFile"; readonly folder: string };

/** Reason why a defined MCP server is left out of a start. Never contains the value of a secret. */
export type ServerProblem =
  | { readonly code: "malformed"; readonly issues: string }
  /** A placeholder of a secret in a field that the process table shows. */
  | { readonly code: "secretExposed"; readonly field: "command" | "args"; readonly secret: string }
  /** The user entered no value for the secret. */
  | { readonly code: "secretMissing"; readonly secret: string }
  | { readonly code: "variableMissing"; readonly variable: string }
  /** A placeholder that only the editor's own `mcp.json` knows. */
  | { readonly code: "inputUnsupported"; readonly input: string }
  | { readonly code: "badAddress" };

/** A defined MCP server that is left out, and why. */
export interface LeftOutServer {
  /** Empty when the whole setting is wrong. */
  readonly name: string;
  readonly place: ServerPlace;
  readonly problem: ServerProblem;
}

/** What an import changes or leaves out. */
export type ImportNote =
  | { readonly code: "fieldLeftOut"; readonly field: string }
  /** An input of the editor becomes a secret. */
  | { readonly code: "passwordInput"; readonly input: string }
  | { readonly code: "plainInput"; readonly input: string }
  /** A variable that only the editor replaces. */
  | { readonly code: "variableUnknown"; readonly variable: string };
