import fs from "node:fs";
import path from "node:path";
import { escapePath } from "../../base/invisible.ts";
import { canBeMentioned, type MentionSuggestion } from "../../contract/suggestions.ts";
import { fits, type MentionPlace, type MentionSource } from "../../conversations/mentions/mentions.ts";
import { relativePath } from "../../session/tools/relativePath.ts";

/** Where the CLI reads instructions from in a folder (2.0.77 to 2.1.329). */
const inFolder = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"];

/** The files of instructions that the CLI reads for a folder, there or not; `config` is its own folder. */
export function memoryFiles(folder: string, config: string): readonly string[] {
  return [...inFolder.map((file) => path.join(folder, file)), path.join(config, "CLAUDE.md")];
}

/** Those that are there; ignore files often leave them out of a list of files. */
export function memoryMentions(config: () => string): MentionSource {
  return {
    async suggest({ folder }: MentionPlace, query: string): Promise<readonly MentionSuggestion[]> {
      if (folder === "" || query === "") return [];
      return memoryFiles(folder, config()).flatMap((file): readonly MentionSuggestion[] => {
        const text = relativePath(file, folder);
        const isOffered = canBeMentioned(text) && fits(query, path.basename(file), "memory") && fs.existsSync(file);
        return isOffered ? [{ kind: "memory", text, label: escapePath(path.basename(file)), detail: escapePath(text) }] : [];
      });
    },
  };
}
