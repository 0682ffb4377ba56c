import * as vscode from "vscode";
import { toLabelText } from "../plainText.ts";

/** The user wants to go back to the previous question. */
export const back = Symbol("back");
/** The answer to a question; undefined if the user cancelled. */
export type StepAnswer<T> = T | typeof back | undefined;

/** Position of a question in its form. */
export interface StepPosition {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
}

/** Asks the questions in order. "Back" repeats the previous question. Returns false if the user cancelled. */
export async function runSteps(
  steps: readonly ((position: Omit<StepPosition, "title">) => Promise<StepAnswer<true>>)[],
): Promise<boolean> {
  for (let index = 0; index < steps.length; ) {
    const answer = await steps[index]?.({ step: index + 1, totalSteps: steps.length });
    if (answer === undefined) return false;
    index = answer === back ? Math.max(0, index - 1) : index + 1;
  }
  return true;
}

export interface TextQuestion extends StepPosition {
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Returns why a text is not accepted. */
  readonly validate: (text: string) => string | undefined;
}

/** Asks for a text. */
export async function askInputText({
  title,
  step,
  totalSteps,
  prompt,
  value,
  placeholder = "",
  validate,
}: TextQuestion): Promise<StepAnswer<string>> {
  const box = vscode.window.createInputBox();
  try {
    return await new Promise((resolve) => {
      box.title = toLabelText(title);
      box.prompt = toLabelText(prompt);
      box.placeholder = toLabelText(placeholder);
      [box.step, box.totalSteps, box.value, box.ignoreFocusOut] = [step, totalSteps, value, true];
      if (step > 1) box.buttons = [vscode.QuickInputButtons.Back];
      const check = (text: string): string | undefined => {
        const problem = validate(text);
        box.validationMessage = toLabelText(problem ?? "");
        return problem;
      };
      // A question that the user has not touched is not wrong yet.
      box.onDidChangeValue(check);
      box.onDidAccept(() => {
        if (check(box.value) === undefined) resolve(box.value);
      });
      box.onDidTriggerButton(() => resolve(back));
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

export interface StepItem<T> extends vscode.QuickPickItem {
  readonly pick: T;
  /** Value of the item's remove button. */
  readonly removed?: T;
}

export interface ListQuestion<T> extends StepPosition {
  readonly placeholder: string;
  readonly items: readonly StepItem<T>[];
  readonly current?: T;
}

/** Asks for one item of a list. */
export async function askItem<T>({
  title,
  step,
  totalSteps,
  placeholder,
  items,
  current,
}: ListQuestion<T>): Promise<StepAnswer<T>> {
  const list = vscode.window.createQuickPick<StepItem<T>>();
  try {
    return await new Promise((resolve) => {
      list.title = toLabelText(title);
      list.placeholder = toLabelText(placeholder);
      [list.step, list.totalSteps, list.items, list.ignoreFocusOut] = [step, totalSteps, items, true];
      list.matchOnDescription = list.matchOnDetail = true;
      const active = items.filter((item) => current !== undefined && item.pick === current);
      if (active.length > 0) list.activeItems = active;
      if (step > 1) list.buttons = [vscode.QuickInputButtons.Back];
      list.onDidAccept(() => {
        const [item] = list.activeItems;
        if (item) resolve(item.pick);
      });
      list.onDidTriggerItemButton(({ item }) => resolve(item.removed));
      list.onDidTriggerButton(() => resolve(back));
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}
