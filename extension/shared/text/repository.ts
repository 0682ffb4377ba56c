import { t } from "@vscode/l10n";
import type { RepositoryEntry, RepositoryKind } from "../contract/repository.ts";
import { formatCount } from "./numbers.ts";

/** Headings of the card, by kind. */
const headings: { readonly [K in RepositoryKind]: () => string } = {
  unreadable: () => t("Files that couldn't be read"),
  hook: () => t("Hooks: commands that claude runs automatically"),
  program: () => t("Other commands that claude runs automatically"),
  scheduledTask: () => t("Scheduled tasks: messages that claude answers on its own"),
  mcpServer: () => t("MCP servers"),
  mod: () => t("Mods: code that runs inside claude"),
  plugin: () => t("Plugins and marketplaces"),
  tandemSetting: () => t("Tandem settings"),
  rule: () => t("Permissions granted without a request"),
  directory: () => t("Additional folders"),
  environment: () => t("Environment variables, which can change which programs run"),
  claudeSetting: () => t("claude's other settings"),
  agent: () => t("Agents"),
  workflow: () => t("Workflows: scripts that start agents"),
  skill: () => t("Skills"),
  command: () => t("Commands"),
  outputStyle: () => t("Output styles"),
  instructions: () => t("Instructions"),
  worktreeInclude: () => t("Ignored files that are copied to worktrees"),
  more: () => t("More"),
};

/** Texts of the card that shows what a repository brings. */
export const repositoryText = {
  title: () => t("This repository configures claude"),
  detail: () =>
    t("It can run programs on this machine and change what claude does. Start only if you trust its authors."),
  /** The user has decided before, and some entries are new or changed. */
  changed: (count: number) =>
    count === 1
      ? t("1 entry is new or changed since you decided.")
      : t("{0} entries are new or changed since you decided.", count),
  decided: (isWithout: boolean) =>
    isWithout
      ? t("claude starts without this configuration in this folder.")
      : t("You allowed everything listed here."),
  nothing: () => t("The repository no longer configures claude."),
  /** Explains a start without the repository's configuration: nothing of it is loaded in any supported version. */
  withoutHint: () =>
    t(
      "“Start without this configuration” loads none of this, not even CLAUDE.md. Only your own settings and MCP servers apply, and claude runs no scheduled tasks. It can still read these files while it works.",
    ),
  start: () => t("Start"),
  startWithout: () => t("Start without this configuration"),
  notNow: () => t("Not now"),
  review: () => t("Review…"),
  heading: (kind: RepositoryKind) => headings[kind](),
  knownEntries: (count: number) =>
    count === 1 ? t("1 entry that you have allowed before") : t("{0} entries that you have allowed before", count),
  open: (file: string) => t("Open {0}", file),
  showAll: (name: string) => t("Show all of {0}", name),
  useServer: (name: string) => t("Use {0}", name),
  more: (count: string) => t("{0} more entries aren't listed. New ones are shown after you decide about these.", count),
  omitted: (count: number) =>
    t("The entry is too long to review: {0} more characters. Shorten it to start with it.", formatCount(count)),
  unreadable: (reason: string) => t("claude may use settings in this file that aren't listed here ({0}).", reason),
} as const;

/** Returns the name of an entry for labels: its own name, or that of its file. */
export function getEntryName({ name, path = "" }: RepositoryEntry): string {
  return name === "" ? (path.split(/[\\/]/).at(-1) ?? "") : name;
}
