import fs from "node:fs";
import path from "node:path";

/** Everything below a folder: contents, links, permissions and empty folders, by path. Repositories inside are left out. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (at: string): void => {
    const entries = fs.readdirSync(path.join(folder, at), { withFileTypes: true });
    if (entries.length === 0 && at !== "") found[`${at}/`] = "empty";
    for (const entry of entries) {
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      const full = path.join(folder, name);
      if (entry.name === ".git") continue;
      if (entry.isDirectory()) walk(name);
      else if (entry.isSymbolicLink()) found[name] = `-> ${fs.readlinkSync(full)}`;
      else found[name] = `${(fs.statSync(full).mode & 0o777).toString(8)} ${fs.readFileSync(full, "base64")}`;
    }
  };
  walk("");
  return found;
}
