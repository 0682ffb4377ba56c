import { t } from "@vscode/l10n";

/** Texts about extensions that use `claude` through the API. */
export const accessText = {
  question: (name: string) => t("Allow the extension “{0}” to use claude?", name),
  detail: (id: string) =>
    [
      t(
        "{0} wants to start conversations with claude. They use your account and your settings, and claude asks you for permission as usual.",
        id,
      ),
      t("They are in the list “Conversations” under the name of the extension. You can stop them there."),
    ].join("\n\n"),
  allow: () => t("Allow"),
  title: () => t("Extensions that can use claude"),
  placeholder: () => t("Select the extensions to allow"),
  none: () => t("No extension has asked to use claude."),
  startedBy: (name: string) => t("Started by {0}", name),
} as const;
