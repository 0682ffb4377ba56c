import { t } from "@vscode/l10n";
import { escapeLine } from "../../base/invisible.ts";
import type { Effective } from "../../contract/configuration.ts";
import type { Answer, ClaudeSetting, IgnoredSetting, StatusFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusButton, StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";
import { serverEditText } from "../../text/servers/serverEdits.ts";
import { formatClaudeSource, formatSettingSource, formatSettingValue, row } from "./values.ts";

/** Settings that are free text, which a report leaves out. */
const privateSettings: ReadonlySet<string> = new Set(["systemPrompt", "appendSystemPrompt"]);

/** Returns the settings of Tandem: those that are set, then those at their defaults. */
export function getSettingSections({ settings, ignored, conversation }: StatusFacts): readonly StatusSection[] {
  const choosable = conversation?.choosable ?? [];
  const isSet = ({ source, overridden, state }: Effective): boolean =>
    source.kind !== "default" || overridden.length > 0 || state !== undefined;
  const rows = (chosen: readonly Effective[]): StatusRow[] => chosen.map((each) => getSettingRow(each, choosable));
  const changed = [...rows(settings.filter(isSet)), ...ignored.map(getIgnoredRow)];
  return [
    {
      id: "settings",
      heading: t("Settings"),
      rows: changed,
      ...(changed.length === 0 ? { note: t("All settings have their default values.") } : {}),
    },
    { id: "defaults", heading: t("Settings at their defaults"), rows: rows(settings.filter((each) => !isSet(each))) },
  ];
}

function getSettingRow(
  { name, value, source, overridden, mergedFrom = [], state, reason }: Effective,
  choosable: readonly string[],
): StatusRow {
  // A default that loses is the usual case and says nothing.
  const losers = overridden.filter((layer) => layer.source.kind !== "default");
  const marks = {
    requested: t("requested"),
    refused: t("refused"),
    needsRestart: t("needs restart"),
    forbidden: t("set but ignored"),
  };
  const withheld = losers.filter((layer) => layer.isWithheld);
  const isWithheld = withheld.length > 0;
  const isOwn = withheld.every((layer) => layer.source.kind === "setting" && layer.source.scope === "user");
  const more =
    state === "forbidden"
      ? t("Your organization's policy doesn't allow this value.")
      : reason !== undefined
        ? escapeLine(reason)
        : isWithheld
          ? isOwn
            ? t("It leads into the repository, whose configuration you start without.")
            : t("The repository sets another value. It's ignored, because you didn't allow it.")
          : undefined;
  return row(name, name, formatSettingValue(value), {
    origin: [source, ...mergedFrom].map(formatSettingSource).join(", "),
    ...(losers.length === 0
      ? {}
      : {
          losers: losers.map((layer) => ({
            value: formatSettingValue(layer.value),
            origin: formatSettingSource(layer.source),
          })),
        }),
    ...(state === undefined ? {} : { mark: { level: state === "requested" ? "info" : "warning", text: marks[state] } }),
    ...(state === undefined && isWithheld ? { mark: { level: "warning", text: t("set but ignored") } } : {}),
    ...(more === undefined ? {} : { more }),
    ...(privateSettings.has(name) ? { isPrivate: true } : {}),
    button: getSettingButton(name, choosable),
  });
}

/**
 * Returns the button that changes a setting: a list while a conversation can take the choice, else the settings of the
 * editor.
 */
function getSettingButton(name: string, choosable: readonly string[]): StatusButton {
  const action = choosable.includes(name) ? "selectOption" : "openSetting";
  return { label: t("Change"), longLabel: t("Change {0}", name), action, target: name };
}

function getIgnoredRow({ name, value, source, code }: IgnoredSetting, index: number): StatusRow {
  const reasons = {
    unknown: t("Tandem has no setting with this name."),
    scope:
      source.kind === "setting" && source.scope === "folder"
        ? t("The editor doesn't read this setting from folder settings.")
        : t("This setting only applies in the user settings."),
  };
  return row(`ignored ${index}`, escapeLine(name), formatSettingValue(value), {
    origin: formatSettingSource(source),
    mark: { level: "warning", text: t("set but ignored") },
    more: reasons[code],
    isPrivate: true,
    button: { label: t("Change"), longLabel: t("Change {0}", escapeLine(name)), action: "openSetting", target: name },
  });
}

/** Returns what the settings files of `claude` contain. */
export function getClaudeSettingsSection(settings: Answer<readonly ClaudeSetting[]>): StatusSection {
  const section = { id: "claudeSettings", heading: t("claude's settings") };
  if (settings === "waiting") return { ...section, note: t("Asking claude…"), rows: [] };
  if (settings === "unsupported")
    return { ...section, note: t("Only shown while claude 2.1.329 or later is running."), rows: [] };
  if (settings.length === 0) return { ...section, note: t("claude's settings files are empty."), rows: [] };
  return { ...section, rows: settings.map(getClaudeSettingRow) };
}

function getClaudeSettingRow({ name, layers }: ClaudeSetting): StatusRow {
  const [first] = layers;
  // `claude` merges the lists and objects of all files (all versions), so that none of them loses.
  const merged =
    typeof first?.value === "object" && first.value !== null
      ? layers.filter(({ value }) => typeof value === "object" && value !== null)
      : [];
  const rest = layers.slice(1).filter((layer) => !merged.includes(layer));
  const value = merged.length > 1 ? [...new Set(merged.flatMap((layer) => listParts(layer.value)))] : first?.value;
  // `claude` reads servers from other files only, and reports these as if it used them (2.1.329).
  const isIgnored = name === "mcpServers";
  const shown = escapeLine(name);
  return row(name, shown, formatSettingValue(value), {
    origin: (merged.length > 1 ? merged : [first]).map((layer) => formatClaudeSource(layer?.source ?? "")).join(", "),
    ...(first?.file === undefined
      ? {}
      : {
          button: {
            label: t("Open"),
            longLabel: t("Open the settings file with {0}", shown),
            action: "openFile",
            target: first.file,
          },
        }),
    ...(rest.length === 0
      ? {}
      : {
          losers: rest.map(({ value, source }) => ({
            value: formatSettingValue(value),
            origin: formatClaudeSource(source),
          })),
        }),
    ...(isIgnored ? { mark: { level: "warning", text: t("set but ignored") }, more: serverEditText.misplaced() } : {}),
    isPrivate: true,
  });
}

/** Returns the entries of a list, or the keys of an object. */
function listParts(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : Object.keys(value ?? {});
}
