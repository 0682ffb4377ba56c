import { t } from "@vscode/l10n";
import type { Problem, ProblemCode, SettingProblem } from "../contract/conversationState.ts";

export interface ProblemText {
  readonly title: string;
  /** What happened, what is safe, what to do next. */
  readonly detail: string;
}

type Texts = { readonly [C in ProblemCode]: (problem: Extract<Problem, { code: C }>) => ProblemText };

/** Places of a search that are named before the rest is counted. */
const namedPlaces = 8;

const texts: Texts = {
  missing: ({ searched }) => ({
    title: t("The claude program was not found"),
    detail: paragraphs(
      t('Tandem talks to your own claude program. Install it with "npm install -g @anthropic-ai/claude-code", or choose where it is, then retry.'),
      searched.length > namedPlaces
        ? t("Looked at: {0} and {1} more", searched.slice(0, namedPlaces).join(", "), searched.length - namedPlaces)
        : t("Looked at: {0}", searched.join(", ")),
    ),
  }),
  notStartable: ({ path, reason }) => ({
    title: t("The claude program does not start"),
    detail: paragraphs(`${path}: ${reason}`, t("Run it once in a terminal to see why, or choose another program, then retry.")),
  }),
  notExecutable: ({ path }) => ({
    title: t("The claude program may not be run"),
    detail: t("{0} is not executable. Make it so (chmod +x), or choose another program, then retry.", path),
  }),
  startRefused: ({ reason, detail }) => ({
    title: t("The claude program refused to start"),
    detail: paragraphs(`${detail || t("It gave no details.")} (${reason})`, t("Correct that and retry. Nothing was sent.")),
  }),
  tooOld: ({ path, version, oldest }) => ({
    title: t("claude {0} is too old", version),
    detail: paragraphs(t('Tandem needs {0} or later. Update it with "claude update" or choose another program, then retry.', oldest), t("Found: {0}", path)),
  }),
  ended: ({ detail }) => ({
    title: t("claude stopped unexpectedly"),
    detail: paragraphs(detail, t("The conversation, your message and your draft are kept.")),
  }),
  unreadable: ({ detail }) => ({
    title: t("The claude program sent something unreadable"),
    detail: t("{0}. The program was stopped. The conversation is kept; Resume goes on where it was.", detail),
  }),
  stopped: ({ detail }) => ({
    title: t("The conversation stopped"),
    detail: paragraphs(detail, t("Nothing is lost. Resume goes on where it was.")),
  }),
  setting: ({ setting, problem }) => ({
    title: t("The setting {0} does not work", setting),
    detail: paragraphs(settingProblemText(problem), t("Correct it in the settings, then retry.")),
  }),
  forkImpossible: ({ missing }) => ({
    title: t("The conversation cannot go on from there"),
    detail: paragraphs(
      missing === "conversation"
        ? t("The claude program has saved nothing of this conversation.")
        : t("The claude program's own history does not hold this message."),
      t("Resume goes on with the whole conversation."),
    ),
  }),
  history: ({ detail }) => ({
    title: t("The saved conversation could not be read"),
    detail: paragraphs(detail, t("It stays saved. Retry reads it again; New Conversation begins another.")),
  }),
  untrusted: () => ({
    title: t("This workspace is not trusted"),
    detail: t("No program is started in it until you trust it. Use Manage Workspace Trust, and the conversation starts."),
  }),
  inUse: ({ pid, holder }) => inUseTexts[holder](pid),
  tooMany: () => ({
    title: t("Too many conversations have a process"),
    detail: t("Let one of them rest or stop, and retry; tandem.maxProcesses says how many there may be. Messages wait until then."),
  }),
  noFolder: () => ({
    title: t("Choose a folder to work in"),
    detail: t("The workspace has several folders, and the conversation works in one of them. Retry to choose."),
  }),
};

const inUseTexts: { readonly [H in Extract<Problem, { code: "inUse" }>["holder"]]: (pid: number) => ProblemText } = {
  otherWindow: (pid) => ({
    title: t("This conversation runs in another window"),
    detail: t("Process {0} of that window is using it. Close the conversation there and retry, or start a new conversation here.", pid),
  }),
  thisWindow: (pid) => ({
    title: t("This conversation already runs in this window"),
    detail: t("Process {0} of this window is using it. Continue where it is open, or close it there and retry.", pid),
  }),
  goneWindow: (pid) => ({
    title: t("A closed window left claude running on this conversation"),
    detail: t(
      "The window is gone, but process {0}, which it started, is still running and could not be ended. End that process and retry, or start a new conversation.",
      pid,
    ),
  }),
};

/** What is wrong with a setting, and what it takes. */
export function settingProblemText(problem: SettingProblem): string {
  switch (problem.code) {
    case "notFolder":
      return t("{0} is not a folder.", problem.path);
    case "variableMissing":
      return t("The environment variable {0} is not set.", problem.variable);
    case "modeMissing":
      return t('claude {0} has no mode "{1}". Choose another mode, or update the program.', problem.version, problem.mode);
    case "bypassNotAllowed":
      return t("bypassPermissions also needs tandem.allowDangerouslySkipPermissions, which only your user settings can set.");
    case "malformed":
      return problem.issues;
  }
}

/** What is said about a problem. */
export function problemText(problem: Problem): ProblemText {
  const text = texts[problem.code] as (problem: Problem) => ProblemText;
  return text(problem);
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
