import { t } from "@vscode/l10n";

/** Texts about files, documents and terminals of the editor. */
export const editorText = {
  proposed: (file: string) => t("{0} (proposed)", file),
  messageDocument: () => t("Message"),
  planDocument: () => t("Plan"),
  startOfConversation: () => t("Tandem: start of conversation"),
  following: () => t("Following claude. Use an editor to stop."),
  notFollowing: () => t("No longer following claude."),
  notInserted: () => t("No editor is open for the code. Open a file and place the cursor where the code should go."),

  accept: () => t("Accept"),
  reject: () => t("Reject"),
  rejectedHunk: (hunk: string) => t("{0} · rejected", hunk),

  commentPrompt: () => t("Comment for claude"),
  commentPlaceholder: () => t("What should change here?"),
  commentAuthor: () => t("You"),
  commentPending: () => t("Not sent"),
  commentSent: () => t("Sent"),
  commentAnswered: () => t("Answered"),

  exportUsage: () => t("Export usage"),
  usageFile: () => t("usage"),
  usageExported: (file: string) => t("The usage was exported to {0}.", file),

  addNote: () => t("Add to instructions"),
  newInstructionFile: () => t("new file"),
  sendNote: () => t("Send as a message"),
  wholeNote: () => t("Full note"),
  noteAdded: (file: string, note: string) => t("Added to {0}: {1}", file, note),
  notWritten: (file: string) => t("Couldn't write {0}", file),

  noOutput: () =>
    t(
      "The command is running, but its output can't be attached: shell integration isn't available in this terminal. Paste the output to send it.",
    ),
  terminal: () => t("Terminal"),
  noCommand: () => t("shell integration reported no command in the active terminal"),
  problems: (count: number) => t("Problems ({0})", count),
  gitChanges: (count?: number) => (count === undefined ? t("Git changes") : t("Git changes ({0})", count)),
  noRepository: (folder: string) => t("there is no Git repository in {0}", folder),

  showLog: () => t("Show Log"),
  updated: (version: string) =>
    t("Tandem {0} is installed. This window uses it once it is reloaded, which stops a running turn.", version),
  reloadWindow: () => t("Reload Window"),
  stateNewer: () =>
    t(
      "A newer version of Tandem saved some of its data here. This version leaves those files as they are and doesn't read them. Update Tandem to use them.",
    ),
  stateDamaged: (file: string) =>
    t("A damaged file of Tandem was kept under another name, and what it held may be missing: {0}", file),
  stateUnreadable: (file: string, reason: string) =>
    t(
      "Tandem can't read {0}: {1}. It leaves the file as it is. Make it readable, then reload the window.",
      file,
      reason,
    ),
  savesAgain: () => t("Tandem can save drafts and queued messages again."),
  notSaving: (reason: string) =>
    t(
      "Tandem can't save drafts, queued messages, and the list of open conversations: {0}. Free disk space or make the folder writable before you close this window.",
      reason,
    ),
} as const;
