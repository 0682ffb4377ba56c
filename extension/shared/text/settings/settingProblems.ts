import { t } from "@vscode/l10n";
import type {
  ExpectedValue,
  ForeignParameter,
  SettingPlace,
  SettingProblem,
  UnknownSetting,
  ValueType,
  WrongValue,
} from "../../contract/settingProblem.ts";

/** Returns what is wrong with a setting, and which values it accepts. */
export function formatSettingProblem(problem: SettingProblem): string {
  switch (problem.code) {
    case "wrongValue":
      return formatWrongValue(problem);
    case "notFolder":
      return t("{0} is not a folder.", problem.path);
    case "variableMissing":
      return t("The environment variable {0} is not set.", problem.variable);
    case "secretUnsupported":
      return t(
        "{0} works only in tandem.mcpServers. Use {1} here, with a variable of the editor's own environment.",
        `\${secret:${problem.secret}}`,
        "${env:NAME}",
      );
    case "bypassNotAllowed":
      return t(
        "bypassPermissions also needs tandem.allowDangerouslySkipPermissions, which can only be set in your user settings.",
      );
    case "sandboxUnsupported":
      return t("claude has no sandbox on this system. Turn tandem.sandbox off to start without it.");
    case "sandboxToolsMissing":
      return t(
        "The sandbox needs programs that aren't installed: {0}. On Debian and Ubuntu, run “sudo apt install bubblewrap socat”.",
        problem.tools.join(", "),
      );
    case "profileUnknown":
      return problem.known.length === 0
        ? t(
            "There is no profile “{0}”, because tandem.profiles is empty. Define it there in your user settings, or remove this setting.",
            problem.profile,
          )
        : t(
            "There is no profile “{0}”. Select one of: {1}. Or define it under tandem.profiles in your user settings.",
            problem.profile,
            problem.known.join(", "),
          );
    case "profileRemoved":
      return t(
        "This conversation uses the profile “{0}”, which is no longer defined. Define it again under tandem.profiles in your user settings.",
        problem.profile,
      );
    case "malformed":
      return /[.!?]$/.test(problem.issues) ? problem.issues : `${problem.issues}.`;
  }
}

const scopes: { readonly [S in SettingPlace["scope"]]: () => string } = {
  user: () => t("user settings"),
  workspace: () => t("workspace settings"),
  folder: () => t("folder settings"),
};

/** Returns the name of a setting with its place: "tandem.maxTurns (settings.json, line 3)". */
export function formatSettingName(setting: string, place: SettingPlace | undefined): string {
  if (!place) return setting;
  const file = place.file ?? scopes[place.scope]();
  return place.line === undefined ? t("{0} ({1})", setting, file) : t("{0} ({1}, line {2})", setting, file, place.line);
}

/** Texts of the message about a wrong setting. */
export const settingReportText = {
  openFile: () => t("Open Settings File"),
  invalid: (name: string, problem: string, keepsLast: boolean) =>
    keepsLast ? t("{0}: {1} The last valid value remains in effect.", name, problem) : t("{0}: {1}", name, problem),
  /** `name`: the setting that is stronger than the one that was saved. */
  overridden: (name: string) => t("Saved in your user settings, but {0} overrides it here.", name),
} as const;

const foreignReasons: { readonly [P in ForeignParameter]: () => string } = {
  sampling: () => t("claude has no setting for sampling. Remove it; tandem.effort controls how much the model thinks."),
  seed: () => t("claude has no seed, so replies can't be repeated. Remove it."),
  length: () =>
    t(
      "claude has no limit for the length of a reply. Remove it; tandem.maxTurns and tandem.maxBudgetUsd limit its work.",
    ),
  stop: () => t("claude has no stop sequences. Remove it."),
  penalty: () => t("claude has no penalties or biases for tokens. Remove it."),
  count: () => t("claude writes one reply at a time. Remove it; to get another reply, fork the conversation."),
};

/** Returns why a key has no effect, and what to do. `name` is the key with its place. */
export function formatUnknownSetting(name: string, unknown: UnknownSetting): string {
  if (unknown.code === "foreign") return t("{0} has no effect: {1}", name, foreignReasons[unknown.parameter]());
  if (unknown.code === "similar")
    return t("{0} is not a setting. Did you mean {1}?", name, `tandem.${unknown.similar}`);
  return t("{0} is not a setting and has no effect. Remove it.", name);
}

function formatWrongValue({ at, found, expected }: WrongValue): string {
  const path = formatPath(at);
  if (expected.kind === "knownKey")
    return path === ""
      ? t("Remove “{0}”, which is not a key.", expected.key)
      : t("Remove “{0}” from {1}, which has no such key.", expected.key, path);
  if (expected.kind === "validKey") return t("“{0}” is not a valid name. Use another one.", expected.key);
  const fix = formatExpected(expected);
  if (found === undefined) return path === "" ? t("Use {0}.", fix) : t("Use {0} for {1}.", fix, path);
  return path === ""
    ? t("{0} is not valid. Use {1}.", found, fix)
    : t("{0} is not valid for {1}. Use {2}.", found, path, fix);
}

/** Returns a path as in code: `work.environment.PORT`, `[2]`. */
function formatPath(at: readonly (string | number)[]): string {
  return at.map((part, index) => (typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}

const types: { readonly [T in ValueType]: () => string } = {
  text: () => t("a string in quotes"),
  boolean: () => t("true or false"),
  number: () => t("a number, such as 10"),
  integer: () => t("a whole number, such as 10"),
  list: () => t('a list, such as ["first", "second"]'),
  object: () => t('an object, such as { "name": … }'),
  null: () => t("null"),
};

function formatExpected(expected: Exclude<ExpectedValue, { kind: "knownKey" | "validKey" }>): string {
  switch (expected.kind) {
    case "type": {
      const [first = t("another value"), ...others] = expected.types.map((type) => types[type]());
      return others.reduce((all, type) => t("{0}, or {1}", all, type), first);
    }
    case "choice":
      return expected.values.length === 1 ? (expected.values[0] ?? "") : t("one of {0}", expected.values.join(", "));
    case "atLeast":
      return t("a number of at least {0}", expected.limit);
    case "above":
      return t("a number above {0}", expected.limit);
    case "atMost":
      return t("a number of at most {0}", expected.limit);
    case "below":
      return t("a number below {0}", expected.limit);
    case "notEmpty":
      return t("a value that is not empty");
    case "other":
      return expected.issues;
  }
}
