import * as vscode from "vscode";
import {
  type AttemptAction,
  type AttemptQuestions,
  type AttemptRow,
  maxAttempts,
  minAttempts,
} from "../../core/conversations/isolation/attemptActions.ts";
import { shortenText } from "../../shared/base/cutText.ts";
import { escapeLine } from "../../shared/base/invisible.ts";
import type { ModelChoice } from "../../shared/contract/conversationState.ts";
import { attemptText as text } from "../../shared/text/changes/attempts.ts";
import { formatDollars, formatDuration } from "../../shared/text/numbers.ts";
import { toLabelText } from "../plainText.ts";
import { getLabel } from "./isolationDialogs.ts";
import type { Messages } from "./messages.ts";

/** Maximum number of characters of a prompt in a title. */
const maxTitle = 60;

const shorten = (prompt: string): string => {
  const line = escapeLine(prompt.split("\n", 1)[0] ?? "");
  return shortenText(line, maxTitle);
};

/** Creates the dialogs about several attempts of one prompt. */
export const createAttemptDialogs = (messages: Pick<Messages, "inform">): AttemptQuestions => ({
  askPrompt: async (draft) =>
    draft.trim() === "" ? vscode.window.showInputBox({ title: text.prompt(), ignoreFocusOut: true }) : draft,
  pickModels,
  pickGroup: async (groups) => {
    const items = groups.map((group) => ({
      label: toLabelText(shorten(group[0]?.attempt?.prompt ?? "")),
      description: String(group.length),
      group,
    }));
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
    return (
      (await vscode.window.showInformationMessage(text.discardOthers(count), options, discard, text.keepThem())) ===
      discard
    );
  },
  showNoAttempts: () => messages.inform(text.none()),
});

interface ModelItem extends vscode.QuickPickItem {
  readonly model: string;
}

/**
 * Lets the user select the models in one list, which offers each of them twice. It stays until the number of attempts
 * is possible. A single model is compared with the one from the settings, as the title says before it is accepted.
 */
function pickModels(models: readonly ModelChoice[]): Promise<readonly string[] | undefined> {
  const known = models.filter(({ value }) => value !== "default");
  const all = [{ value: "", label: text.ofSettings(), description: "" }, ...known];
  const once = all.map(
    ({ value, label, description }): ModelItem => ({
      label: toLabelText(escapeLine(label)),
      detail: toLabelText(escapeLine(description)),
      model: value,
    }),
  );
  const again = all.map(
    ({ value, label }): ModelItem => ({ label: toLabelText(text.again(escapeLine(label))), model: value }),
  );
  const picker = vscode.window.createQuickPick<ModelItem>();
  Object.assign(picker, {
    title: text.models(minAttempts, maxAttempts),
    placeholder: text.single(),
    items: [...once, ...again],
    canSelectMany: true,
    ignoreFocusOut: true,
  });
  const getModels = (): readonly string[] => {
    const selected = picker.selectedItems.map(({ model }) => model);
    return selected.length === 1 && selected[0] !== "" ? ["", ...selected] : selected;
  };
  const isPossible = (): boolean => getModels().length >= minAttempts && getModels().length <= maxAttempts;
  const sayCount = (): void => {
    const [first] = picker.selectedItems;
    const count = picker.selectedItems.length;
    picker.title =
      first && count < getModels().length
        ? toLabelText(text.withSettings(first.label))
        : count === 0 || isPossible()
          ? text.models(minAttempts, maxAttempts)
          : text.wrongCount(count, minAttempts, maxAttempts);
  };
  return new Promise((resolve) => {
    picker.onDidChangeSelection(sayCount);
    picker.onDidAccept(() => {
      if (!isPossible()) return sayCount();
      resolve(getModels());
      picker.hide();
    });
    picker.onDidHide(() => {
      picker.dispose();
      resolve(undefined);
    });
    picker.show();
  });
}

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
    ...(costUsd === undefined || durationMs === undefined
      ? [text.unknown()]
      : [formatDollars(costUsd), formatDuration(durationMs)]),
  ];
  return {
    label: toLabelText(text.attempt(attempt.number, escapeLine(attempt.model))),
    detail: toLabelText(parts.join(" · ")),
  };
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
