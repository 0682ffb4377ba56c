/** Number of lines above which a block of code is folded. */
export const foldedFrom = 40;
/**
 * Number of row groups of a table shown at first: a table is laid out as a whole, which is slow for a very long one.
 */
export const shownGroups = 8;
