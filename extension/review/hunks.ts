/** A line of a diff: context, added or removed, without its line break. */
export interface DiffLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

export interface DiffHunk {
  /** 1-based first line, before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}
