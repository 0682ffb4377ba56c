import type { McpTool } from "../toolNames.ts";
import type { DiffHunk, RequestNote, ToolKind } from "../tools.ts";
import type { ElicitationField, FieldValue } from "./elicitation.ts";
import type { GuardCause, GuardChoice } from "./guards.ts";
import type { Destination } from "./permissionRules.ts";
import type { InputKind } from "./requestInput.ts";

/** Reason why no diff can be shown; the edit can still be allowed or denied as its input. */
export type ProposalProblem =
  | "fileMissing"
  | "fileExists"
  | "textMissing"
  | "textNotUnique"
  | "tooLarge"
  | "noAccess"
  | "notText"
  | "bigEndian"
  | "bigEndianDamaged"
  | "damaged"
  | "replaced";

/** A hunk of a proposal with the user's verdict on it. */
export interface HunkView extends DiffHunk {
  readonly added: number;
  readonly removed: number;
  readonly isAccepted: boolean;
  /** The hunk may contain lines that the user rejected; it is left out until the user decides about it. */
  readonly isInDoubt: boolean;
  /** Change of line endings, which `lines` does not contain: from the first to the second. */
  readonly lineEnds?: readonly [LineEnd, LineEnd];
  /** Number of lines that were left out of `lines`. */
  readonly linesOmitted: number;
}

/** Line endings of a text; "both" if they are mixed, "none" if its last line has none. */
export type LineEnd = "LF" | "CRLF" | "both" | "none";

/**
 * The review that a request requires before it can be allowed: `lines` of the change that were not visible in this
 * revision, `hunks` that may contain lines which the user rejected, or lines of other edits that the user's own text
 * would revert (`takenBack`).
 */
export interface RequiredReview {
  readonly kind: "lines" | "whiteSpace" | "hunks" | "takenBack";
  readonly count: number;
}

/**
 * The result of allowing a proposal: the proposed text, the user's version of it, nothing because no hunk is accepted,
 * or a text that this CLI version cannot write. `afterOther`: the text can be written once the pending edit of the same
 * file before it is answered. `unreadable`: a line is too long for an editor, and the change is too long for the card.
 */
export type ProposalOutcome = "asProposed" | "changed" | "nothing" | "impossible" | "afterOther" | "unreadable";

/** An edit before it is written. */
export interface ProposalView {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** The first hunks, up to a limit. */
  readonly hunks: readonly HunkView[];
  readonly hunksOmitted: number;
  /** Number of lines, including context, that are left out of `hunks`. */
  readonly linesOmitted: number;
  readonly isNewFile: boolean;
  readonly outcome: ProposalOutcome;
  /** The whole change was on a screen: on the card, or in the diff. */
  readonly isShown?: true;
  /** The proposal has no parts that can be accepted or rejected separately. */
  readonly isAllOrNothing: boolean;
  /** The user wrote part of the text. */
  readonly isUserEdited: boolean;
  /** The text cannot be written as it is, but with other line endings. */
  readonly hasWritable?: true;
  readonly problem?: ProposalProblem;
}

/**
 * A step of the user before the decision: accepts or rejects a hunk, writes another input, restores the original
 * proposal, or confirms that doubtful parts were reviewed.
 */
export type ReviewStep =
  | { readonly kind: "hunk"; readonly hunk: number; readonly isAccepted: boolean }
  | { readonly kind: "input"; readonly text: string }
  | { readonly kind: "checked" }
  /** Replaces a text that no input of the version can write with the same text in line endings that it can write. */
  | { readonly kind: "writable" }
  | { readonly kind: "reset" };

/** A change of rules, mode or directories that `claude` suggests with a request. Strings are names of `claude`. */
export type PermissionChange =
  | {
      readonly kind: "rules";
      readonly change: "add" | "replace" | "remove";
      readonly rules: readonly string[];
      readonly behavior: string;
      readonly destination: string;
    }
  | { readonly kind: "mode"; readonly mode: string; readonly destination: string }
  | {
      readonly kind: "directories";
      readonly change: "add" | "remove";
      readonly directories: readonly string[];
      readonly destination: string;
    };

/**
 * A suggestion of `claude` that the user can accept; `choice` is its index in the list of `claude` and is returned in
 * the decision.
 */
export interface PermissionSuggestion {
  readonly choice: number;
  readonly change: PermissionChange;
}

/** The part of an input that the user may rewrite before allowing it; `text` is its current content. */
export interface EditableInput {
  readonly kind: InputKind;
  readonly text: string;
}

interface Request {
  readonly id: string;
  readonly toolId: string;
  /** Number of the version shown under this id: a decision names the revision that it concerns. */
  readonly revision: number;
  /** Permission mode in which `claude` asked, where it is known. */
  readonly askedIn?: string;
}

