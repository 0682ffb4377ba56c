import fs from "node:fs";
import path from "node:path";
import { listFiles } from "./filesInUse.ts";

const table = path.join(import.meta.dirname, "../../extension/STATE.md");

/** Names of Tandem's folders in the storage of the editor. */
const own = "tandem-chat.tandem";

/**
 * Returns the files that Tandem left in the storage of an editor, `User` in its data folder, and that the table of
 * `extension/STATE.md` does not name.
 */
export function findUnnamedFiles(user: string): readonly string[] {
  const named = readTable()
    .flatMap(({ names }) => names)
    .filter((name) => /^[GO]\//.test(name))
    .map(toPattern);
  return listOwnFiles(user).filter((name) => !named.some((pattern) => pattern.test(name)));
}

/** Returns the rows of the table: the names of the files, and their format. */
export function readTable(): readonly { readonly names: readonly string[]; readonly format: string }[] {
  const rows = fs.readFileSync(table, "utf8").split("\n");
  return rows.flatMap((row) => {
    const [, files = "", format = ""] = row.split("|");
    if (!row.startsWith("| `")) return [];
    return [{ names: [...files.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name), format: format.trim() }];
  });
}

/** Returns the files of Tandem in the storage of an editor, by the names of the table. */
export function listOwnFiles(user: string): readonly string[] {
  const shared = listNames(path.join(user, "globalStorage", own)).map((name) => `G/${name}`);
  const workspaces = fs.existsSync(path.join(user, "workspaceStorage"))
    ? fs.readdirSync(path.join(user, "workspaceStorage"))
    : [];
  const ofWorkspaces = workspaces.flatMap((id) => listNames(path.join(user, "workspaceStorage", id, own)));
  return [...shared, ...ofWorkspaces.map((name) => name.replace(/^conversations\//, "O/"))];
}

/** In the table `<id>` and `*` stand for a part of a path, and `**` for any number of them. */
export function toPattern(name: string): RegExp {
  const parts = name
    .replace(/[.+]/g, "\\$&")
    .replace(/\*\*/g, "\0")
    .replace(/<[^>]+>|\*/g, "[^/]+")
    .replaceAll("\0", ".+");
  return new RegExp(`^${parts}$`);
}

function listNames(folder: string): readonly string[] {
  return listFiles(folder).map((file) => path.relative(folder, file).split(path.sep).join("/"));
}
