import type { OptionName, OptionValue } from "./options.ts";

type Choices<N extends OptionName> = { readonly [Name in N]: OptionValue<Name> };

/**
 * Choices for a conversation that works alone: commands run in the sandbox of `claude` without network, and nothing
 * asks. In settings of a start 2.1.329 heeds no wider access that a repository grants. Earlier versions ask for each
 * host instead of refusing it.
 */
export const sandboxedChoices: Choices<"permissionMode" | "allowDangerouslySkipPermissions" | "sandbox"> = {
  permissionMode: "bypassPermissions",
  allowDangerouslySkipPermissions: true,
  sandbox: {
    enabled: true,
    failIfUnavailable: true,
    autoAllowBashIfSandboxed: true,
    allowUnsandboxedCommands: false,
    excludedCommands: [],
    network: { allowedDomains: [], strictAllowlist: true },
  },
};

/** Tools of `claude` that use the network from outside its sandbox (all versions). */
export const networkTools = ["WebFetch", "WebSearch"] as const;
