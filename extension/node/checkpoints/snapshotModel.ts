import * as z from "zod";
import { type GapReason, gapReasons } from "../../shared/contract/changes/checkpoints.ts";

/** A file that a snapshot does not contain. The path is relative to the workspace folder, with "/". */
export interface Gap {
  readonly path: string;
  readonly reason: GapReason;
}

/** Data that git's trees cannot hold. */
export interface SideList {
  /** Permission bits of files that have others than the usual ones, by path. */
  readonly modes: ReadonlyMap<string, number>;
  readonly emptyFolders: readonly string[];
  /**
   * Permission bits of folders that have others than the usual ones, by path; undefined in a list of an earlier
   * version, which has none.
   */
  readonly folderModes?: ReadonlyMap<string, number> | undefined;
  readonly gaps: readonly Gap[];
  /** The patterns of files to leave out beside those of the `.gitignore` files. */
  readonly excludes: string;
  /** Undefined in a list of an earlier version: what a rule above the folder left out is not known then. */
  readonly rules?: RuleRecord | undefined;
}

/** Rules by which files were left out of a snapshot, beside `excludes` and the `.gitignore` files that it has. */
export interface RuleRecord {
  /** Path of the folder in the work tree of git, with "/" at the end; empty for all of it. */
  readonly prefix: string;
  /** Texts of the `.gitignore` files that the snapshot does not have, as latin1, by their paths in the work tree. */
  readonly files: ReadonlyMap<string, string>;
  /** Patterns of ignored files that are covered nevertheless. */
  readonly include: readonly string[];
  /**
   * The patterns like `excludes` of repositories in the work tree, by their folders, where the rules around them do not
   * count; undefined in a list of an earlier version, whose `excludes` has them.
   */
  readonly nested?: ReadonlyMap<string, string> | undefined;
}

const modeList = z.array(z.tuple([z.string(), z.number()]));
const texts = z.array(z.tuple([z.string(), z.string()]));
const sideList = z.object({
  modes: modeList,
  folderModes: modeList.optional(),
  emptyFolders: z.array(z.string()),
  gaps: z.array(z.strictObject({ path: z.string(), reason: z.enum(gapReasons) })),
  excludes: z.string(),
  rules: z
    .object({ prefix: z.string(), files: texts, include: z.array(z.string()), nested: texts.optional() })
    .optional(),
});

/** Formats a side list so that equal lists have equal texts. */
export function formatSideList({ modes, folderModes, emptyFolders, gaps, excludes, rules }: SideList): string {
  return JSON.stringify({
    modes: sorted(modes),
    folderModes: folderModes && sorted(folderModes),
    emptyFolders: [...emptyFolders].sort(),
    gaps: [...gaps].sort((one, other) => (one.path < other.path ? -1 : 1)),
    excludes,
    rules: formatRules(rules),
  });
}

/** Returns true if the same rules decided which files two snapshots have, as far as that is known. */
export function haveSameRules(one: SideList, other: SideList): boolean {
  const [rules, others] = [one, other].map((side) => JSON.stringify(formatRules(side.rules)));
  return one.excludes === other.excludes && rules !== undefined && rules === others;
}

function formatRules(rules: RuleRecord | undefined) {
  if (!rules) return undefined;
  const { prefix, files, include, nested } = rules;
  // Without nested repositories, the list equals one of an earlier version.
  return { prefix, files: sorted(files), include, ...(nested && nested.size > 0 ? { nested: sorted(nested) } : {}) };
}

function sorted<T>(all: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...all].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Throws for a text that is not a side list. */
export function parseSideList(text: string): SideList {
  const { modes, folderModes, rules, ...rest } = sideList.parse(JSON.parse(text));
  const known = rules && {
    rules: { ...rules, files: new Map(rules.files), nested: rules.nested && new Map(rules.nested) },
  };
  return { ...rest, ...known, modes: new Map(modes), folderModes: folderModes && new Map(folderModes) };
}

/** An entry of a tree: a file with its blob, or a link whose blob is its target. */
export interface TreeFile {
  readonly blob: string;
  readonly kind: "file" | "executable" | "link";
}

/** The difference of one path between two snapshots; undefined where it does not exist. */
export interface TreeChange {
  readonly path: string;
  readonly before: TreeFile | undefined;
  readonly after: TreeFile | undefined;
}

/** Differences between two snapshots. */
export interface SnapshotComparison {
  readonly changes: readonly TreeChange[];
  /** Files that only one of the two has because the ignore rules of the other leave them out. */
  readonly ignored: readonly string[];
}

/** Returns a change as it is in the other direction. */
export function reverseChange({ path, before, after }: TreeChange): TreeChange {
  return { path, before: after, after: before };
}

const kinds = new Map<string, TreeFile["kind"]>([
  ["100644", "file"],
  ["100664", "file"],
  ["100755", "executable"],
  ["120000", "link"],
]);

/** Parses the output of `git diff-tree -r -z --raw`. */
export function parseRawDiff(output: string): readonly TreeChange[] {
  const parts = output.split("\0");
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, oldMode = "", newMode = "", oldBlob = "", newBlob = ""] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w/.exec(parts[at] ?? "") ?? [];
    const file = (mode: string, blob: string): TreeFile | undefined => {
      const kind = kinds.get(mode);
      return kind && { blob, kind };
    };
    changes.push({ path: parts[at + 1] ?? "", before: file(oldMode, oldBlob), after: file(newMode, newBlob) });
  }
  return changes;
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

/** Parses the output of `git diff-tree -r -z --numstat`: the counts of each file, undefined for a binary one. */
export function parseLineCounts(output: string): ReadonlyMap<string, LineCounts | undefined> {
  const counts = new Map<string, LineCounts | undefined>();
  for (const entry of output.split("\0")) {
    const [, added, removed, name] = /^(\d+|-)\t(\d+|-)\t([\s\S]+)$/.exec(entry) ?? [];
    if (name !== undefined)
      counts.set(name, added === "-" ? undefined : { added: Number(added), removed: Number(removed) });
  }
  return counts;
}

/** Formats a tree of these entries, which are sorted by name. */
export function formatTree(
  entries: readonly { readonly mode: string; readonly name: string; readonly id: string }[],
): Buffer {
  return Buffer.concat(
    entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
  );
}

/** Parses the output of `git ls-tree -r -z`. */
export function parseTree(output: string): ReadonlyMap<string, TreeFile> {
  const files = new Map<string, TreeFile>();
  for (const entry of output.split("\0")) {
    const [, mode = "", blob = "", name] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
    const kind = kinds.get(mode);
    if (name !== undefined && kind) files.set(name, { blob, kind });
  }
  return files;
}
