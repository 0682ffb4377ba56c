import fs from "node:fs/promises";
import path from "node:path";
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { failures } from "../base/failure.ts";
import { arrayAt, objectAt } from "../base/read.ts";
import type { RuleFiles, RulePlace, StoredRule } from "../conversations/ports.ts";

const behaviors = ["allow", "ask", "deny"] as const;
const formatting = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/**
 * Permission rules in the settings files of the CLI (all versions): `permissions.allow`, `.ask` and `.deny`. What stands around them,
 * comments too, stays as it is.
 */
export class SettingsRules implements RuleFiles {
  readonly #configFolder: () => string;

  /** `configFolder`: where the CLI keeps what is the user's own. */
  constructor(configFolder: () => string) {
    this.#configFolder = configFolder;
  }

  async read(folder: string): Promise<readonly StoredRule[]> {
    const places: readonly RulePlace[] = ["userSettings", "projectSettings", "localSettings"];
    const all = await Promise.all(
      places.map(async (source) => {
        const permissions = objectAt(parse(await this.#text(source, folder)), "permissions");
        return behaviors.flatMap((behavior) =>
          (arrayAt(permissions, behavior) ?? []).flatMap((rule): StoredRule[] => (typeof rule === "string" ? [{ source, behavior, rule }] : [])),
        );
      }),
    );
    return all.flat();
  }

  async add(folder: string, { source, behavior, rule }: StoredRule): Promise<void> {
    await this.#change(source, folder, (text) => {
      const rules = this.#rules(text, behavior);
      if (rules.includes(rule)) return text;
      const at = ["permissions", behavior];
      const edits =
        rules.length === 0 ? modify(text, at, [rule], formatting) : modify(text, [...at, rules.length], rule, { ...formatting, isArrayInsertion: true });
      return applyEdits(text, edits);
    });
  }

  async remove(folder: string, { source, behavior, rule }: StoredRule): Promise<void> {
    await this.#change(source, folder, (text) => {
      const index = this.#rules(text, behavior).indexOf(rule);
      return index === -1 ? text : applyEdits(text, modify(text, ["permissions", behavior, index], undefined, formatting));
    });
  }

  #rules(text: string, behavior: StoredRule["behavior"]): readonly unknown[] {
    return arrayAt(objectAt(parse(text), "permissions"), behavior) ?? [];
  }

  /** Writes a settings file anew, whole or not at all. Throws for one that is no JSON, which is not written over. */
  async #change(source: RulePlace, folder: string, change: (text: string) => string): Promise<void> {
    const text = await this.#text(source, folder);
    const errors: ParseError[] = [];
    parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
    const file = this.#file(source, folder);
    const permissions = objectAt(parse(text), "permissions");
    // What stands in the place of a list is not written over either.
    const isOther = behaviors.some((behavior) => permissions?.[behavior] !== undefined && !Array.isArray(permissions[behavior]));
    if (errors.length > 0 || isOther) throw failures.settingInvalid(file, { code: "malformed", issues: "JSON" });
    const changed = change(text);
    if (changed === text) return;
    await fs.mkdir(path.dirname(file), { recursive: true });
    // A file that is a link stays one, and nobody else may read it than before.
    const target = await fs.realpath(file).catch(() => file);
    const mode = (await fs.stat(target).catch(() => undefined))?.mode;
    const temporary = `${target}.${process.pid}.tmp`;
    try {
      await fs.writeFile(temporary, changed, mode === undefined ? {} : { mode });
      await fs.rename(temporary, target);
    } catch (error) {
      await fs.rm(temporary, { force: true });
      throw error;
    }
  }

  async #text(source: RulePlace, folder: string): Promise<string> {
    try {
      return await fs.readFile(this.#file(source, folder), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw error;
    }
  }

  #file(source: RulePlace, folder: string): string {
    if (source === "userSettings") return path.join(this.#configFolder(), "settings.json");
    return path.join(folder, ".claude", source === "projectSettings" ? "settings.json" : "settings.local.json");
  }
}
