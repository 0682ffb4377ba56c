import { t } from "@vscode/l10n";
import { actingTools, type IdeToolName, readOnlyTools } from "../../contract/ideTools.ts";
import type { StatusFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";
import { formatNames, row, shorten } from "./values.ts";

/** Purpose of each tool of the editor. */
const descriptions: Readonly<Record<IdeToolName, () => string>> = {
  diagnostics: () => t("Lists problems"),
  open_editors: () => t("Lists open editors and reads the selection"),
  document_symbols: () => t("Lists the symbols of a file"),
  workspace_symbols: () => t("Searches the symbols of the workspace"),
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
  run_tests: () => t("Runs tests"),
  open_file: () => t("Shows a file"),
  show_diff: () => t("Shows a diff"),
};

/** Returns the tools that the editor offers to `claude`, with the settings that turn them off. */
export function getIdeToolsSection({ settings, extensionTools }: StatusFacts): StatusSection {
  const getSetting = (name: string): unknown => settings.find((each) => each.name === name)?.value;
  const isEnabled = getSetting("ideTools.enabled") !== false;
  const disabled = getSetting("ideTools.disabled");
  const off = { mark: { level: "info", text: t("off") } } as const;
  const isOff = (name: string): boolean => !isEnabled || (Array.isArray(disabled) && disabled.includes(name));
  const change = (name: string, target: string) => ({
    button: { label: t("Change"), longLabel: t("Change {0}", name), action: "openSetting" as const, target },
  });
  const toRow = (name: IdeToolName, origin: string): StatusRow =>
    row(name, name, descriptions[name](), {
      origin,
      ...change(name, "ideTools"),
      ...(isOff(name) ? off : {}),
    });
  const setting = getSetting("ideTools.fromExtensions");
  const chosen = Array.isArray(setting) ? [...new Set(setting.map(String))] : [];
  const chosenRow = (name: string): StatusRow => {
    const tool = extensionTools.find((each) => each.name === name);
    const unknown = { mark: { level: "warning", text: t("unknown") } } as const;
    return row(
      `extension ${name}`,
      shorten(name),
      tool ? shorten(tool.description) : t("No extension offers a tool with this name."),
      {
        origin: t("asks first"),
        ...change(shorten(name), "ideTools.fromExtensions"),
        ...(tool ? (isEnabled ? {} : off) : unknown),
      },
    );
  };
  const others = extensionTools.filter(({ name }) => !chosen.includes(name)).map(({ name }) => name);
  const otherRow = row("otherExtensionTools", t("Tools of extensions that are not offered"), formatNames(others), {
    ...change("tandem.ideTools.fromExtensions", "ideTools.fromExtensions"),
  });
  return {
    id: "ideTools",
    heading: t("Editor tools"),
    rows: [
      ...readOnlyTools.map((name) => toRow(name, t("read-only"))),
      ...actingTools.map((name) => toRow(name, t("asks first"))),
      ...chosen.map(chosenRow),
      otherRow,
    ],
  };
}
