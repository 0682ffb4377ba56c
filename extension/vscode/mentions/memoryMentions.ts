import fs from "node:fs";
import path from "node:path";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import {
  isMatchingMention,
  type MentionContext,
  type MentionSource,
} from "../../core/conversations/composer/mentions/mentions.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import { canBeMentioned, type MentionSuggestion } from "../../shared/contract/composer/suggestions.ts";

/** Instruction files that `claude` reads in a folder (CLI 2.0.77 to 2.1.329). */
const inFolder = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"];

/**
 * Returns the paths of the instruction files that `claude` reads for a folder, existing or not. `config` is the
 * configuration folder of `claude`.
 */
export function listMemoryFiles(folder: string, config: string): readonly string[] {
  return [...inFolder.map((file) => path.join(folder, file)), path.join(config, "CLAUDE.md")];
}

/**
 * Returns mentions of the existing instruction files, because ignore files often exclude them from the list of files.
 */
export function findMemoryMentions(config: (profile?: string) => string): MentionSource {
  return {
    async suggest({ folder, profile }: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
      if (folder === "" || query === "") return [];
      return listMemoryFiles(folder, config(profile)).flatMap((file): readonly MentionSuggestion[] => {
        const text = toRelativePath(file, folder);
        const isOffered =
          canBeMentioned(text) && isMatchingMention(query, path.basename(file), "memory") && fs.existsSync(file);
        return isOffered
          ? [{ kind: "memory", text, label: escapePath(path.basename(file)), detail: escapePath(text) }]
          : [];
      });
    },
  };
}
