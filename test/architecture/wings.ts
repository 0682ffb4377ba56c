/** A part of `extension/` whose files may use the same API. */
export interface Wing {
  /** Its folders from below: each may import those before it. */
  readonly floors: readonly string[];
  /** Folders of other wings that it may import; with "?" as types only. */
  readonly uses: readonly string[];
  /** Packages that it may import; "node" stands for all modules of Node. */
  readonly packages: readonly string[];
}

/** The wings, each of which may only import from those before it. extension/README.md repeats them. */
export const wings: Readonly<Record<string, Wing>> = {
  shared: {
    floors: ["contract", "base", "markdown", "text", "pages"],
    uses: [],
    packages: ["jsonc-parser", "decode-named-character-reference", "@vscode/l10n"],
  },
  core: {
    floors: ["protocol", "options", "review", "conversation", "conversations", "guards", "ideTools", "api"],
    uses: ["shared/contract", "shared/base", "shared/text/prompts"],
    packages: ["zod", "diff", "ansi-sequence-parser", "@modelcontextprotocol/sdk?"],
  },
  node: {
    floors: ["storage", "processes", "git", "transcripts", "claude", "checkpoints", "isolation"],
    uses: ["shared/contract", "shared/base", "core/protocol", "core/options", "core?"],
    packages: ["node", "zod", "cross-spawn", "jsonc-parser"],
  },
  vscode: {
    floors: [
      ...["chat", "terminal", "pages", "texts", "dialogs", "files", "api", "mentions", "review", "settings", "asking"],
      ...["ideTools", "servers", "views", "commands"],
    ],
    uses: [
      "shared",
      "core/options",
      "core/conversation",
      "core/conversations",
      "core/ideTools",
      "core/review?",
      "core/api?",
    ],
    packages: ["vscode", "node", "zod", "jsonc-parser"],
  },
};

/** The folders of `core/conversation` from below; "." are the files beside them. */
export const conversationFloors: readonly string[] = [
  ...[
    "events",
    "tools",
    "reduce",
    "usage",
    "view",
    "ports",
    "process",
    "prompts",
    "servers",
    "transcript",
    "files",
    "requests",
  ],
  ...["rewind", ".", "trace"],
];
