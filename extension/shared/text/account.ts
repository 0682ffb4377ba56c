import { t } from "@vscode/l10n";

/** Labels and messages about logging in and out. */
export const accountText = {
  logIn: () => t("Log in to claude"),
  ways: {
    subscription: () => ({
      label: t("Claude account"),
      detail: t("Uses the limits of a Claude subscription. Opens a browser."),
    }),
    console: () => ({ label: t("Anthropic Console account"), detail: t("Billed per token. Opens a browser.") }),
    terminal: () => ({
      label: t("In a terminal"),
      detail: t("Choose how to log in there, for example with a cloud provider."),
    }),
  },
  waiting: () => t("Complete the login in your browser…"),
  codePrompt: () => t("Complete the login in your browser, then paste the code that the page shows."),
  loggedIn: (account: string) =>
    account === "" ? t("You are logged in to claude.") : t("You are logged in to claude as {0}.", account),
  loginFailed: (reason: string) => t("Couldn't log in: {0}", reason),
  logOut: () => t("Log Out"),
  logOutQuestion: () => t("Log out of claude?"),
  logOutDetail: () =>
    t("Logs claude out on this machine, in all conversations and terminals. Running turns continue until they end."),
} as const;
