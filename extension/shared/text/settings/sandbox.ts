import { t } from "@vscode/l10n";

/** Texts of the question before a conversation that works alone in a sandbox. */
export const sandboxText = {
  question: () => t("Start a conversation that never asks?"),
  detail: () =>
    [
      t(
        "Commands run in claude's sandbox: they can change only files in the working folder and temporary files, and have no network access.",
      ),
      t("claude never asks for permission. Its tools WebFetch and WebSearch are off."),
      t(
        "Not in the sandbox: claude's file tools, hooks, and MCP servers. They can change files elsewhere and use the network.",
      ),
    ].join("\n\n"),
  start: () => t("Start Conversation"),
  unavailable: (problem: string) => t("Couldn't start a sandboxed conversation. {0}", problem),
  unsupported: () => t("claude has no sandbox on this system."),
} as const;
