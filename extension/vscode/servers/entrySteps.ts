import * as vscode from "vscode";
import { serverFormText } from "../../shared/text/servers/serverForm.ts";
import { toLabelText } from "../plainText.ts";
import { askInputText, askItem, back, type StepAnswer, type StepItem, type StepPosition } from "./steps.ts";

/** The environment variables or headers of a server. */
export type Entries = Readonly<Record<string, string>>;

interface EntryQuestion extends StepPosition {
  readonly kind: "env" | "headers";
  /**
   * False for `.mcp.json`, which `claude` reads itself: a value can then name a variable of the environment instead.
   */
  readonly hasSecrets: boolean;
}

type Choice = { readonly kind: "done" | "add" } | { readonly kind: "change" | "remove"; readonly name: string };

const removeButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("trash"),
  tooltip: serverFormText.removeEntry(),
};

/** Lets the user add, change and remove entries until the list is done. Calls `keep` after each change. */
export async function askEntries(
  question: EntryQuestion,
  entries: Entries,
  keep: (entries: Entries) => void,
): Promise<StepAnswer<true>> {
  const current = new Map(Object.entries(entries));
  for (;;) {
    keep(Object.fromEntries(current));
    const choice = await askItem<Choice>({
      ...question,
      placeholder: serverFormText.entries[question.kind](),
      items: getItems(question, current),
    });
    if (choice === undefined || choice === back) return choice;
    if (choice.kind === "done") return true;
    if (choice.kind === "remove") current.delete(choice.name);
    else {
      const entry = await askEntry(question, choice.kind === "change" ? choice.name : undefined, current);
      if (entry === undefined) return undefined;
      if (entry !== back) current.set(entry[0], entry[1]);
    }
  }
}

function getItems({ kind }: EntryQuestion, entries: ReadonlyMap<string, string>): readonly StepItem<Choice>[] {
  return [
    {
      label: `$(check) ${entries.size === 0 ? serverFormText.noEntries[kind]() : serverFormText.entriesDone()}`,
      alwaysShow: true,
      pick: { kind: "done" },
    },
    ...[...entries].map(([name, value]) => ({
      label: toLabelText(name),
      description: toLabelText(value),
      buttons: [removeButton],
      pick: { kind: "change", name } as const,
      removed: { kind: "remove", name } as const,
    })),
    { label: `$(add) ${serverFormText.addEntry[kind]()}`, alwaysShow: true, pick: { kind: "add" } },
  ];
}

/** Asks for the name of an entry, unless it exists, and for its value. */
async function askEntry(
  question: EntryQuestion,
  existing: string | undefined,
  entries: ReadonlyMap<string, string>,
): Promise<StepAnswer<readonly [string, string]>> {
  const { kind, hasSecrets } = question;
  const position = { ...question, step: Math.max(2, question.step) };
  const name =
    existing ??
    (await askInputText({
      ...position,
      prompt: serverFormText.entryName[kind](),
      value: "",
      validate: (text) => checkName(kind, text),
    }));
  if (name === undefined || name === back) return name;
  const isReference = await askItem<boolean>({
    ...position,
    placeholder: serverFormText.valueKind(toLabelText(name)),
    items: [
      hasSecrets
        ? { label: serverFormText.secret(), detail: serverFormText.secretDetail(), pick: true }
        : { label: serverFormText.variable(), detail: serverFormText.variableDetail(), pick: true },
      { label: serverFormText.plain(), detail: serverFormText.plainDetail(), pick: false },
    ],
  });
  if (isReference === undefined || isReference === back) return isReference;
  const before = entries.get(name) ?? "";
  if (!isReference) {
    const value = await askInputText({
      ...position,
      prompt: serverFormText.entryValue(toLabelText(name)),
      value: before,
      validate: (text) => checkText(text, { mayBeEmpty: true, hasSecrets }),
    });
    return value === undefined || value === back ? value : [name, value];
  }
  const suggestion = /\$\{(?:secret:)?([^}]*)\}/.exec(before)?.[1] ?? name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  const reference = await askInputText({
    ...position,
    prompt: hasSecrets ? serverFormText.secretName() : serverFormText.variableName(),
    value: suggestion,
    validate: (text) => (/^[\w.-]+$/.test(text.trim()) ? undefined : serverFormText.badReference()),
  });
  if (reference === undefined || reference === back) return reference;
  const placeholder = hasSecrets ? `\${secret:${reference.trim()}}` : `\${${reference.trim()}}`;
  // "Bearer" and a token are the usual value of this header.
  return [
    name,
    kind === "headers" && /^authorization$/i.test(name) && !before.includes("${")
      ? `Bearer ${placeholder}`
      : withReference(before, placeholder),
  ];
}

/** Puts the reference in place of the one that a value has. */
function withReference(before: string, placeholder: string): string {
  return before.includes("${") ? before.replace(/\$\{[^}]*\}/, () => placeholder) : placeholder;
}

/** Returns why a text is not accepted as the name of an entry. */
function checkName(kind: "env" | "headers", text: string): string | undefined {
  const isName = kind === "env" ? /^[^=\s\0]+$/.test(text) : /^[\w!#$%&'*+.^`|~-]+$/.test(text);
  return isName ? undefined : serverFormText.badEntryName[kind]();
}

/** Returns why a text is not accepted as a value. */
export function checkText(
  text: string,
  { mayBeEmpty, hasSecrets }: { readonly mayBeEmpty: boolean; readonly hasSecrets: boolean },
): string | undefined {
  if (!mayBeEmpty && text.trim() === "") return serverFormText.empty();
  if (/\$\{input:/.test(text)) return serverFormText.noInputs();
  if (!hasSecrets && /\$\{secret:/.test(text)) return serverFormText.noSecrets();
  return undefined;
}
