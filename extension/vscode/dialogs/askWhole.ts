import * as vscode from "vscode";
import { cutText } from "../../shared/base/cutText.ts";
import { reviewText } from "../../shared/text/changes/review.ts";

/** Lines, and characters of a line, for which a dialog of the editor has room on any screen. */
const [maxLines, maxLength] = [24, 60];

/**
 * Asks a question with a detail that the first answer approves. A longer detail than a dialog has room for is shown in
 * parts, and only the last one has that answer.
 */
export async function askWhole(
  question: string,
  detail: string,
  [approve, ...others]: readonly [string, ...string[]],
): Promise<string | undefined> {
  const lines = detail.split("\n").flatMap(breakLine);
  for (let from = 0; ; from += maxLines) {
    const left = Math.max(0, lines.length - from - maxLines);
    const next = left === 0 ? approve : reviewText.needed({ kind: "lines", count: left });
    const shown = lines
      .slice(from, from + maxLines)
      .join("")
      .trimEnd();
    const options = { modal: true, detail: left === 0 ? shown : `${shown}…` };
    const answer = await vscode.window.showInformationMessage(question, options, next, ...others);
    if (left === 0 || answer !== next) return answer;
  }
}

/** Returns a line, with its end, in pieces of the width of a dialog. */
function breakLine(line: string): readonly string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > maxLength) {
    const piece = cutText(rest, maxLength) || rest.slice(0, maxLength);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, `${rest}\n`];
}
