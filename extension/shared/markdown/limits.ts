/**
 * Bounds that keep the work per update and the depth of the tree small. All depend only on the text, never on the
 * pieces in which it came.
 */
export const limits = {
  /** Maximum number of levels of quotes and list items; deeper content is text. */
  blockDepth: 20,
  /** Maximum number of levels of emphasis and links; a segment that nests deeper is text. */
  inlineDepth: 20,
  /**
   * Maximum number of characters of a line with structure; a longer one is text: no heading, table row, fence or
   * definition.
   */
  lineLength: 4000,
  /** Maximum number of characters of a link definition; a longer one is text. */
  definitionLength: 2000,
  /** Number of characters after which a paragraph is cut at the first position where nothing is open. */
  segmentTarget: 1000,
  /** Factor for the length at which the next position is tried when something is open. */
  segmentGrowth: 2,
  /** Number of characters at which a paragraph is cut in any case. */
  segmentMax: 4000,
  /** Number of siblings in one group. */
  groupSize: 32,
  /** Number of characters after which literal text is cut at the first line end, or at twice as many. */
  chunkSize: 2000,
} as const;
