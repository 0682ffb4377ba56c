import type { Decision } from "./conversationState.ts";

/** The page is there and wants a snapshot. */
export interface Ready {
  readonly type: "ready";
}
export interface Submit {
  readonly type: "submit";
  readonly text: string;
}
export interface Stop {
  readonly type: "stop";
}
/** The composer's text changed; the host keeps it. */
export interface Draft {
  readonly type: "draft";
  readonly text: string;
}
export interface Decide {
  readonly type: "decide";
  readonly requestId: string;
  readonly decision: Decision;
}
/** Opens the proposal of a request in the diff editor. */
export interface Review {
  readonly type: "review";
  readonly requestId: string;
}
/** Asks for the items before place `before` of a thread. */
export interface LoadOlder {
  readonly type: "loadOlder";
  readonly thread: string;
  readonly before: number;
}
/** A subagent's card was opened or closed; only open threads are sent. */
export interface OpenThread {
  readonly type: "openThread";
  readonly thread: string;
  readonly isOpen: boolean;
}
export interface OpenDetail {
  readonly type: "openDetail";
  readonly toolId: string;
}
/** Opens a file, relative to the working folder or absolute; `line` is 1-based. */
export interface OpenFile {
  readonly type: "openFile";
  readonly path: string;
  readonly line?: number | undefined;
}
export interface OpenLink {
  readonly type: "openLink";
  readonly url: string;
}
export interface RewindTo {
  readonly type: "rewindTo";
  readonly promptId: string;
}
export interface EditQueued {
  readonly type: "editQueued";
  readonly id: string;
  readonly action: "edit" | "sendNow" | "remove";
}
/** Everything that is also a command of the editor. */
export interface RunAction {
  readonly type: "run";
  readonly action: "selectModel" | "selectMode" | "retry" | "chooseProgram" | "logIn" | "resume" | "newConversation" | "showLog" | "openSettings";
}

/** What the webview intends. One-way: what follows comes back as state. */
export type FromWebview =
  | Ready
  | Submit
  | Stop
  | Draft
  | Decide
  | Review
  | LoadOlder
  | OpenThread
  | OpenDetail
  | OpenFile
  | OpenLink
  | RewindTo
  | EditQueued
  | RunAction;