/** A tool's request for permission. */
export interface PermissionView extends Request {
  readonly kind: "permission";
  readonly tool: string;
  readonly toolKind: ToolKind;
  /** The tool's own name and its server, for a tool of one. */
  readonly mcp?: McpTool;
  /** Names of the known MCP servers, for a tool of one. */
  readonly servers?: readonly string[];
  readonly subject: string;
  /** Sentence by `claude` about what will happen. */
  readonly title?: string;
  readonly notes: readonly RequestNote[];
  /** The exact command, URL or input that will run; for an edit only if no diff can show it. */
  readonly body?: string;
  /** Number of characters that were left out of `body`. */
  readonly bodyOmitted: number;
  /** Choices for "Allow always…"; empty if there are none. */
  readonly always: readonly PermissionSuggestion[];
  readonly isDenyDefault: boolean;
  /** The request cannot be shown completely, or the user's version of it cannot be written: it can only be denied. */
  readonly isDenyOnly: boolean;
  /** Undefined once the user can allow the request. */
  readonly requiredReview?: RequiredReview;
  /** `claude` requires that the user looks at the card: the request can be allowed only there. */
  readonly needsCard: boolean;
  /** Undefined if the input is edited in a diff, or contains invisible characters. */
  readonly editable?: EditableInput;
  /** The user rewrote the input: `body` shows the new one. */
  readonly isInputEdited: boolean;
  /** True for a tool of the editor whose changes of files can be shown in a multi-file diff. */
  readonly isPlanned?: true;
  readonly proposal?: ProposalView;
}

export interface QuestionOption {
  readonly label: string;
  readonly description: string;
  /** Preview of the result of this option: text, code or HTML, as text. */
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
  /** The plan as Markdown. */
  readonly plan: string;
  /** The exact text of the plan, including parts that rendered Markdown omits. */
  readonly text: string;
  /** The user edited the plan in its document. */
  readonly isEdited: boolean;
  readonly notes: readonly RequestNote[];
}

/** A request of an MCP server to the user: to fill in a form or to open a page. Every text comes from the server. */
export interface ElicitationView extends Request {
  readonly kind: "elicitation";
  readonly server: string;
  readonly title?: string;
  readonly message: string;
  /** The request is too large to read, so it can only be declined; its fields are left out. */
  readonly isTooLarge: boolean;
  readonly fields: readonly ElicitationField[];
  /** The page to open instead of a form; without a host it cannot be opened. */
  readonly page?: { readonly address: string; readonly shown: string; readonly host?: string };
}

/** A call that a guard of Tandem holds until the user decides. */
export interface GuardView extends Request {
  readonly kind: "guard";
  readonly tool: string;
  readonly subject: string;
  readonly cause: GuardCause;
}

/** The views of requests that wait for the user, by kind. */
export interface RequestViews {
  readonly permission: PermissionView;
  readonly question: QuestionView;
  readonly plan: PlanView;
  readonly elicitation: ElicitationView;
  readonly guard: GuardView;
}

export type RequestKind = keyof RequestViews;

/** A request that waits for the user. */
export type RequestView = RequestViews[RequestKind];

/** Kinds of requests of `claude` before one of its tools runs. */
export type ToolRequestKind = "permission" | "question" | "plan";

export type ToolRequestView = RequestViews[ToolRequestKind];

/**
 * The answer to one question: option indexes and an optional text of the user. If both are empty, the question is left
 * out.
 */
export interface QuestionAnswer {
  readonly options: readonly number[];
  readonly other?: string | undefined;
}

/** The user's decision about a request. */
export type Decision =
  | { readonly kind: "allow" }
  /** Applies the suggestion as it is, at another destination, or with other rules in place of the suggested ones. */
  | {
      readonly kind: "allowAlways";
      readonly choice: number;
      readonly destination?: Destination | undefined;
      readonly rules?: readonly string[] | undefined;
    }
  /** `isStopping` also ends the turn. */
  | { readonly kind: "deny"; readonly feedback?: string | undefined; readonly isStopping?: boolean | undefined }
  /** One answer per question, in the order of the questions. */
  | { readonly kind: "answer"; readonly answers: readonly QuestionAnswer[] }
  | { readonly kind: "approvePlan"; readonly isAcceptingEdits: boolean }
  /** Values of the form's fields, in their order; null for a field that is left out. */
  | { readonly kind: "fill"; readonly values: readonly (FieldValue | null)[] }
  /** Answers a guard. */
  | { readonly kind: "guard"; readonly choice: GuardChoice }
  /** Opens the page that the server names. */
  | { readonly kind: "visit" }
  /** The user neither accepts nor declines the server's request. */
  | { readonly kind: "dismiss" };

/** The decision about a tool call, for its row. */
export type DecisionRecord =
  | { readonly code: "allowed" | "allowedEdited" | "denied" | "approved" | "approvedAcceptingEdits" }
  /** Allowed without a request; `reason` is the code of `claude` for it, empty if it gave none. */
  | { readonly code: "allowedByRule"; readonly reason: string }
  | { readonly code: "always"; readonly change: PermissionChange; readonly isEdited?: boolean }
  /** The request was pending when its process ended. */
  | { readonly code: "unanswered" }
  /**
   * Denied without a request, with the words of `claude` and, where it gave one, its code for the reason; "guard" for a
   * limit that the user set.
   */
  | { readonly code: "byRule"; readonly text: string; readonly reason?: string }
  /** `text` is the user's feedback, or the answers. */
  | { readonly code: "deniedWith" | "answered"; readonly text: string };
