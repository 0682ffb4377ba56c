import { t } from "@vscode/l10n";
import type { LeftOutServer, ServerPlace, ServerProblem } from "../../contract/servers/serverDefinitions.ts";
import type { SettingPlace } from "../../contract/settingProblem.ts";
import { formatSettingName, settingReportText } from "../settings/settingProblems.ts";

/** The question for a secret of an MCP server. */
export const serverSecretText = {
  title: (secret: string) => t("Secret {0}", secret),
  forProgram: (server: string) =>
    t("Passed to the MCP server {0} in its environment. Stored in the editor's secret storage.", server),
  forAddress: (server: string, address: string) =>
    t("Sent to the MCP server {0} at {1}. Stored in the editor's secret storage.", server, address),
  empty: () => t("Enter a value."),
} as const;

/** Returns what is wrong with a definition, and what to do. */
export function formatServerProblem(problem: ServerProblem): string {
  switch (problem.code) {
    case "malformed":
      return problem.issues === "" ? t("Use an object with one entry per server.") : problem.issues;
    case "secretExposed":
      return t(
        "{0} can't be used in {1}, because other users of this computer can read a program's arguments. Use it in env instead.",
        `\${secret:${problem.secret}}`,
        problem.field,
      );
    case "secretMissing":
      return t("The secret {0} was not entered. Enter it, then restart the conversation.", problem.secret);
    case "variableMissing":
      return t("The environment variable {0} is not set.", problem.variable);
    case "inputUnsupported":
      return t(
        "{0} works only in the editor's own mcp.json. Use {1} instead.",
        `\${input:${problem.input}}`,
        `\${secret:${problem.input}}`,
      );
    case "badAddress":
      return t("The url is not a web address that starts with http:// or https://.");
    case "nameReserved":
      return t("claude reserves this name. Use another one.");
  }
}

/**
 * Returns the message about a server that is left out. `located`: where a settings file defines it, if that is known.
 */
export function formatLeftOutServer(
  { name, place, problem, keepsLast }: LeftOutServer,
  located?: SettingPlace,
): string {
  const setting = name === "" ? "tandem.mcpServers" : `tandem.mcpServers.${name}`;
  const where =
    located?.file === undefined ? t("{0} ({1})", setting, getPlaceLabel(place)) : formatSettingName(setting, located);
  const reason = formatServerProblem(problem).replace(/[^.!?]$/, "$&.");
  return keepsLast
    ? settingReportText.invalid(where, reason, true)
    : t("{0}: {1} The other MCP servers still run.", where, reason);
}

/** Returns the label of the place that defines a server. */
export function getPlaceLabel(place: ServerPlace): string {
  switch (place.kind) {
    case "user":
      return t("user settings");
    case "workspace":
      return t("workspace settings");
    case "folder":
      return t("folder settings");
    case "projectFile":
      return t(".mcp.json");
  }
}

/** Returns the place that defines a server, as a sentence names it. */
export function formatPlace(place: ServerPlace): string {
  return place.kind === "projectFile" ? getPlaceLabel(place) : t("the {0}", getPlaceLabel(place));
}

/** Buttons of messages about servers. */
export const serverNoticeText = {
  enterSecret: () => t("Enter Secret…"),
} as const;
