// Answers the editor's lists, boxes and notifications from inside the extension host, with the editor's own commands.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "./harness.ts";

/**
 * An answer to one question. `select`: goes to the item with this label and presses Enter. `check`: checks exactly the
 * items with these labels and presses Enter. `enter`: confirms a box with this text, or with its own. `press`: presses
 * a button of a notification. `confirm`: the button of a modal dialog, which the editor refuses to show in tests, so
 * that it only gets its answer. `cancel`: closes the question.
 */
export type Answer =
  | { readonly select: string }
  | { readonly check: readonly string[] }
  | { readonly enter: string | undefined }
  | { readonly press: string }
  | { readonly confirm: string }
  | { readonly cancel: true };

/** A question as the editor showed it. */
export interface Question {
  readonly title: string;
  /** Labels of the items of a list, or buttons of a notification. */
  readonly labels: readonly string[];
  readonly items: readonly vscode.QuickPickItem[];
  /** Text of a box before the answer. */
  readonly value: string;
  /** Message of an input box about the typed text. */
  readonly validation: string | vscode.InputBoxValidationMessage | undefined;
}

let answers: Answer[] | undefined;
let questions: Question[] = [];
const failures: unknown[] = [];

const run = (command: string): Thenable<unknown> => vscode.commands.executeCommand(command);
const accept = (): Thenable<unknown> => run("workbench.action.acceptSelectedQuickOpenItem");
const close = (): Thenable<unknown> => run("workbench.action.closeQuickOpen");

/**
 * Asks with `ask`, and gives one answer to each question that appears. Resolves with the result and the questions;
 * fails for any other number of questions.
 */
export async function asking<T>(
  ask: () => PromiseLike<T>,
  ...given: readonly Answer[]
): Promise<{ readonly result: T; readonly questions: readonly Question[] }> {
  assert.equal(answers, undefined, "another question is open");
  [answers, questions] = [[...given], []];
  Object.assign(window, watched);
  try {
    const result = await ask();
    await eventually(() => assert.deepEqual([answers, failures], [[], []]));
    return { result, questions };
  } finally {
    Object.assign(window, real);
    answers = undefined;
    failures.length = 0;
  }
}

/** Returns the next answer. Throws without one, since the question would stay open. */
function next(question: Partial<Question>): Answer {
  questions.push({ title: "", labels: [], items: [], value: "", validation: undefined, ...question });
  const answer = answers?.shift();
  if (!answer) throw new Error(`There is no answer to ${JSON.stringify(question.title ?? question.labels)}.`);
  return answer;
}

/** Runs the commands of an answer; a failure ends the question and fails the test. */
function give(work: () => Promise<void>): void {
  work().catch(async (error: unknown) => {
    failures.push(error);
    await close();
    await run("notifications.clearAll");
  });
}

/** The active item of a list, which the editor reports only to the extension that opened it. */
class ActiveItem {
  readonly #items: readonly vscode.QuickPickItem[];
  label: string | undefined;

  constructor(items: readonly vscode.QuickPickItem[]) {
    this.#items = items;
  }

  set(item: vscode.QuickPickItem | string | undefined): void {
    this.label = typeof item === "string" ? item : item?.label;
  }

  /** Makes the item with this label the active one. */
  async goTo(label: string): Promise<void> {
    // Until the list has its items, commands do nothing.
    if (this.label === undefined) await this.#goToFirst();
    for (let steps = 0; this.label !== label; steps++) {
      assert.ok(steps < this.#items.length, `The item ${label} did not become active.`);
      const before = this.label;
      await run("workbench.action.quickOpenSelectNext");
      await eventually(() => assert.notEqual(this.label, before));
    }
  }

  async #goToFirst(): Promise<void> {
    const end = performance.now() + 10_000;
    while (this.label !== this.#items[0]?.label) {
      assert.ok(performance.now() < end, "The list did not appear.");
      await run("quickInput.first");
    }
  }
}

async function answerList(
  answer: Answer,
  items: readonly vscode.QuickPickItem[],
  active: ActiveItem,
  selected: () => readonly string[],
): Promise<void> {
  if ("cancel" in answer) return void (await close());
  if ("select" in answer) {
    assert.ok(
      items.some(({ label }) => label === answer.select),
      `There is no item ${answer.select}.`,
    );
    await active.goTo(answer.select);
    return void (await accept());
  }
  assert.ok("check" in answer, `A list has no answer ${JSON.stringify(answer)}.`);
  const checked = new Set(selected());
  for (const { label } of items) {
    await active.goTo(label);
    if (checked.has(label) !== answer.check.includes(label)) await run("workbench.action.quickPickManyToggle");
  }
  await accept();
}

