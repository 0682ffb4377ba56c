import { t } from "@vscode/l10n";

/** What a profile sets; names of variables without their values. */
export interface ProfileSummary {
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
    return chosen === "" ? t("{0}; new conversations use none", profile) : t("{0}; new conversations use {1}", profile, chosen);
  },
  title: (folder: string) => (folder === "" ? t("Profile for new conversations") : t("Profile for new conversations in {0}", folder)),
  placeholder: () => t("Existing conversations keep their profile"),
  none: () => t("No profile"),
  noneDetail: () => t("Uses the environment and the executable of the settings"),
  detail: ({ configFolder, claudePath, variables }: ProfileSummary) =>
    [configFolder, claudePath, variables.length === 0 ? "" : t("Sets {0}", variables.join(", "))].filter(Boolean).join(" · "),
  noProfiles: () => t("There are no profiles yet. Define them under tandem.profiles in your user settings."),
  openSettings: () => t("Open Settings"),
} as const;
