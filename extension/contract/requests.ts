import type { ElicitationField, FieldValue } from "./elicitation.ts";
import type { Destination } from "./permissionRules.ts";
import type { InputKind } from "./requestInput.ts";
import type { DiffHunk, RequestNote, ToolKind } from "./tools.ts";

/** Why no diff can be shown; the edit can still be allowed or denied as its input. */
export type ProposalProblem = "fileMissing" | "fileExists" | "textMissing" | "textNotUnique" | "tooLarge" | "notText" | "bigEndian" | "bigEndianDamaged";

/** A hunk of a proposal with what the user decided about it. */
export interface HunkView extends DiffHunk {
  readonly added: number;
  readonly removed: number;
  readonly isAccepted: boolean;
  /** It may hold lines that the user refused, and is left out until they decide about it. */
  readonly isInDoubt: boolean;
  /** It changes line ends, which are no part of `lines`: from the first to the second. */
  readonly lineEnds?: readonly [LineEnd, LineEnd];
  /** Lines that were left out of `lines`. */
  readonly linesOmitted: number;
}

/** What ends the lines of a text; both, where some end so and some so. */
export type LineEnd = "LF" | "CRLF" | "both";

/**
 * What the user has to look at before a request can be allowed: lines of the change that were on no screen in this revision, hunks that
 * may hold lines which they refused, or lines of others that their own text changes back.
 */
export interface RequiredReview {
  readonly kind: "lines" | "hunks" | "takenBack";
  readonly count: number;
}

/**
 * What allowing a proposal writes: what was proposed, what the user made of it, nothing because no hunk is left, or what this version of
 * the CLI cannot write. `afterOther`: it can be written once the edit of the same file that waits before it is answered.
 */
export type ProposalOutcome = "asProposed" | "changed" | "nothing" | "impossible" | "afterOther";

/** An edit before it is written. */
export interface ProposalView {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** The first hunks, bounded. */
  readonly hunks: readonly HunkView[];
  readonly hunksOmitted: number;
  /** Lines, with context, that are left out of `hunks`. */
  readonly linesOmitted: number;
  readonly isNewFile: boolean;
  readonly outcome: ProposalOutcome;
  /** It is allowed as a whole: there is nothing to take or to refuse in it. */
  readonly isAllOrNothing: boolean;
  /** The user wrote some of the text. */
  readonly isUserEdited: boolean;
  /** It cannot be written as it is, but with other line ends. */
  readonly hasWritable?: true;
  readonly problem?: ProposalProblem;
}

/**
 * A step of the user before deciding: accepts or rejects a hunk, writes another input, goes back to what was asked, or has looked at
 * what was in doubt.
 */
export type ReviewStep =
  | { readonly kind: "hunk"; readonly hunk: number; readonly isAccepted: boolean }
  | { readonly kind: "input"; readonly text: string }
  | { readonly kind: "checked" }
  /** In place of a text that no input of the version can write, the one with other line ends that it can. */
  | { readonly kind: "writable" }
  | { readonly kind: "reset" };

/** A change of rules, mode or directories that the CLI suggests with a request. Strings are the CLI's names. */
export type PermissionChange =
  | {
      readonly kind: "rules";
      readonly change: "add" | "replace" | "remove";
      readonly rules: readonly string[];
      readonly behavior: string;
      readonly destination: string;
    }
  | { readonly kind: "mode"; readonly mode: string; readonly destination: string }
  | { readonly kind: "directories"; readonly change: "add" | "remove"; readonly directories: readonly string[]; readonly destination: string };

/** A suggestion of the CLI that can be taken; `choice` is its index in the CLI's list and goes back in the decision. */
export interface Suggestion {
  readonly choice: number;
  readonly change: PermissionChange;
}

/** The part of an input that the user may write anew before allowing it; `text` is that part as it is. */
export interface EditableInput {
  readonly kind: InputKind;
  readonly text: string;
}

interface Request {
  readonly id: string;
  readonly toolId: string;
  /** Counts what was shown under this id: a decision names the revision that it is about. */
  readonly revision: number;
}

