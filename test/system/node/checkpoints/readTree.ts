import fs from "node:fs";
import path from "node:path";

const usualFolderMode = 0o777 & ~process.umask();

/**
 * Everything below a folder: contents, links, permissions, also unusual ones of folders, and empty folders, by path.
 * Repositories inside are left out.
 */
export function readTree(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (at: string): void => {
    const entries = fs.readdirSync(path.join(folder, at), { withFileTypes: true });
    const mode = fs.statSync(path.join(folder, at)).mode & 0o7777;
    const facts = [...(entries.length === 0 ? ["empty"] : []), ...(mode === usualFolderMode ? [] : [mode.toString(8)])];
    if (at !== "" && facts.length > 0) found[`${at}/`] = facts.join(" ");
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
