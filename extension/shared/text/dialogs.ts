import { t } from "@vscode/l10n";

/** Titles, rows and buttons of the editor's pickers and dialogs about a conversation. */
export const dialogText = {
  cancel: () => t("Cancel"),
  allowed: (tool: string, subject: string) => t("Allowed: {0} {1}", tool, subject),
  current: (value: string) => t("Current: {0}", value),
  isCurrent: () => t("current"),
  notReported: () => t("not reported yet"),
  on: () => t("On"),
  off: () => t("Off"),
  undo: () => t("Undo"),
  stop: () => t("Stop"),
  open: () => t("Open"),
  openSettings: () => t("Open Settings"),

  resend: () => t("Resend the edited message"),
  fork: () => t("Fork"),
  forkDetail: () => t("Continues in a copy, in a new tab. This conversation and your files don't change."),
  rewind: () => t("Rewind"),
  rewindDetail: () => t("Goes back to just before the message, asks about your files, and continues here."),
  alwaysFork: () => t("Always fork"),
  alwaysRewind: () => t("Always rewind"),

  defaultEffort: () => t("Default"),
  thinkingOn: () => t("Thinks as needed, within the chosen effort"),
  thinkingOff: () => t("Faster for simple tasks"),
  thinkingAlways: () => t("Not available: this model always thinks"),
  fastOn: () => t("Faster replies from the same model, at a higher token price"),
  fastOff: () => t("Standard speed and price"),
  allowFromNowOn: () => t("Select what to allow from now on"),
  budget: () => t("Cost limit in US dollars"),
  budgetPrompt: (spent: string) =>
    t("This conversation has cost {0} so far. Changing the limit restarts claude, which then counts from zero.", spent),
  budgetWrong: () => t("Enter an amount greater than 0, such as 2.50."),

  title: () => t("Rename conversation"),
  titlePrompt: () => t("claude shows this title in the terminal too"),
  tag: () => t("Tag conversation"),
  tagPrompt: () => t("Stored with the conversation. Leave empty to remove the tag."),
  openConversation: () => t("Open conversation"),
  searchConversations: () => t("Search titles, first messages, and full text"),
  textMatches: () => t("Text matches"),
  filter: () => t("Filter conversations"),
  filterPlaceholder: () => t("Search titles, folders, tags, and full text"),
  restore: () => t("Restore deleted conversation"),
  deleteQuestion: (title: string) => t("Delete “{0}”?", title),
  deleteDetail: () =>
    t("Stops the conversation and removes it from claude's own list. You can restore it within 30 days."),
  delete: () => t("Delete"),
  deleted: (title: string) => t("“{0}” was deleted.", title),

  revertedFile: (file: string) => t("{0} was reverted.", file),
  revertedPart: (file: string) => t("A change in {0} was reverted.", file),
  deleteFile: () => t("Delete File"),
  revertFile: () => t("Revert File"),
  deleteFileQuestion: () => t("Delete this file?"),
  revertFileQuestion: () => t("Revert this file?"),
  outsideWorkspace: () => t("This file is outside the workspace."),
  doubtfulText: () =>
    t("The earlier content comes from claude's saved conversation, which other programs can change. Check the diff."),
  foreignChanges: () => t("You or another program changed this file too. Those changes are reverted as well."),
  seeDiff: () => t("The diff shows what will be written."),

  stopToRewind: () => t("A turn is running. Stop it to rewind?"),
  stopQuestion: () => t("Stop the turn?"),
  stopAll: () => t("Stop All"),
  endsTasks: (tasks: string) => t("This version of claude may also stop background tasks: {0}", tasks),
  notRewound: (reason: string) => t("Tandem: {0}", reason),

  workingFolder: () => t("Select the folder for this conversation"),
  selectExecutable: () => t("Select claude executable"),
  useExecutable: () => t("Select"),
} as const;

/** Titles and hints of the message picker, by its purpose. */
export const pickMessageText = {
  rewind: () => ({
    title: t("Rewind to message"),
    placeHolder: t("Goes back to just before the message that you select"),
  }),
  fork: () => ({
    title: t("Fork from message"),
    placeHolder: t("Opens a copy that ends just before the message that you select. Files don't change."),
  }),
  show: () => ({ title: t("Go to message"), placeHolder: t("Newest first") }),
  changes: () => ({ title: t("Review changes since message"), placeHolder: t("Newest first") }),
  take: () => ({
    title: t("Earlier messages"),
    placeHolder: t("Puts the message that you select into the message field"),
  }),
} as const;

/** Rows and questions of the list of permission rules. */
export const ruleDialogText = {
  title: () => t("Permission rules for this conversation"),
  placeholder: () => t("Active rules, as reported by claude. Use the trash icon to remove one."),
  remove: () => t("Remove this rule"),
  add: () => t("Add rule"),
  addMore: () => t("Add rule…"),
  addPrompt: () =>
    t("A tool, optionally with a pattern: Bash(npm test:*), Edit(src/**), WebFetch(domain:example.com), mcp__server"),
  notRule: () => t("Not a valid rule. Enter a tool name, optionally with a pattern in parentheses."),
  appliesTo: (scope: string) => t("Applies to {0}", scope),
  saveTo: () => t("Where to save the rule"),
  overridden: (behavior: string) => t("{0}, overridden", behavior),
  stillActive: (rule: string, sources: string) => t("{0} is still active. Source: {1}", rule, sources),
  restartQuestion: () => t("Restart to apply the rules?"),
  restartDetail: () =>
    t("Restarts the conversation with the current rules. Its history is kept; running work is stopped."),
  restart: () => t("Restart"),
} as const;

/** Rows of the answer picker, and texts of the notification of a request. */
export const requestDialogText = {
  placeholder: () => t("Press Escape to answer it later in the chat."),
  waiting: (what: string) => t("Waiting for you: {0}", what),
} as const;

/** Rows about MCP servers, and about commands that work in a terminal only. */
export const terminalDialogText = {
  onlyInTerminal: (command: string) => t("{0} only works in a terminal", command),
  newTerminal: () => t("Run in a new terminal"),
  newTerminalDetail: () => t("Starts claude there with this command. This conversation doesn't change."),
  continueThere: () => t("Continue this conversation in a terminal"),
  continueThereDetail: () => t("Stops it here. The chat shows what happens in the terminal."),
} as const;