const isItem = ({ kind }: vscode.QuickPickItem): boolean => kind !== vscode.QuickPickItemKind.Separator;

const { window } = vscode;
const [showQuickPick, createQuickPick, showInputBox] = [
  window.showQuickPick,
  window.createQuickPick,
  window.showInputBox,
];

function watchQuickPick(
  given: readonly vscode.QuickPickItem[],
  options: vscode.QuickPickOptions = {},
  token?: vscode.CancellationToken,
): Thenable<unknown> {
  const items = given.filter(isItem);
  const answer = next({ title: options.title ?? "", labels: items.map(({ label }) => label), items });
  const active = new ActiveItem(items);
  const shown = showQuickPick(given, { ...options, onDidSelectItem: (item) => active.set(item) }, token);
  const picked = items.filter((item) => item.picked === true).map(({ label }) => label);
  give(() => answerList(answer, items, active, () => picked));
  return shown;
}

function watchCreatedList<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  const list = createQuickPick<T>();
  const show = list.show.bind(list);
  list.show = () => {
    const items = list.items.filter(isItem);
    const active = new ActiveItem(items);
    list.onDidChangeActive(([item]) => active.set(item));
    const answer = next({ title: list.title ?? "", labels: items.map(({ label }) => label), items });
    show();
    give(async () => {
      await eventually(() => assert.ok(list.enabled));
      await answerList(answer, items, active, () => list.selectedItems.map(({ label }) => label));
    });
  };
  return list;
}

/** No command of the editor types into a box: the text of the answer is in it from the start. */
function watchInputBox(
  options: vscode.InputBoxOptions = {},
  token?: vscode.CancellationToken,
): Thenable<string | undefined> {
  const question = { title: options.title ?? options.prompt ?? "", value: options.value ?? "" };
  const answer = next(question);
  const value = "enter" in answer ? (answer.enter ?? question.value) : question.value;
  const shown = showInputBox({ ...options, value }, token);
  give(async () => {
    const validation = (await options.validateInput?.(value)) ?? undefined;
    questions = questions.map((each) => (each.title === question.title ? { ...each, validation } : each));
    if ("enter" in answer) await accept();
    // The editor does not confirm a wrong text.
    if ("cancel" in answer || (validation !== undefined && typeof validation === "string")) await close();
  });
  return shown;
}

type Show = (message: string, ...rest: readonly unknown[]) => Thenable<unknown>;

function watchMessage(show: Show): Show {
  return (message, ...rest) => {
    const [options] = rest;
    const buttons = rest.filter((each) => typeof each === "string");
    const answer = next({ title: message, labels: buttons });
    if (typeof options === "object" && options !== null && "modal" in options && options.modal === true) {
      if ("cancel" in answer) return Promise.resolve(undefined);
      const isThere = "confirm" in answer && buttons.includes(answer.confirm);
      return isThere
        ? Promise.resolve(answer.confirm)
        : Promise.reject(new Error(`A dialog with ${buttons} has no answer ${JSON.stringify(answer)}.`));
    }
    // The editor has no command that presses another button than the first.
    if ("press" in answer && answer.press !== buttons[0]) {
      assert.ok(buttons.includes(answer.press), `A notification with ${buttons} has no button ${answer.press}.`);
      return Promise.resolve(answer.press);
    }
    const shown = show(message, ...rest);
    give(async () => {
      if ("press" in answer) {
        await run("notification.acceptPrimaryAction");
      } else await run("notifications.clearAll");
    });
    return shown;
  };
}

const { showInformationMessage, showWarningMessage, showErrorMessage } = window;
const messages = { showInformationMessage, showWarningMessage, showErrorMessage };
const watchedMessages = Object.fromEntries(
  Object.entries(messages).map(([name, show]) => [name, watchMessage(show as Show)]),
);
const real = { showQuickPick, createQuickPick, showInputBox, ...messages };
const watched = {
  showQuickPick: watchQuickPick,
  createQuickPick: watchCreatedList,
  showInputBox: watchInputBox,
  ...watchedMessages,
};
