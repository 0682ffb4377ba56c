import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { parse } from "jsonc-parser";
import { failures } from "../base/failure.ts";
import { readArray, readObject } from "../base/read.ts";
import type { RuleFiles, RuleSource, StoredRule } from "../conversations/ports.ts";
import type { ProfiledFolder } from "../session/ports.ts";
import { readRegular } from "./regularFiles.ts";
import { behaviors, isSound, withoutRule, withRule } from "./ruleEdits.ts";

const byteOrderMark = "\ufeff";
/** Maximum number of attempts at a change if another program writes the file at the same time. */
const maxAttempts = 5;
/** Maximum depth of links to links. */
const maxLinks = 40;

/**
 * Permission rules in the settings files of `claude` (all versions): `permissions.allow`, `.ask` and `.deny`. The rest of a file, including
 * comments, stays unchanged. Changes of a file run one after another; a concurrent change by another program is never overwritten.
 */
export class SettingsRules implements RuleFiles {
  readonly #configFolder: (profile?: string) => string;
  /** The last change of each file. */
  readonly #changing = new Map<string, Promise<void>>();

  /** `configFolder` returns the folder in which `claude` stores the user's settings under a profile. */
  constructor(configFolder: (profile?: string) => string) {
    this.#configFolder = configFolder;
  }

  async read(place: ProfiledFolder): Promise<readonly StoredRule[]> {
    const places: readonly RuleSource[] = ["userSettings", "projectSettings", "localSettings"];
    const all = await Promise.all(
      places.map(async (source) => {
        const texts = await Promise.all((await this.#filesOf(source, place)).map(getText));
        return texts.flatMap((text) => {
          const permissions = readObject(parse(text), "permissions");
          return behaviors.flatMap((behavior) =>
            (readArray(permissions, behavior) ?? []).flatMap((rule): StoredRule[] => (typeof rule === "string" ? [{ source, behavior, rule }] : [])),
          );
        });
      }),
    );
    return all.flat();
  }

  async add(place: ProfiledFolder, stored: StoredRule): Promise<void> {
    const [file = ""] = await this.#filesOf(stored.source, place);
    await this.#change(file, (text) => withRule(text, stored));
  }

  /** Removes every equivalent rule from all files of its source. */
  async remove(place: ProfiledFolder, stored: StoredRule): Promise<void> {
    for (const file of await this.#filesOf(stored.source, place)) await this.#change(file, (text) => withoutRule(text, stored));
  }

  async #change(file: string, change: (text: string) => string): Promise<void> {
    const before = this.#changing.get(file) ?? Promise.resolve();
    const changed = before.catch(() => {}).then(() => changeFile(file, change));
    this.#changing.set(file, changed);
    await changed;
  }

  /** Returns the files of a source; rules are added to the first one. 2.1.329 reads the local settings of the folder and of its repository. */
  async #filesOf(source: RuleSource, { folder, profile }: ProfiledFolder): Promise<readonly string[]> {
    if (source === "userSettings") return [path.join(this.#configFolder(profile), "settings.json")];
    if (source === "projectSettings") return [path.join(folder, ".claude", "settings.json")];
    const root = await repositoryRoot(folder);
    return [...new Set([folder, root ?? folder])].map((each) => path.join(each, ".claude", "settings.local.json"));
  }
}

/** Rewrites a settings file atomically. Throws if it is not valid JSON, and then leaves it unchanged. */
async function changeFile(file: string, change: (text: string) => string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const text = await getText(file);
    if (!isSound(text)) throw failures.settingInvalid(file, { code: "malformed", issues: "JSON" });
    const changed = change(text);
    if (changed === text) return;
    if (await replaceFile(file, text, changed)) return;
    if (attempt === maxAttempts) throw new Error(`${file} is written by another program all the time`);
  }
}

/** Replaces a file if it still contains `text`; returns false otherwise. */
async function replaceFile(file: string, text: string, changed: string): Promise<boolean> {
  // A link stays a link, and the file keeps its permissions.
  const target = await linkTarget(file);
  await fs.mkdir(path.dirname(target), { recursive: true });
  const mode = (await fs.stat(target).catch(() => undefined))?.mode;
  // An unpredictable name that does not exist yet.
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    const mark = (await rawText(file)).startsWith(byteOrderMark) ? byteOrderMark : "";
    await fs.writeFile(temporary, mark + changed, { flag: "wx", ...(mode === undefined ? {} : { mode }) });
    if ((await getText(file)) !== text) {
      await fs.rm(temporary, { force: true });
      return false;
    }
    await fs.rename(temporary, target);
    return true;
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** Returns the final target of a link, even if it does not exist yet. */
async function linkTarget(file: string): Promise<string> {
  let at = file;
  for (let links = 0; links < maxLinks; links++) {
    const target = await fs.readlink(at).catch(() => undefined);
    if (target === undefined) return at;
    at = path.resolve(path.dirname(at), target);
  }
  throw new Error(`too many links: ${file}`);
}

async function rawText(file: string): Promise<string> {
  try {
    return await readRegular(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** Returns the text without its byte order mark, which `claude` accepts; empty if the file does not exist. */
async function getText(file: string): Promise<string> {
  const text = await rawText(file);
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

async function repositoryRoot(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = path.dirname(at)) {
    const isRoot = await fs.stat(path.join(at, ".git")).then(
      () => true,
      () => false,
    );
    if (isRoot) return at;
    if (path.dirname(at) === at) return undefined;
  }
}
