import * as vscode from "vscode";
import { shortenText } from "../../base/cutText.ts";
import { escapeLine } from "../../base/invisible.ts";
import { type AttemptAction, type AttemptQuestions, type AttemptRow, maxAttempts, minAttempts } from "../../conversations/actions/isolation/attemptActions.ts";
import { attemptText as text } from "../../text/changes/attempts.ts";
import { formatDollars, formatDuration } from "../../text/numbers.ts";
import { getLabel } from "./isolationDialogs.ts";
import { toLabelText, toMessageText } from "./plainText.ts";

/** Maximum number of characters of a prompt in a title. */
const maxTitle = 60;

const shorten = (prompt: string): string => {
  const line = escapeLine(prompt.split("\n", 1)[0] ?? "");
  return shortenText(line, maxTitle);
};

/** The dialogs about several attempts of one prompt. */
export const attemptDialogs: AttemptQuestions = {
  // An input box has one line, so a draft with more is taken as it is.
  askPrompt: async (draft) =>
    draft.trim().includes("\n") ? draft : vscode.window.showInputBox({ title: text.prompt(), value: draft.trim(), ignoreFocusOut: true }),
  pickModels: async (models) => {
    const known = models.filter(({ value }) => value !== "default");
    const items = [
      { label: text.ofSettings(), detail: "", model: "" },
      ...known.map(({ value, label, description }) => ({ label: toLabelText(escapeLine(label)), detail: toLabelText(escapeLine(description)), model: value })),
    ];
    const chosen: string[] = [];
    while (chosen.length < maxAttempts) {
      const isEnough = chosen.length >= minAttempts;
      const start = isEnough ? [{ label: text.startNow(chosen.length), detail: "", model: undefined }] : [];
      const title = text.model(chosen.length + 1, maxAttempts);
      const picked = await vscode.window.showQuickPick([...start, ...items], { title, ignoreFocusOut: true });
      if (!picked) return undefined;
      if (picked.model === undefined) break;
      chosen.push(picked.model);
    }
    return chosen;
  },
  pickGroup: async (groups) => {
    const items = groups.map((group) => ({ label: toLabelText(shorten(group[0]?.attempt?.prompt ?? "")), description: String(group.length), group }));
    return (await vscode.window.showQuickPick(items, { title: text.pickGroup() }))?.group;
  },
  pickAttempt: async (rows) => {
    const items = rows.map((row) => ({ ...describe(row), row }));
    const title = toLabelText(text.compare(shorten(rows[0]?.attempt.prompt ?? "")));
    const row = (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.row;
    const action = row && (await pickAction(row));
    return row && action && { row, action };
  },
  confirmDiscardOthers: async (count) => {
    const discard = text.discardThem();
    const options = { modal: true, detail: text.discardOthersDetail() };
    return (await vscode.window.showInformationMessage(text.discardOthers(count), options, discard, text.keepThem())) === discard;
  },
  showNoAttempts: () => void vscode.window.showInformationMessage(toMessageText(text.none())),
};

function describeTests({ state, tests }: AttemptRow): readonly string[] {
  if (!tests) return state === "closed" || state === "discarded" ? [] : [text.noTests()];
  const outcomes = { passed: text.testsPassed, failed: text.testsFailed, unknown: text.tests };
  return [outcomes[tests.last](tests.count)];
}

function describe(row: AttemptRow): { readonly label: string; readonly detail: string } {
  const { attempt, state, files, added, removed, costUsd, durationMs } = row;
  const parts = [
    text[state](),
    files === 0 ? text.noChanges() : text.changes(files, added, removed),
    ...describeTests(row),
    ...(costUsd === undefined || durationMs === undefined ? [text.unknown()] : [formatDollars(costUsd), formatDuration(durationMs)]),
  ];
  return { label: toLabelText(text.attempt(attempt.number, escapeLine(attempt.model))), detail: toLabelText(parts.join(" · ")) };
}

async function pickAction({ folder, state }: AttemptRow): Promise<AttemptAction | undefined> {
  const isGone = state === "discarded";
  const items: readonly { readonly label: string; readonly action: AttemptAction }[] = [
    ...(isGone ? [] : [{ label: text.open(), action: "open" as const }]),
    { label: text.review(), action: "review" },
    { label: text.apply(), action: "apply" },
    { label: isGone ? text.remove() : text.discard(), action: "discard" },
  ];
  return (await vscode.window.showQuickPick(items, { title: toLabelText(getLabel(folder)) }))?.action;
}
