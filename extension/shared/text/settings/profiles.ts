import { t } from "@vscode/l10n";
import type { Choice } from "./choices.ts";

/** Values that a profile sets; names of variables without their values. */
export interface ProfileSummary {
  readonly name: string;
  readonly configFolder: string;
  readonly claudePath: string;
  readonly variables: readonly string[];
}

/** Texts about profiles. */
export const profileText = {
  /** The profile of a conversation; empty for none. `chosen` is the one that new conversations get. */
  status: (profile: string, chosen: string) => {
    if (profile === chosen) return profile || t("none");
    if (profile === "") return t("none; new conversations use {0}", chosen);
    return chosen === ""
      ? t("{0}; new conversations use none", profile)
      : t("{0}; new conversations use {1}", profile, chosen);
  },
  title: (folder: string) =>
    folder === "" ? t("Profile for new conversations") : t("Profile for new conversations in {0}", folder),
  placeholder: () => t("Existing conversations keep their profile"),
  noProfiles: () => t("There are no profiles yet. Define them under tandem.profiles in your user settings."),
  openSettings: () => t("Open Settings"),
} as const;

/** Returns the choices of the picker: no profile, and each of `profiles`. */
export function getProfileChoices(profiles: readonly ProfileSummary[], current: string): readonly Choice[] {
  const none: Choice = {
    value: "",
    label: t("No profile"),
    detail: t("Uses the environment and the executable from the settings"),
    isCurrent: current === "",
  };
  const named = profiles.map(({ name, configFolder, claudePath, variables }): Choice => {
    const parts = [configFolder, claudePath, variables.length === 0 ? "" : t("Sets {0}", variables.join(", "))];
    return { value: name, label: name, detail: parts.filter(Boolean).join(" · "), isCurrent: name === current };
  });
  return [none, ...named];
}
