/** Bounds that keep the work per update and the depth of the tree small. All depend on the text alone, never on how it came. */
export const limits = {
  /** Levels of quotes and list items; what is nested deeper is text. */
  blockDepth: 20,
  /** Levels of emphasis and links; a segment nested deeper is text. */
  inlineDepth: 20,
  /** A line longer than this is text: no heading, table row, fence or definition. */
  lineLength: 4000,
  /** A link definition longer than this is text. */
  definitionLength: 2000,
  /** A paragraph is cut at the first position after this many characters where nothing is open ... */
  segmentTarget: 1000,
  /** ... looked for again where it is longer by this factor ... */
  segmentGrowth: 2,
  /** ... and wherever this many characters end. */
  segmentMax: 4000,
  /** Siblings in one group. */
  groupSize: 32,
  /** Literal text is cut at the first line end after this many characters, or at twice as many. */
  chunkSize: 2000,
} as const;
