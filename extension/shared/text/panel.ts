import { t } from "@vscode/l10n";
import type { BackgroundTask } from "../contract/tasks.ts";
import { formatCount, formatDollars, formatLineCount, formatTime } from "./numbers.ts";

/** Texts of the panel that have no code. */
export const panelText = {
  start: () => t("Start a conversation"),
  startScripted: () => t("Replies are scripted to show what Tandem does. No account is needed."),
  starting: () => t("Starting claude…"),
  openFolder: () => t("Open Folder"),
  useHomeFolder: () => t("Use Home Folder"),
  startHint: () => t("Ask about your code, or describe a change. You review every edit before it's written."),
  notLoggedIn: () => t("You're not logged in"),
  loginWays: () => t("Use a Claude subscription, an Anthropic Console account, or a cloud provider."),
  logIn: () => t("Log in"),
  openWalkthrough: () => t("Open walkthrough"),
  sandboxed: () => t("Commands run in a sandbox"),
  profile: (name: string) => t("Profile: {0}", name),
  badge: () => t("Nothing leaves this machine, and no account is used"),
  writing: () => t("New text"),
  replaced: () => t("Replaced text"),
  toolImage: (index: number) => t("Image {0}", index),
  openFile: () => t("Open file"),
  openDiff: () => t("Open diff"),
  openImage: () => t("Open in editor"),
  asDiagram: () => t("Show diagram"),
  asSource: () => t("Show source"),
  diagram: () => t("Diagram"),
  enlargeDiagram: () => t("Show in full size"),
  fitDiagram: () => t("Fit to width"),
  diagramFailed: (reason: string) => t("Couldn't draw the diagram: {0}", reason),
  agentTask: () => t("Task"),
  agentReport: () => t("Report"),
  noStepsYet: () => t("No steps yet."),
  noSteps: () => t("The steps are not available."),
  stopAgent: () => t("Stop this agent"),
  stepsOf: (count: number) => (count === 1 ? t("1 step") : t("{0} steps", count)),
  tokensOf: (count: string) => t("{0} tokens", count),
  details: () => t("Details"),
  compare: () => t("Compare"),
  merge: () => t("Merge"),
  openOutput: () => t("Open output"),
  noOutputYet: () => t("No output yet."),
  outputUnknown: () => t("This version of claude doesn't report output before the command ends."),
  /** Button of a task that reveals the row of the tool call that started it. */
  showCard: (task: string) => t("{0}: show in conversation", task),
  inBackground: () => t("running in the background"),
  scheduled: ({ isRecurring, endsAt }: BackgroundTask, now: number) =>
    endsAt === undefined
      ? t("scheduled")
      : isRecurring
        ? t("until {0}", formatTime(endsAt, now))
        : t("at {0}", formatTime(endsAt, now)),
  scheduledDetail: () => t("Runs while this conversation is running. To end this task, ask claude."),
  silent: (minutes: number) => t("No response for {0} min", minutes),
  stop: () => t("Stop"),
  restart: () => t("Restart"),
  resetToSettings: () => t("Reset to settings"),
  resetDetail: () => t("Uses the model, mode, effort, and thinking from your settings"),
  showLog: () => t("Show log"),
  interrupted: () => t("Turn interrupted"),
  partFailed: () => t("A part of Tandem couldn't be loaded. Install Tandem again."),
  pageFailed: () => t("The chat couldn't load. Copy your text from here before you try again."),
  /** Shown in the native views while the chat is unavailable. */
  chatNotThere: () => t("The chat couldn't start. Open the Chat view for details. You can answer requests here."),
  conversationGone: () => t("This conversation no longer exists. You can close this tab."),
  moveQueued: () => t("Drag to move, or press Alt+Up or Alt+Down"),
  reading: () => t("reading…"),
  readingFiles: (names: readonly string[]) => t("Reading {0}…", names.join(", ")),
  suggests: (text: string) => t("{0} (Tab)", text),
  editMessage: () => t("Edit in editor"),
  /** Not "Thinking", which is the label of the thinking blocks themselves. */
  off: () => t("Off"),
  model: (version: string | undefined) =>
    version === undefined ? t("Model, as reported by claude") : t("Model: {0}, as reported by claude", version),
  withKeys: (text: string, keys: string) => t("{0} ({1})", text, keys),
  shiftToDrop: () => t("To attach files by dragging, hold Shift while you drop them."),
  keysHint: () =>
    t(
      "@ adds files, symbols, and more; / lists commands; ! runs a command in the terminal; # adds a note to claude's instructions.",
    ),
  modeHint: (keys: string) =>
    t("{0} changes the permission mode. Alt+K in a text editor mentions the selection.", keys),
  oneLine: () => t("“!” runs one line. Remove the other lines, or start with a space to send this as a message."),
  escapeAgain: () => t("Press Escape again to stop"),
  noArgument: (command: string) =>
    t("Not sent: /{0} takes no arguments. Remove them, or send them as a separate message.", command),
  held: () => t("Not sent until you choose Send now"),
  runInBackground: () => t("Run in background"),
  joining: () => t("joins this turn"),
  joiningDetail: () =>
    t("claude reads this message after its current step. Choose Send now again to interrupt the turn."),
  cost: (rewound: number) =>
    [
      t("Cost of this conversation, as reported by claude"),
      rewound > 0 ? t("Messages removed by rewinds cost another {0}.", formatDollars(rewound)) : "",
    ]
      .filter(Boolean)
      .join("\n"),
  mode: (keys: string) => t("Permission mode, as reported by claude. {0} changes to the next one.", keys),
  modeRefused: (asked: string) => t("claude didn't switch to {0}", asked),
  planReady: () => t("The plan is ready"),
  planEdited: () => t("You edited this plan. If you approve it, claude follows your version."),
  preview: () => t("Preview"),
  elicitationTitle: (server: string) => t("{0} asks for input", server),
  elicitationPage: (server: string) => t("{0} wants to open a page in your browser", server),
  elicitationNoPage: () => t("This URL can't be opened in a browser, so you can only decline."),
  elicitationHostile: () => t("This text comes from the server. Don't enter passwords or other secrets."),
  planSource: () => t("Plan as text"),
  planEmpty: () => t("claude sent no text with this plan; see the reply above."),
  allowAll: (count: string) => t("Allow {0} requests at once", count),
  moreWait: (count: number) =>
    count === 1 ? t("1 more request is waiting.") : t("{0} more requests are waiting.", count),
  denyOnly: () =>
    t("This request is too long to show completely, so you can only deny it. Ask claude for smaller steps."),
  needsCard: () => t("This tool expects an answer. Edit its input, then allow it."),
  inputEdited: () => t("You edited this input."),
  asAsked: () => t("Restore original"),
  ruleMalformed: () =>
    t("Enter a tool name, optionally with a pattern in parentheses, such as Bash(npm test:*). One rule per line."),
  ruleScope: (scope: string) => t("Allows {0}.", scope),
  sharedRulesNeedTrust: () =>
    t(
      "claude may ignore shared rules until you trust this folder in claude itself. To do that, run claude here in a terminal.",
    ),
  step: (step: number, count: number) => t("{0} of {1}", step, count),
  exitCode: (code: number) => t("Exit code {0}", code),
  output: () => t("Output"),
  outputOmitted: (count: number) =>
    count === 1
      ? t("1 earlier character is not shown.")
      : t("{0} earlier characters are not shown.", formatCount(count)),
  /** Size of a long output of which only the last lines are visible. */
  lines: (count: number) => t("{0} lines", formatCount(count)),
  moreThanLines: (count: number) => t("More than {0} lines", formatCount(count)),
  showAllOutput: () => t("Show all"),
  showEnd: () => t("Show the end"),
  errorOutput: () => t("Error output"),
  results: () => t("Results"),
  showMore: (count: number) => t("Show {0} more", formatCount(count)),
  steps: () => t("Steps"),
  sources: () => t("Sources"),
  typeInTerminal: () => t("Open in terminal"),
  typeInTerminalHint: () => t("Types the command into a terminal without running it."),
  moreLines: (count: number) =>
    count === 1 ? t("1 more line: see the diff.") : t("{0} more lines: see the diff.", formatCount(count)),
  moreResults: (count: number) =>
    count === 1 ? t("1 more result is not shown.") : t("{0} more results are not shown.", formatCount(count)),
  insertCode: () => t("Insert at cursor"),
  newFile: () => t("Open as new file"),
  showAll: (count: number) => t("Show all {0} lines", formatCount(count)),
  showLess: () => t("Show less"),
  redactedThinking: () => t("Thinking (redacted)"),
  redacted: () => t("The model provider doesn't disclose this thinking."),
  estimatedTokens: (count: string) => t("≈ {0} tokens", count),
  thinkingTokens: () => t("Number of tokens, estimated from the length"),
  effort: () => t("How much the model thinks"),
  contextTitle: () => t("Context usage"),
  contextLargest: () => t("Largest files and tools"),
  contextUnknown: () => t("Context usage appears after the first message (claude 2.1.329 or later)."),
  planLimits: () => t("Plan limits"),
  resets: (time: string) => t("resets at {0}", time),
  compactNow: () => t("Compact now"),
  close: () => t("Close"),
  copied: () => t("Copied"),
  notCopied: () => t("Couldn't copy"),
  loading: () => t("Loading…"),
  asideTitle: () => t("Side question"),
  asideWaits: () => t("Asking…"),
  asideFailed: (reason: string) => t("Couldn't ask: {0}", reason),
  asideUnsupported: () => t("This version of claude doesn't support side questions. Ask in the conversation instead."),
  asideDetail: () => t("Not added to the conversation."),
  attach: () => t("Attach images, PDFs, or text files. You can also paste them, or hold Shift and drop them."),
  pastedText: (count: number) => t("Pasted text, {0}", formatLineCount(count)),
  noPreview: () => t("Point to an option to preview it."),
} as const satisfies Readonly<Record<string, (...values: never[]) => string>>;
