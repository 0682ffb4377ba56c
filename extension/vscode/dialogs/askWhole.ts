import * as vscode from "vscode";
import { cutText } from "../../shared/base/cutText.ts";
import { escapeLines } from "../../shared/base/invisible.ts";
import { type DelayClock, isDeliberate } from "../../shared/contract/requests/decisionDelay.ts";
import { reviewText } from "../../shared/text/changes/review.ts";
import { toLabelText, toMessageText } from "../plainText.ts";

/** Lines, and characters of a line, for which a dialog of the editor has room on any screen. */
const [maxLines, maxLength] = [24, 60];

/**
 * Asks a question with a detail that the first answer approves. A longer detail than a dialog has room for is shown in
 * parts, and only the last one has that answer. Makes the texts harmless. With a clock, a part that is answered in its
 * first half second is shown again: the press may be meant for what was there before.
 */
export async function askWhole(
  question: string,
  detail: string,
  [approve, ...others]: readonly [string, ...string[]],
  clock?: DelayClock,
): Promise<string | undefined> {
  const lines = escapeLines(detail).split("\n").flatMap(breakLine);
  for (let from = 0; ; ) {
    const left = Math.max(0, lines.length - from - maxLines);
    const next = left === 0 ? approve : reviewText.needed({ kind: "lines", count: left });
    const shown = lines
      .slice(from, from + maxLines)
      .join("")
      .trimEnd();
    const shownAt = clock?.now() ?? 0;
    const answer = await vscode.window.showInformationMessage(
      toMessageText(question),
      { modal: true, detail: escapeLines(left === 0 ? shown : `${shown}…`) },
      ...[next, ...others].map(toLabelText),
    );
    if (answer !== next) return answer;
    if (clock && !isDeliberate(shownAt, clock.now())) continue;
    if (left === 0) return answer;
    from += maxLines;
  }
}

/** Returns a line, with its end, in pieces of the width of a dialog. Letters of other scripts can be twice as wide. */
function breakLine(line: string): readonly string[] {
  const pieces: string[] = [];
  const length = /^[\x20-\x7e]*$/.test(line) ? maxLength : maxLength / 2;
  let rest = line;
  while (rest.length > length) {
    const piece = cutText(rest, length) || rest.slice(0, length);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, `${rest}\n`];
}