/** A tool asks for permission. */
export interface PermissionView extends Request {
  readonly kind: "permission";
  readonly tool: string;
  readonly toolKind: ToolKind;
  readonly subject: string;
  /** The CLI's own sentence about what will happen. */
  readonly title?: string;
  readonly notes: readonly RequestNote[];
  /** The command, URL or input that will run, as it is; for an edit only when no diff can show it. */
  readonly body?: string;
  /** Characters that were left out of `body`. */
  readonly bodyOmitted: number;
  /** "Allow always…" choices. Empty when there is none. */
  readonly always: readonly Suggestion[];
  readonly isDenyDefault: boolean;
  /** Not all of it can be shown, or what the user made of it cannot be written: it can only be denied. */
  readonly isDenyOnly: boolean;
  /** Undefined once the user can allow it. */
  readonly requiredReview?: RequiredReview;
  /** The CLI wants its card to be looked at: it is allowed nowhere else. */
  readonly needsCard: boolean;
  /** Undefined where the input is edited in a diff, or holds what nobody sees. */
  readonly editable?: EditableInput;
  /** The user wrote the input anew: `body` shows theirs. */
  readonly isInputEdited: boolean;
  readonly proposal?: ProposalView;
}

export interface QuestionOption {
  readonly label: string;
  readonly description: string;
  /** What choosing it would look like: text, code or HTML, as text. */
  readonly preview?: string;
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly QuestionOption[];
  readonly isMultiple: boolean;
}

export interface QuestionView extends Request {
  readonly kind: "question";
  readonly questions: readonly Question[];
  readonly notes: readonly RequestNote[];
}

export interface PlanView extends Request {
  readonly kind: "plan";
  /** Markdown. */
  readonly plan: string;
  /** The plan as it is, also what Markdown leaves out. */
  readonly text: string;
  /** The user wrote it anew, in its document. */
  readonly isEdited: boolean;
  readonly notes: readonly RequestNote[];
}

/** An MCP server asks the user for something: to fill in a form, or to open a page. Every text is the server's. */
export interface ElicitationView extends Request {
  readonly kind: "elicitation";
  readonly server: string;
  readonly title?: string;
  readonly message: string;
  /** It is more than anybody can read, so that it can only be declined: its fields are left out. */
  readonly isTooLarge: boolean;
  readonly fields: readonly ElicitationField[];
  /** The page to open, in place of a form; without a host it is none that can be opened. */
  readonly page?: { readonly address: string; readonly shown: string; readonly host?: string };
}

/** A request of the CLI before one of its tools runs. */
export type ToolRequestView = PermissionView | QuestionView | PlanView;

/** Something that waits for the user. */
export type RequestView = ToolRequestView | ElicitationView;

/** What was chosen for one question: options by their indexes, and a text of the user's own. Nothing of both leaves it out. */
export interface QuestionAnswer {
  readonly options: readonly number[];
  readonly other?: string | undefined;
}

/** What the user decided about a request. */
export type Decision =
  | { readonly kind: "allow" }
  /** As suggested, or stored elsewhere, or with other rules in place of the suggested ones. */
  | { readonly kind: "allowAlways"; readonly choice: number; readonly destination?: Destination | undefined; readonly rules?: readonly string[] | undefined }
  /** `isStopping` ends the turn as well. */
  | { readonly kind: "deny"; readonly feedback?: string | undefined; readonly isStopping?: boolean | undefined }
  /** One answer per question, in the order of the questions. */
  | { readonly kind: "answer"; readonly answers: readonly QuestionAnswer[] }
  | { readonly kind: "approvePlan"; readonly isAcceptingEdits: boolean }
  /** What stands in each field of a form, in their order; null for one that is left out. */
  | { readonly kind: "fill"; readonly values: readonly (FieldValue | null)[] }
  /** The page that a server names is to be opened. */
  | { readonly kind: "visit" }
  /** The user neither does what a server asks nor refuses it. */
  | { readonly kind: "dismiss" };

/** What was decided about a call, for its row. */
export type DecisionRecord =
  | { readonly code: "allowed" | "allowedEdited" | "denied" | "approved" | "approvedAcceptingEdits" }
  /** Nobody was asked; `reason` is the CLI's word for why, empty where it says none. */
  | { readonly code: "allowedByRule"; readonly reason: string }
  | { readonly code: "always"; readonly change: PermissionChange; readonly isEdited?: boolean }
  /** It waited for the user when its process ended. */
  | { readonly code: "unanswered" }
  /** `text` is the refusal's words, the answers, or the CLI's reason. */
  | { readonly code: "deniedWith" | "answered" | "byRule"; readonly text: string };
