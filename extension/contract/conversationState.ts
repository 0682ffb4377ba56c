import type { DiffHunk } from "./items.ts";

/** One plain line about a request: a label and what the CLI said. */
export interface RequestNote {
  readonly label: string;
  readonly value: string;
}

/** An edit before it is written. */
export interface ProposalView {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  /** The first hunks, bounded. */
  readonly hunks: readonly DiffHunk[];
  /** Lines of the diff that were left out of `hunks`. */
  readonly linesOmitted: number;
  readonly isNewFile: boolean;
  /** Why no diff can be shown, such as a missing file or text that does not occur in it. */
  readonly problem?: string;
}

/** A tool asks for permission. */
export interface PermissionView {
  readonly kind: "permission";
  readonly id: string;
  readonly toolId: string;
  readonly tool: string;
  readonly subject: string;
  /** A sentence that says what will happen. */
  readonly title: string;
  readonly notes: readonly RequestNote[];
  /** The command, URL or input that will run, as it is; for an edit only when no diff can show it. */
  readonly body?: string;
  /** Characters that were left out of `body`. */
  readonly bodyOmitted: number;
  /** "Allow always…" choices in plain words; the index goes back in the decision. Empty when there is none. */
  readonly always: readonly string[];
  readonly isDenyDefault: boolean;
  /** The tool asks for more than a yes, which this version cannot give: it can only be denied. */
  readonly isDenyOnly: boolean;
  readonly proposal?: ProposalView;
}

export interface QuestionOption {
  readonly label: string;
  readonly description: string;
}

export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly QuestionOption[];
  readonly isMultiple: boolean;
}

export interface QuestionView {
  readonly kind: "question";
  readonly id: string;
  readonly toolId: string;
  readonly questions: readonly Question[];
}

export interface PlanView {
  readonly kind: "plan";
  readonly id: string;
  readonly toolId: string;
  /** Markdown. */
  readonly plan: string;
}

/** Something that waits for the user. */
export type RequestView = PermissionView | QuestionView | PlanView;

/** What the user decided about a request. */
export type Decision =
  | { readonly kind: "allow" }
  | { readonly kind: "allowAlways"; readonly choice: number }
  | { readonly kind: "deny"; readonly feedback?: string | undefined }
  | { readonly kind: "answer"; readonly answers: Readonly<Record<string, string>> }
  | { readonly kind: "approvePlan"; readonly isAcceptingEdits: boolean };

export interface TaskView {
  readonly id: string;
  readonly text: string;
  readonly state: "pending" | "in progress" | "completed";
}

export interface QueuedPrompt {
  readonly id: string;
  readonly text: string;
}

/** Why there is no conversation at the moment, and so what the panel offers. */
export interface Problem {
  readonly kind: "missing" | "notStartable" | "tooOld" | "login" | "ended" | "setting" | "untrusted";
  readonly title: string;
  /** What happened, what is safe, what to do next. */
  readonly detail: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

/** What is in force, as the CLI says it. */
export interface ConversationState {
  /** `waiting` is derived: some request is open. */
  readonly status: "starting" | "idle" | "working" | "ended";
  readonly sessionId?: string;
  readonly title: string;
  /** The working folder, absolute. */
  readonly folder: string;
  readonly cliVersion?: string;
  /** As the CLI reported it last; undefined before it did. */
  readonly model?: string;
  readonly mode?: string;
  readonly models: readonly Choice[];
  readonly contextTokens: number;
  /** Size of the model's window; undefined until the CLI named it. */
  readonly contextWindow?: number;
  /** US dollars, cumulative for the conversation as the CLI counts it. */
  readonly costUsd: number;
  /** What it is doing right now, such as "Compacting" or "Retrying (2/10)". */
  readonly activity?: string;
  /** Time the running turn began; milliseconds since the epoch. */
  readonly turnStartedAt?: number;
  readonly requests: readonly RequestView[];
  readonly tasks: readonly TaskView[];
  readonly queue: readonly QueuedPrompt[];
  readonly problem?: Problem;
}
