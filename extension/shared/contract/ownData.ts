/** Groups of the data that Tandem keeps on this computer. */
export const dataGroups = [
  "conversations",
  "checkpoints",
  "isolated",
  "deleted",
  "traces",
  "decisions",
  "secrets",
  "caches",
] as const;
export type DataGroup = (typeof dataGroups)[number];
