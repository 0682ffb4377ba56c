import path from "node:path";
import { removeProperty } from "../../shared/base/removeProperty.ts";
import { type FoundValue, findInSettingsFile } from "../settings/settingsFile.ts";

/** A settings file of `claude`, and the folder that it configures; undefined for the user's own file. */
export interface ClaudeSettingsFile {
  readonly kind: "user" | "project" | "local";
  readonly folder?: string;
}

const projectFiles: ReadonlyMap<string, "project" | "local"> = new Map([
  ["settings.json", "project"],
  ["settings.local.json", "local"],
]);

/**
 * Returns which settings file of `claude` a path names; undefined if it names none. `userFiles` returns those of the
 * user, absolute; it is called only for a file with such a name.
 */
export function getClaudeSettingsFile(
  file: string,
  userFiles: () => readonly string[],
): ClaudeSettingsFile | undefined {
  const kind = projectFiles.get(path.basename(file));
  if (!kind) return undefined;
  if (userFiles().includes(file)) return { kind: "user" };
  const folder = path.dirname(file);
  return path.basename(folder) === ".claude" ? { kind, folder: path.dirname(folder) } : undefined;
}

/**
 * Returns the settings file of a source as `claude` names it; undefined if the source is not a file of the user or of
 * the folder, and if `config`, which returns the configuration folder of `claude`, throws.
 */
export function findSettingsFile(source: string, folder: string, config: () => string): string | undefined {
  if (source === "userSettings") {
    // A wrong setting of the environment must not keep the status from being shown.
    try {
      return path.join(config(), "settings.json");
    } catch {
      return undefined;
    }
  }
  if (source === "projectSettings") return path.join(folder, ".claude", "settings.json");
  return source === "localSettings" ? path.join(folder, ".claude", "settings.local.json") : undefined;
}

/** Finds servers in the text of a settings file. `claude` reads none from there (2.0.77, 2.1.50, 2.1.329). */
export function findMisplacedServers(text: string): FoundValue | undefined {
  const found = findInSettingsFile(text, "mcpServers");
  return found && typeof found.value === "object" && found.value !== null && Object.keys(found.value).length > 0
    ? found
    : undefined;
}

/** Returns the text of a settings file without some of its servers; without the key if none is left. */
export function withoutServers(text: string, names: readonly string[]): string {
  const value = findMisplacedServers(text)?.value ?? {};
  const isLast = Object.keys(value).every((name) => names.includes(name));
  const paths = isLast ? [["mcpServers"]] : names.map((name) => ["mcpServers", name]);
  return paths.reduce(removeProperty, text);
}
