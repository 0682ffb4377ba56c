import fs from "node:fs";
import type { UncoveredFile } from "../../shared/contract/changes/checkpoints.ts";
import type { FolderSnapshot } from "./compareFolder.ts";
import { toRelative } from "./index/paths.ts";

export type ResolvePath = (file: string) => Promise<string>;

export interface UncoveredOptions {
  /** All folders of the conversation, also those without a snapshot. */
  readonly folders: readonly string[];
  readonly states: readonly FolderSnapshot[];
  /** Absolute paths to look at. */
  readonly paths: readonly string[];
  readonly resolveRealPath: ResolvePath;
}

/**
 * Returns those of the paths that snapshots do not cover: a file "outside" of all folders, also one that a link leads
 * to, and an existing file that ignore rules leave out.
 */
export async function findUncovered({
  folders,
  states,
  paths,
  resolveRealPath,
}: UncoveredOptions): Promise<readonly UncoveredFile[]> {
  const roots = await Promise.all(folders.map((folder) => resolveRealPath(folder)));
  const resolved = await Promise.all(paths.map(async (file) => ({ file, real: await resolveRealPath(file) })));
  const isInside = ({ real }: { readonly real: string }): boolean => toRelative(roots, real) !== undefined;
  const outside = resolved
    .filter((each) => !isInside(each))
    .map(({ file }): UncoveredFile => ({ path: file, reason: "outside" }));
  const ignored: UncoveredFile[] = [];
  for (const { folder, checkpoints, snapshot } of states) {
    const root = await resolveRealPath(folder);
    const inside = resolved.flatMap(({ file, real }) => {
      const name = toRelative([root], real);
      return name === undefined || !fs.existsSync(real) ? [] : [{ file, name }];
    });
    const { snapshots } = await checkpoints.open();
    const names = inside.map(({ name }) => name);
    const [found, { gaps }] = await Promise.all([snapshots.find(snapshot, names), snapshots.readSideList(snapshot)]);
    // The other gaps have reasons of their own.
    const others = new Set(gaps.map((gap) => gap.path));
    for (const { file, name } of inside)
      if (!found.has(name) && !others.has(name)) ignored.push({ path: file, reason: "ignored" });
  }
  return [...outside, ...ignored];
}
