/** Requirement of a call of one tool of an MCP server: nothing, the user's permission, or it is never allowed. */
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
  /** `at` is the path of the first wrong part in the definition. */
  | { readonly code: "malformed"; readonly issues: string; readonly at?: readonly string[] | undefined }
  /** A placeholder of a secret in a field that the process table shows. */
  | { readonly code: "secretExposed"; readonly field: "command" | "args"; readonly secret: string }
  /**
   * The user entered no value for the secret. `address`: where it would be sent, with its placeholders; undefined for a
   * program.
   */
  | { readonly code: "secretMissing"; readonly secret: string; readonly address?: string | undefined }
  | { readonly code: "variableMissing"; readonly variable: string }
  /** A placeholder that only the editor's own `mcp.json` knows. */
  | { readonly code: "inputUnsupported"; readonly input: string }
  | { readonly code: "badAddress" }
  /** `claude` does not start with a server of this name. */
  | { readonly code: "nameReserved" };

/** A defined MCP server that is left out, and why. */
export interface LeftOutServer {
  /** Empty when the whole setting is wrong. */
  readonly name: string;
  readonly place: ServerPlace;
  readonly problem: ServerProblem;
  /** True if the last valid definition remains in effect. */
  readonly keepsLast?: boolean;
}

/** A change that an import makes, or a part that it leaves out. */
export type ImportNote =
  | { readonly code: "fieldLeftOut"; readonly field: string }
  /** An input of the editor becomes a secret. */
  | { readonly code: "passwordInput"; readonly input: string }
  | { readonly code: "plainInput"; readonly input: string }
  /** A variable that only the editor replaces. */
  | { readonly code: "variableUnknown"; readonly variable: string };
