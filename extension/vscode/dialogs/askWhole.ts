import * as vscode from "vscode";
import { cutText } from "../../shared/base/cutText.ts";
import { escapeLines } from "../../shared/base/invisible.ts";
import { reviewText } from "../../shared/text/changes/review.ts";
import { toLabelText, toMessageText } from "../plainText.ts";

/** Lines, and characters of a line, for which a dialog of the editor has room on any screen. */
const [maxLines, maxLength] = [24, 60];

/**
 * Asks a question with a detail that the first answer approves. A longer detail than a dialog has room for is shown in
 * parts, and only the last one has that answer. Makes the texts harmless.
 */
export async function askWhole(
  question: string,
  detail: string,
  [approve, ...others]: readonly [string, ...string[]],
): Promise<string | undefined> {
  const lines = escapeLines(detail).split("\n").flatMap(breakLine);
  for (let from = 0; ; from += maxLines) {
    const left = Math.max(0, lines.length - from - maxLines);
    const next = left === 0 ? approve : reviewText.needed({ kind: "lines", count: left });
    const shown = lines
      .slice(from, from + maxLines)
      .join("")
      .trimEnd();
    const answer = await vscode.window.showInformationMessage(
      toMessageText(question),
      { modal: true, detail: escapeLines(left === 0 ? shown : `${shown}…`) },
      ...[next, ...others].map(toLabelText),
    );
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
