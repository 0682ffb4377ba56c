/** Number of suggestions for a conversation without messages. The panel reserves their height before it knows them. */
export const starterCount = 3;

/** A prompt that one click sends. */
export interface Starter {
  readonly label: string;
  readonly prompt: string;
}

/** Initial display of the model's thinking; the user can open or fold each block. */
export const thinkingDisplays = ["collapsed", "expanded", "hidden"] as const;
export type ThinkingDisplay = (typeof thinkingDisplays)[number];

export interface PanelOptions {
  readonly sendKey: "enter" | "ctrlEnter";
  readonly showThinking: ThinkingDisplay;
  /** Size in pixels; null for the editor's own size. */
  readonly fontSize: number | null;
  /** The workspace has several folders, so the panel shows the working folder of the conversation. */
  readonly showsFolder: boolean;
  /** The mode that never asks may be selected. */
  readonly isBypassAllowed: boolean;
  /** Edits in a copy or worktree need the user's approval. */
  readonly asksInCopies?: boolean;
  /** Names the source of replies if it is not the user's account. */
  readonly badge?: string;
  /** Suggestions of a conversation without messages; undefined before the host has chosen them. */
  readonly starters?: readonly Starter[];
}

/** Options until the host sends the actual ones. */
export const defaultOptions: PanelOptions = {
  sendKey: "enter",
  showThinking: "collapsed",
  fontSize: null,
  showsFolder: false,
  isBypassAllowed: false,
};
