import fs from "node:fs/promises";
import path from "node:path";
import { parse } from "jsonc-parser";
import type { ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import type { RuleFiles, RuleSource, StoredRule } from "../../core/conversations/ports.ts";
import { failures } from "../../shared/base/failure.ts";
import { readArray, readObject } from "../../shared/base/read.ts";
import { JsonFiles, readText } from "./jsonFiles.ts";
import { behaviors, insertRule, isSound, withoutRule } from "./ruleEdits.ts";

/**
 * Permission rules in the settings files of `claude` (all versions): `permissions.allow`, `.ask` and `.deny`. The rest
 * of a file, including comments, stays unchanged.
 */
export class SettingsRules implements RuleFiles {
  readonly #configFolder: (profile?: string) => string;
  readonly #files: JsonFiles;
  readonly #onUnreadable: (file: string, error: unknown) => void;
  /** Files that could not be read the last time. */
  readonly #unreadable = new Set<string>();

  /**
   * `configFolder` returns the folder in which `claude` stores the user's settings under a profile. `onUnreadable`
   * receives a file that cannot be read, such as a folder or a pipe, once until it can be read again; `onChange` each
   * file before it is changed.
   */
  constructor(
    configFolder: (profile?: string) => string,
    onUnreadable: (file: string, error: unknown) => void,
    onChange?: (file: string) => void,
  ) {
    this.#files = new JsonFiles(undefined, onChange);
    this.#configFolder = configFolder;
    this.#onUnreadable = onUnreadable;
  }

  async read(place: ProfiledFolder): Promise<readonly StoredRule[]> {
    const places: readonly RuleSource[] = ["userSettings", "projectSettings", "localSettings"];
    const all = await Promise.all(
      places.map(async (source) => {
        const texts = await Promise.all((await this.#filesOf(source, place)).map((file) => this.#read(file)));
        return texts.flatMap((text) => {
          const permissions = readObject(parse(text), "permissions");
          return behaviors.flatMap((behavior) =>
            (readArray(permissions, behavior) ?? []).flatMap((rule): StoredRule[] =>
              typeof rule === "string" ? [{ source, behavior, rule }] : [],
            ),
          );
        });
      }),
    );
    return all.flat();
  }

  async #read(file: string): Promise<string> {
    try {
      const text = await readText(file);
      this.#unreadable.delete(file);
      return text;
    } catch (error) {
      if (!this.#unreadable.has(file)) this.#onUnreadable(file, error);
      this.#unreadable.add(file);
      return "";
    }
  }

  async add(place: ProfiledFolder, stored: StoredRule): Promise<void> {
    const [file = ""] = await this.#filesOf(stored.source, place);
    await this.#change(file, (text) => insertRule(text, stored));
  }

  /** Removes every equivalent rule from all files of its source. */
  async remove(place: ProfiledFolder, stored: StoredRule): Promise<void> {
    for (const file of await this.#filesOf(stored.source, place))
      await this.#change(file, (text) => withoutRule(text, stored));
  }

  async #change(file: string, change: (text: string) => string): Promise<void> {
    const assertSound = (text: string): void => {
      if (!isSound(text)) throw failures.settingInvalid(file, { code: "malformed", issues: "JSON" });
    };
    await this.#files.change(file, { assertSound, change });
  }

  /**
   * Returns the files of a source; rules are added to the first one. 2.1.329 reads the local settings of the folder and
   * of its repository.
   */
  async #filesOf(source: RuleSource, { folder, profile }: ProfiledFolder): Promise<readonly string[]> {
    if (source === "userSettings") return [path.join(this.#configFolder(profile), "settings.json")];
    if (source === "projectSettings") return [path.join(folder, ".claude", "settings.json")];
    const root = await repositoryRoot(folder);
    return [...new Set([folder, root ?? folder])].map((each) => path.join(each, ".claude", "settings.local.json"));
  }
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
