import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { parse } from "jsonc-parser";
import { failures } from "../base/failure.ts";
import { readArray, readObject } from "../base/read.ts";
import type { RuleFiles, RuleSource, StoredRule } from "../conversations/ports.ts";
import { readRegular } from "./regularFiles.ts";
import { behaviors, isSound, withoutRule, withRule } from "./ruleEdits.ts";

const byteOrderMark = "\ufeff";
/** How often a change is made anew since another program wrote the file meanwhile. */
const maxAttempts = 5;
/** Links in links, as far as anybody follows them. */
const maxLinks = 40;

/**
 * Permission rules in the settings files of the CLI (all versions): `permissions.allow`, `.ask` and `.deny`. What stands around them,
 * comments too, stays as it is. A file is changed by one at a time here; what another program wrote meanwhile is never written over.
 */
export class SettingsRules implements RuleFiles {
  readonly #configFolder: () => string;
  /** The last change of each file. */
  readonly #changing = new Map<string, Promise<void>>();

  /** `configFolder`: the folder in which claude keeps the settings of the user. */
  constructor(configFolder: () => string) {
    this.#configFolder = configFolder;
  }

  async read(folder: string): Promise<readonly StoredRule[]> {
    const places: readonly RuleSource[] = ["userSettings", "projectSettings", "localSettings"];
    const all = await Promise.all(
      places.map(async (source) => {
        const texts = await Promise.all((await this.#filesOf(source, folder)).map(getText));
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

  async add(folder: string, stored: StoredRule): Promise<void> {
    const [file = ""] = await this.#filesOf(stored.source, folder);
    await this.#change(file, (text) => withRule(text, stored));
  }

  /** Removes every rule that means the same, from all files of its source. */
  async remove(folder: string, stored: StoredRule): Promise<void> {
    for (const file of await this.#filesOf(stored.source, folder)) await this.#change(file, (text) => withoutRule(text, stored));
  }

  async #change(file: string, change: (text: string) => string): Promise<void> {
    const before = this.#changing.get(file) ?? Promise.resolve();
    const changed = before.catch(() => {}).then(() => changeFile(file, change));
    this.#changing.set(file, changed);
    await changed;
  }

  /** The files of a source; the first is the one that is added to. 2.1.329 reads the local ones of the folder and of its repository. */
  async #filesOf(source: RuleSource, folder: string): Promise<readonly string[]> {
    if (source === "userSettings") return [path.join(this.#configFolder(), "settings.json")];
    if (source === "projectSettings") return [path.join(folder, ".claude", "settings.json")];
    const root = await repositoryRoot(folder);
    return [...new Set([folder, root ?? folder])].map((each) => path.join(each, ".claude", "settings.local.json"));
  }
}

/** Writes a settings file anew, whole or not at all. Throws for one that is no JSON, which is not written over. */
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

/** Replaces a file as long as it holds `text`; false where it holds something else by now. */
async function replaceFile(file: string, text: string, changed: string): Promise<boolean> {
  // A file that is a link stays one, and nobody else may read it than before.
  const target = await linkTarget(file);
  await fs.mkdir(path.dirname(target), { recursive: true });
  const mode = (await fs.stat(target).catch(() => undefined))?.mode;
  // A name that nobody can foretell, and that is not there.
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

/** Where a link leads to in the end, also one that leads nowhere yet. */
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

/** The text without its mark, which the CLI takes; empty for a file that is not there. */
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
