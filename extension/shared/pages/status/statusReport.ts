import { t } from "@vscode/l10n";
import type { StatusContent, StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";

/** Facts about this installation for the head of a report. */
export interface ReportOptions {
  readonly tandem: string;
  readonly editor: string;
  readonly platform: string;
  /** Paths of the user's home folder, which are replaced with `~`. */
  readonly homes: readonly string[];
}

/**
 * Returns a masked status as Markdown for a bug report: without private values and home paths, and without settings at
 * their defaults. Text of others is escaped, so that it cannot format the report.
 */
export function formatStatusReport({ sections, note }: StatusContent, options: ReportOptions): string {
  const { tandem, editor, platform } = options;
  const head = [
    `### ${t("Tandem Status")}`,
    [t("Tandem {0}", tandem), t("editor {0}", editor), platform].join(" · "),
    ...(note === undefined ? [] : [note]),
  ];
  const shown = sections.filter(({ id, rows }) => id !== "defaults" && rows.length > 0);
  const parts = [...head, ...shown.map((section) => formatSection(section, (cell) => escapeCell(cell, options)))];
  return `${parts.join("\n\n")}\n`;
}

function formatSection({ heading, rows }: StatusSection, toCell: (cell: string) => string): string {
  const columns = [t("Name"), t("Value"), t("Source")];
  const lines = [columns, columns.map(() => "---"), ...rows.map((row) => getCells(row).map(toCell))];
  return [`#### ${heading}`, "", ...lines.map((cells) => `| ${cells.join(" | ")} |`)].join("\n");
}

function getCells({ name, value, more, mark, origin, losers = [], isPrivate }: StatusRow): readonly string[] {
  const shown = isPrivate ? t("(left out)") : [value, more].filter(Boolean).join("; ");
  const overridden = losers.map((loser) => (isPrivate ? loser.origin : `${loser.origin}: ${loser.value}`));
  const others = overridden.length === 0 ? "" : t("overrides {0}", overridden.join(", "));
  return [
    name,
    [shown, mark && `(${mark.text})`].filter(Boolean).join(" "),
    [origin, others].filter(Boolean).join("; "),
  ];
}

function escapeCell(text: string, { homes }: ReportOptions): string {
  const short = homes.reduce((rest, home) => (home.length > 1 ? rest.replaceAll(home, "~") : rest), text);
  return short.replace(/\s+/g, " ").replace(/[\\`*_<>|[\]#@&]/g, "\\$&");
}
