import {
  type RepositoryEntry,
  type RepositoryKind,
  type RepositoryReview,
  repositoryKinds,
} from "../../extension/shared/contract/repository.ts";
import type { GalleryState, GalleryStates } from "./state.ts";

const settings = "/home/sam/shop/.claude/settings.json";
const long = `node ./tools/check.mjs --strict ${"--rule=no-unused-imports,no-shadow ".repeat(12)}`;

/** One of each kind, as a repository would bring it. */
const examples: { readonly [K in RepositoryKind]: readonly Partial<RepositoryEntry>[] } = {
  unreadable: [{ value: "ValueExpected", path: "/home/sam/shop/.claude/settings.local.json", line: 12 }],
  hook: [
    { name: "PreToolUse (Bash)", value: "./tools/check.sh", line: 7 },
    { name: "SessionStart", value: long, line: 19 },
  ],
  program: [{ name: "apiKeyHelper", value: "./tools/key.sh⟦U+202E⟧", line: 30 }],
  scheduledTask: [
    {
      name: "0 9 * * 1",
      value: "Update the changelog and push it.",
      path: "/home/sam/shop/.claude/scheduled_tasks.json",
      line: 3,
    },
  ],
  mcpServer: [
    {
      name: "database",
      value: "npx -y @shop/db-server",
      path: "/home/sam/shop/.mcp.json",
      line: 3,
      isOptional: true,
      isOff: false,
    },
    {
      name: "tracker",
      value: "https://tracker.example.com/mcp",
      path: "/home/sam/shop/.mcp.json",
      line: 9,
      isOptional: true,
      isOff: true,
    },
  ],
  mod: [{ name: "functions.js", path: "/home/sam/shop/hooks/functions.js" }],
  plugin: [{ name: "lint@shop", line: 40 }],
  tandemSetting: [
    { name: "tandem.permissionMode", value: "acceptEdits", path: "/home/sam/shop/.vscode/settings.json" },
  ],
  rule: [{ name: "allow", value: "Bash(npm run test:*)", line: 44 }],
  directory: [{ name: "additionalDirectories", value: "../design", line: 47 }],
  environment: [{ name: "NODE_OPTIONS", value: "--require ./tools/trace.js", line: 50 }],
  claudeSetting: [{ name: "model", value: "opus", line: 52 }],
  agent: [
    {
      name: "team/reviewer.md",
      value: "tools: Bash, Edit\npermissionMode: acceptEdits",
      path: "/home/sam/shop/.claude/agents/team/reviewer.md",
    },
  ],
  workflow: [{ name: "release.js", path: "/home/sam/shop/.claude/workflows/release.js" }],
  skill: [{ name: "deploy/SKILL.md", path: "/home/sam/shop/.claude/skills/deploy/SKILL.md" }],
  command: [
    {
      name: "release.md",
      value: "allowed-tools: Bash(git push:*)",
      path: "/home/sam/shop/.claude/commands/release.md",
    },
  ],
  outputStyle: [{ name: "terse.md", path: "/home/sam/shop/.claude/output-styles/terse.md" }],
  instructions: [{ name: "CLAUDE.md", path: "/home/sam/shop/CLAUDE.md" }],
  worktreeInclude: [{ name: ".worktreeinclude", path: "/home/sam/shop/.worktreeinclude" }],
  more: [{ name: "602" }],
};
const all = repositoryKinds.flatMap((kind) =>
  examples[kind].map(
    (example, at): RepositoryEntry => ({
      id: `${kind}${at}`,
      kind,
      name: "",
      value: "",
      path: settings,
      isNew: true,
      ...example,
    }),
  ),
);

const shown = (review: Partial<RepositoryReview>): GalleryState => ({
  state: {
    status: "ended",
    folder: "/home/sam/shop",
    problem: { code: "repository" },
    repository: { revision: "1", entries: all, ...review },
  },
  draft: "Make the greeting warmer",
});

/** Configuration of a repository, before the first start in it and later. */
export const repositoryStates: GalleryStates = {
  repository: shown({}),
  "repository-few": shown({
    entries: all.filter(({ kind }) => kind === "hook" || kind === "mcpServer" || kind === "instructions"),
  }),
  "repository-changed": shown({ entries: all.map((entry) => ({ ...entry, isNew: entry.id === "hook0" })) }),
  "repository-known": {
    ...shown({ entries: all.map((entry) => ({ ...entry, isNew: entry.id === "hook0" })) }),
    steps: [{ press: "21 entries that you have allowed before" }],
  },
  "repository-omitted": shown({ entries: all.slice(0, 2).map((entry) => ({ ...entry, omitted: 130_000 })) }),
  "repository-whole": { ...shown({}), steps: [{ press: "Show all of SessionStart" }] },
  "repository-allowed": {
    ...shown({ choice: "start", entries: all.map((entry) => ({ ...entry, isNew: false })) }),
    state: { ...shown({}).state, status: "idle" },
  },
  "repository-without": shown({ choice: "startWithout", entries: [] }),
};
