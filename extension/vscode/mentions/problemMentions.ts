import * as vscode from "vscode";
import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import {
  isMatchingMention,
  type MentionContext,
  type MentionSource,
} from "../../core/conversations/composer/mentions/mentions.ts";
import type { MentionSuggestion, SourceMention } from "../../shared/contract/composer/suggestions.ts";
import { editorText } from "../../shared/text/editor.ts";
import { attachedText } from "../../shared/text/prompts.ts";

/** Maximum number of problems that are sent with a prompt. */
const maxProblems = 500;
const severities = ["error", "warning", "information", "hint"] as const;

/** Mentions of the diagnostics of the editor's language features: "@problems". */
export const problemMentions: MentionSource = {
  async suggest(_place: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    const count = vscode.languages.getDiagnostics().reduce((sum, [, diagnostics]) => sum + diagnostics.length, 0);
    if (!isMatchingMention(query, "problems")) return [];
    return [
      {
        kind: "problems",
        text: "problems",
        label: editorText.problems(count),
        ...(count === 0 ? { gap: "noProblems" } : {}),
      },
    ];
  },

  async read({ folder }: MentionContext, { kind }: SourceMention): Promise<string | undefined> {
    if (kind !== "problems") return undefined;
    const files = vscode.languages.getDiagnostics().filter(([{ scheme }]) => scheme === "file");
    const lines = files.flatMap(([uri, diagnostics]) =>
      diagnostics.map(({ range, severity, message, source, code }) => {
        const { line, character } = range.start;
        const rule = typeof code === "object" ? code.value : code;
        const from = [source, rule].filter((part) => part !== undefined).join(" ");
        return `${toRelativePath(uri.fsPath, folder)}:${line + 1}:${character + 1}: ${severities[severity]}: ${message}${from ? ` (${from})` : ""}`;
      }),
    );
    if (lines.length === 0) return attachedText.noProblems();
    const more = lines.length > maxProblems ? [attachedText.moreProblems(lines.length - maxProblems)] : [];
    return [...lines.slice(0, maxProblems), ...more].join("\n");
  },
};
