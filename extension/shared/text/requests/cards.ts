import { t } from "@vscode/l10n";
import type {
  Decision,
  EditableInput,
  RequestKind,
  RequestView,
  RequestViews,
} from "../../contract/requests/requests.ts";
import { formatCount } from "../numbers.ts";
import { formatGuardLabel } from "./guards.ts";
import { getRequestTitle } from "./requests.ts";

const inputNames: { readonly [K in EditableInput["kind"]]: () => string } = {
  command: () => t("Command"),
  url: () => t("URL"),
  json: () => t("Input"),
};

/** Labels of request cards, and of the editor's lists and dialogs for requests. */
export const cardText = {
  waiting: () => t("Waiting for you"),
  fold: () => t("Collapse"),
  foldHint: () => t("Collapse to see the conversation behind it"),
  unfold: () => t("Expand"),
  withKey: (label: string, key: string) => t("{0} ({1})", label, key),
  back: () => t("Back"),
  next: () => t("Next request"),
  permission: (tool: string, subject: string) => t("Permission: {0}", `${tool} ${subject}`.trim()),
  allow: () => t("Allow"),
  allowAlways: () => t("Allow always"),
  allowAlwaysMore: () => t("Allow always…"),
  deny: () => t("Deny"),
  denyWithFeedback: () => t("Deny with feedback…"),
  denyAndStop: () => t("Deny and stop"),
  feedback: () => t("What to do instead"),
  edit: () => t("Edit…"),
  inputName: (kind: EditableInput["kind"]) => inputNames[kind](),
  useInput: () => t("Use this input"),
  review: () => t("Review"),
  reviewChanges: () => t("Review changes"),
  newFile: () => t("new file"),
  saveFile: () => t("Save file"),
  compareWithDisk: () => t("Compare with saved file"),
  body: () => t("What will run"),
  bodyOmitted: (count: number) =>
    count === 1 ? t("1 more character is not shown.") : t("{0} more characters are not shown.", formatCount(count)),
  proposedChanges: (path: string) => t("Proposed changes to {0}", path),
  hunks: () => t("Hunks"),
  acceptHunk: () => t("Accept hunk"),
  rejectHunk: () => t("Reject hunk"),
  editRule: () => t("Edit rule…"),
  rule: () => t("Rule"),
  allowAll: () => t("Allow all"),
  allowAllMore: (count: number) => t("Allow all {0}…", count),
  requests: () => t("Requests"),
  allowThese: (count: number) => t("Allow these {0}", count),
  oneByOne: () => t("One by one"),
  plan: () => t("Plan"),
  planText: () => t("Plan text"),
  planSource: () => t("Plan as text"),
  approvePlan: () => t("Approve plan"),
  keepPlanning: () => t("Keep planning"),
  planFeedback: () => t("What to change in the plan"),
  question: (header: string | undefined) => (header ? t("Question: {0}", header) : t("Question")),
  other: () => t("Other"),
  nextQuestion: () => t("Next"),
  answer: () => t("Answer"),
  dismiss: () => t("Dismiss"),
  url: () => t("URL"),
  openPage: (host: string) => t("Open {0}", host),
  askedIn: (asked: string, now: string) =>
    t("Asked in {0} mode. It still waits for you, although the mode is now {1}.", asked, now),
  filledIn: () => t("Filled in by the server"),
  sendTo: (server: string) => t("Send to {0}", server),
  decline: () => t("Decline"),
  cancel: () => t("Cancel"),
  moreWaysToAllow: () => t("More ways to allow"),
  allowFromNowOn: () => t("What to allow from now on"),
  saveTo: () => t("Save to"),
  suggested: () => t("suggested"),
  endsWithConversation: () => t("Until this conversation ends"),
  ownRule: () => t("Your own rule"),
  moreWaysToDeny: () => t("More ways to deny"),
  /** A shorter label for the same button. */
  reviewShort: () => t("Review"),
  approvePlanShort: () => t("Approve"),
  approveAndAcceptEdits: () => t("Approve and accept edits"),
  approveAndAcceptEditsShort: () => t("Approve, accept edits"),
  openAsDocument: () => t("Open as document"),
} as const;

/** A kind of request outside its card. */
interface KindTexts<K extends RequestKind> {
  /** Codicon of its rows. */
  readonly icon: string;
  /** Its label in a list. */
  readonly label: (view: RequestViews[K]) => string;
  /** The sentence of a screen reader when it appears. */
  readonly announcement: (view: RequestViews[K]) => string;
}

const kinds: { readonly [K in RequestKind]: KindTexts<K> } = {
  permission: {
    icon: "shield",
    label: ({ tool, subject }) => [tool, subject].filter(Boolean).join(" "),
    announcement(view) {
      const title = getRequestTitle(view);
      // Titles such as "Edit a.ts" name the subject already.
      return title.endsWith(view.subject)
        ? t("Waiting for you: {0}", title)
        : t("Waiting for you: {0} ({1})", title, view.subject);
    },
  },
  question: {
    icon: "question",
    label: ({ questions: [first] }) => t("Question: {0}", first?.header ?? ""),
    announcement: () => t("Waiting for you: a question"),
  },
  plan: { icon: "list-ordered", label: () => t("Plan"), announcement: () => t("Waiting for you: a plan") },
  elicitation: {
    icon: "server",
    label: ({ server }) => t("Input for {0}", server),
    announcement: ({ server }) => t("Waiting for you: {0} asks for input", server),
  },
  guard: {
    icon: "watch",
    label: formatGuardLabel,
    announcement: (view) => t("Waiting for you: {0}", formatGuardLabel(view)),
  },
};

/** Returns the codicon of a request in a list. */
export function getRequestIcon(kind: RequestKind): string {
  return kinds[kind].icon;
}

/** Returns the label of a request in a list, such as the tool and its subject. */
export function formatRequestLabel(view: RequestView): string {
  const format = <K extends RequestKind>(kind: K, of: RequestViews[K]): string => kinds[kind].label(of);
  return format(view.kind, view);
}

/** Returns the sentence that a screen reader speaks when a request appears. */
export function formatRequestAnnouncement(view: RequestView): string {
  const format = <K extends RequestKind>(kind: K, of: RequestViews[K]): string => kinds[kind].announcement(of);
  return format(view.kind, view);
}

const answers: { readonly [K in Decision["kind"]]: () => string } = {
  allow: () => t("allowed"),
  allowAlways: () => t("always allowed"),
  deny: () => t("denied"),
  answer: () => t("answered"),
  approvePlan: () => t("approved"),
  fill: () => t("answered"),
  guard: () => t("answered"),
  visit: () => t("opened"),
  dismiss: () => t("dismissed"),
};

const answerPlaces: ReadonlyMap<string, () => string> = new Map([
  ["card", () => t("on its card")],
  ["diff", () => t("in its diff")],
  ["tree", () => t("in Waiting for you")],
  ["list", () => t("in the quick pick")],
  ["notification", () => t("in the notification")],
  ["command", () => t("by a command")],
]);

/** Describes how a request was answered before a click that came too late. */
export function formatAnswer({ kind, surface }: { readonly kind: Decision["kind"]; readonly surface: string }): string {
  return t(
    "This request was already {0} {1}. Nothing was changed.",
    answers[kind](),
    answerPlaces.get(surface)?.() ?? "",
  );
}
