import { t } from "@vscode/l10n";
import { actingTools, type IdeToolName, readOnlyTools } from "../../contract/ideTools.ts";
import type { StatusFacts } from "../../contract/statusFacts.ts";
import type { StatusRow, StatusSection } from "../../contract/statusPage.ts";
import { row } from "./values.ts";

/** Purpose of each tool of the editor. */
const descriptions: Readonly<Record<IdeToolName, () => string>> = {
  diagnostics: () => t("Lists problems"),
  open_editors: () => t("Lists open editors and reads the selection"),
  document_symbols: () => t("Lists the symbols of a file"),
  workspace_symbols: () => t("Searches symbols of the workspace"),
  definition: () => t("Finds definitions"),
  references: () => t("Finds references"),
  implementations: () => t("Finds implementations"),
  call_hierarchy: () => t("Finds callers and called functions"),
  type_hierarchy: () => t("Finds supertypes and subtypes"),
  hover: () => t("Reads types and documentation"),
  git_status: () => t("Reads branch and changed files"),
  git_diff: () => t("Reads uncommitted changes"),
  git_blame: () => t("Reads who changed each line"),
  terminal_output: () => t("Reads the last commands of terminals"),
  tasks: () => t("Lists tasks"),
  code_actions: () => t("Lists quick fixes and refactorings"),
  rename_symbol: () => t("Renames a symbol in all files"),
  apply_code_action: () => t("Applies a quick fix or refactoring"),
  organize_imports: () => t("Organizes imports"),
  format: () => t("Formats a file"),
  run_task: () => t("Runs a task"),
  open_file: () => t("Shows a file"),
  show_diff: () => t("Shows a diff"),
};

/** Returns the tools that the editor offers to `claude`, with the settings that turn them off. */
export function getIdeToolsSection({ settings }: StatusFacts): StatusSection {
  const getSetting = (name: string): unknown => settings.find((each) => each.name === name)?.value;
  const isEnabled = getSetting("ideTools.enabled") !== false;
  const disabled = getSetting("ideTools.disabled");
  const isOff = (name: string): boolean => !isEnabled || (Array.isArray(disabled) && disabled.includes(name));
  const toRow = (name: IdeToolName, origin: string): StatusRow =>
    row(name, name, descriptions[name](), {
      origin,
      button: { label: t("Change"), longLabel: t("Change {0}", name), action: "openSetting", target: "ideTools" },
      ...(isOff(name) ? { mark: { level: "info", text: t("off") } } : {}),
    });
  return {
    id: "ideTools",
    heading: t("Editor tools"),
    rows: [...readOnlyTools.map((name) => toRow(name, t("only reads"))), ...actingTools.map((name) => toRow(name, t("asks you")))],
  };
}
