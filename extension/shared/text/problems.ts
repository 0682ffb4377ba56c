import { t } from "@vscode/l10n";
import { shortenText } from "../base/cutText.ts";
import type { Problem, ProblemCode } from "../contract/problem.ts";
import type { SettingProblem } from "../contract/settingProblem.ts";
import { formatSettingName, formatSettingProblem } from "./settings/settingProblems.ts";
import { formatRefusalStep } from "./startRefusals.ts";

export interface ProblemText {
  readonly title: string;
  /** The event, what is safe, and the next step. */
  readonly detail: string;
  /** Words of `claude` or of the system, and places: shown on request. */
  readonly details?: string;
}

type Texts = { readonly [C in ProblemCode]: (problem: Extract<Problem, { code: C }>) => ProblemText };

/** Maximum number of searched places that are listed; the rest is counted. */
const namedPlaces = 8;

/** Maximum number of characters of a refusal that are shown at once. */
const maxRefusalLength = 240;

/** One of the ways to install `claude`. */
export const installCommand = "npm install -g @anthropic-ai/claude-code";

const forkProblems: { readonly [M in Extract<Problem, { code: "forkImpossible" }>["missing"]]: () => string } = {
  conversation: () => t("claude hasn't saved this conversation."),
  message: () => t("claude's own history doesn't contain this message."),
  compacted: () =>
    t("claude no longer has what came before this message, because the conversation was compacted since."),
};

/** Problems of a setting whose text says the next step. */
const withStep: ReadonlySet<SettingProblem["code"]> = new Set([
  "sandboxUnsupported",
  "sandboxToolsMissing",
  "profileUnknown",
  "profileRemoved",
]);

const texts: Texts = {
  missing: ({ searched }) => ({
    title: t("claude was not found"),
    detail: t(
      "Tandem uses the claude that is installed on this machine. Install it, for example with “{0}”, or select its executable.",
      installCommand,
    ),
    details:
      searched.length > namedPlaces
        ? t("Searched: {0} and {1} more", searched.slice(0, namedPlaces).join(", "), searched.length - namedPlaces)
        : t("Searched: {0}", searched.join(", ")),
  }),
  notStartable: ({ path, reason }) => ({
    title: t("Couldn't start claude"),
    detail: t("Run claude in a terminal to see why, or select another executable. Then retry."),
    details: `${path}: ${reason}`,
  }),
  notExecutable: ({ path }) => ({
    title: t("Couldn't start claude"),
    detail: t("{0} is not executable. Select another executable, or run chmod +x on it, then retry.", path),
  }),
  startRefused: ({ reason, detail }) => {
    const words = detail || t("claude gave no details.");
    // The beginning names the setting or policy that forbids the start.
    const start = shortenText(words.split("\n\n")[0] ?? "", maxRefusalLength);
    const whole = reason === "" ? words : `${words} (${reason})`;
    return {
      title: t("claude refused to start"),
      detail: `${start}\n${formatRefusalStep(reason)} ${t("Nothing was sent.")}`,
      ...(whole === start ? {} : { details: whole }),
    };
  },
  tooOld: ({ path, version, oldest }) => ({
    title: t("claude {0} is too old", version),
    detail: t("Tandem needs claude {0} or later. Update it, or select another executable.", oldest),
    details: t("Found: {0}", path),
  }),
  ended: ({ detail }) => ({
    title: t("claude stopped unexpectedly"),
    detail: t("The conversation, your message, and your draft are kept. Resume to continue."),
    details: detail,
  }),
  unreadable: ({ detail }) => ({
    title: t("claude sent unreadable data"),
    detail: t("claude was stopped, and the conversation is kept. Resume to continue."),
    details: detail,
  }),
  stopped: ({ detail }) => ({
    title: t("The conversation stopped"),
    detail: t("Nothing is lost. Resume to continue."),
    details: detail,
  }),
  setting: ({ setting, problem, place }) => ({
    title: t("Invalid setting: {0}", formatSettingName(setting, place)),
    detail: `${formatSettingProblem(problem)} ${withStep.has(problem.code) ? t("Then retry.") : t("Fix it in the settings, then retry.")}`,
  }),
  forkImpossible: ({ missing }) => ({
    title: t("Couldn't fork from this message"),
    detail: `${forkProblems[missing]()} ${t("Resume to continue the whole conversation.")}`,
  }),
  history: ({ detail }) => ({
    title: t("Couldn't read the saved conversation"),
    detail: t("It remains saved. Retry to read it again, or start a new conversation."),
    details: detail,
  }),
  rewindInterrupted: ({ detail }) => ({
    title: t("A rewind was interrupted"),
    detail: t("Retry to finish it. If that fails again, the conversation opens as it is now."),
    details: detail,
  }),
  untrusted: () => ({
    title: t("This workspace is not trusted"),
    detail: t("claude starts when you trust this workspace."),
  }),
  repository: () => ({
    title: t("claude hasn't started in this folder"),
    detail: t("This repository configures claude. Review what it configures, then start. Messages wait until then."),
  }),
  inUse: ({ pid, holder }) => inUseTexts[holder](pid),
  tooMany: () => ({
    title: t("All other conversations are working"),
    detail: t(
      "This conversation starts when one of them finishes. tandem.maxRunningConversations limits how many run at once. Your messages are kept.",
    ),
  }),
  noWorkspace: () => ({
    title: t("No folder is open"),
    detail: t(
      "Open the folder that claude should work in, or let it work in your home folder, where it can read and change all of your files.",
    ),
  }),
  noFolder: () => ({
    title: t("Which folder should claude work in?"),
    detail: t("The workspace has several folders. Select one for this conversation."),
  }),
};

const inUseTexts: { readonly [H in Extract<Problem, { code: "inUse" }>["holder"]]: (pid: number) => ProblemText } = {
  otherWindow: (pid) => ({
    title: t("This conversation is running in another window"),
    detail: t(
      "That window is using it (PID {0}). Close the conversation there and retry, or start a new conversation.",
      pid,
    ),
  }),
  thisWindow: (pid) => ({
    title: t("This conversation is already running in this window"),
    detail: t("It is running as PID {0}. Continue where it is open, or close it there and retry.", pid),
  }),
  closedWindow: (pid) => ({
    title: t("A closed window left this conversation running"),
    detail: t(
      "claude is still running and couldn't be stopped. End PID {0} in your system's task manager and retry, or start a new conversation.",
      pid,
    ),
  }),
};

/** Returns the texts of a problem. */
export function formatProblem(problem: Problem): ProblemText {
  const text = texts[problem.code] as (problem: Problem) => ProblemText;
  return text(problem);
}
