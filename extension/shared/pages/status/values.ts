import { t } from "@vscode/l10n";
import { escapeLine } from "../../base/invisible.ts";
import type { SettingSource } from "../../contract/configuration.ts";
import type { StatusRow } from "../../contract/pages/statusPage.ts";

/** Maximum number of characters of a value. */
const maxLength = 500;

/**
 * Formats a value of a setting for one row. Of an object it shows only the keys, because the values can be secrets:
 * variables, headers, arguments.
 */
export function formatSettingValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return t("Not set");
  if (Array.isArray(value)) return value.length === 0 ? t("None") : shorten(value.map(formatEntry).join(", "));
  if (typeof value !== "object") return shorten(String(value));
  const keys = Object.keys(value);
  return keys.length === 0 ? t("None") : shorten(keys.join(", "));
}

function formatEntry(value: unknown): string {
  return typeof value === "object" && value !== null ? Object.keys(value).join(", ") : String(value);
}

/** Returns external text on one line, shortened to what a row can show. */
export function shorten(text: string): string {
  const line = text.length > maxLength ? `${escapeLine(text.slice(0, maxLength - 1))}…` : escapeLine(text);
  return line.length > 2 * maxLength ? `${line.slice(0, 2 * maxLength)}…` : line;
}

/** Returns the names, or that there are none. */
export function formatNames(names: readonly string[]): string {
  return names.length === 0 ? t("None") : names.map(shorten).join(", ");
}

export function formatSettingSource(source: SettingSource): string {
  switch (source.kind) {
    case "default":
      return t("Default");
    case "setting":
      return { user: t("User settings"), workspace: t("Workspace settings"), folder: t("Folder settings") }[
        source.scope
      ];
    case "panel":
      return t("Selected in this conversation");
    case "claude":
      return {
        user: t("claude's user settings"),
        project: ".claude/settings.json",
        local: ".claude/settings.local.json",
        managed: t("claude's managed settings"),
      }[source.file];
    case "environment":
      return t("Variable {0}", escapeLine(source.variable));
  }
}

/** Sources of `claude` as its answers name them (2.1.329). */
const claudeSources: ReadonlyMap<string, () => string> = new Map([
  ["userSettings", () => t("claude's user settings")],
  ["projectSettings", () => ".claude/settings.json"],
  ["localSettings", () => ".claude/settings.local.json"],
  ["flagSettings", () => t("Tandem")],
  ["policySettings", () => t("claude's managed settings")],
  ["cliArg", () => t("Tandem")],
  ["command", () => t("Slash command")],
  ["session", () => t("This conversation")],
]);

export function formatClaudeSource(source: string): string {
  return claudeSources.get(source)?.() ?? escapeLine(source);
}

/** Returns a row with the usual empty fields. */
export function row(
  id: string,
  name: string,
  value: string,
  more: Partial<Omit<StatusRow, "id" | "name" | "value">> = {},
): StatusRow {
  return { id, name, value, origin: "", ...more };
}
