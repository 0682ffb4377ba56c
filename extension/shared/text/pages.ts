import { t } from "@vscode/l10n";
import type { PageKind } from "../contract/pages/pages.ts";

/** Titles of the pages' editor tabs. */
export const pageTitles: { readonly [K in PageKind]: () => string } = {
  status: () => t("Tandem Status"),
  mcp: () => t("MCP Servers"),
  usage: () => t("Usage"),
};
