import * as vscode from "vscode";
import {
  type AlwaysChoice,
  createAlwaysDecision,
  getAlwaysChoices,
} from "../../shared/contract/requests/alwaysChoices.ts";
import {
  type Destination,
  destinations,
  formatRule,
  parseRule,
} from "../../shared/contract/requests/permissionRules.ts";
import type { Decision, PermissionChange, PermissionView } from "../../shared/contract/requests/requests.ts";
import { panelText } from "../../shared/text/panel.ts";
import { cardText } from "../../shared/text/requests/cards.ts";
import { formatAlwaysChoice, formatChangeScope, getDestinationFile } from "../../shared/text/requests/rules.ts";
import { isWholeLine, listLength } from "../../shared/text/requests/wholeRequest.ts";
import { toLabelText } from "../plainText.ts";

export interface ValueItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Shows a list and returns the value of the selected item; undefined if the user selected nothing. */
export type AskList = <T>(title: string, placeholder: string, items: readonly ValueItem<T>[]) => Promise<T | undefined>;

export type AlwaysDecision = Extract<Decision, { readonly kind: "allowAlways" }>;

/**
 * Asks which rule or mode to allow from now on, and where to save it; "review" to do so on the card, which alone has
 * room for long ones. Returns undefined if the user cancelled.
 */
export async function askAlways(
  view: PermissionView,
  ask: AskList,
  token?: vscode.CancellationToken,
): Promise<AlwaysDecision | { readonly kind: "review" } | undefined> {
  const all = getAlwaysChoices(view).map((choice) => ({
    choice,
    words: formatAlwaysChoice(choice.change, view.body, view.servers),
  }));
  const short = all.filter(({ words }) => isWholeLine(words, listLength));
  const editable = short.find(
    ({ choice: { change } }) =>
      change.kind === "rules" && change.rules.length === 1 && isWholeLine(change.rules.join(), listLength),
  )?.choice;
  const review = { kind: "review" } as const;
  const items: ValueItem<() => Promise<AlwaysChoice | typeof review | undefined>>[] = [
    ...short.map(({ choice, words }) => ({
      label: toLabelText(words),
      detail: toLabelText(getScope(choice.change, view.servers)),
      value: async () => choice,
    })),
    ...(editable ? [{ label: `$(edit) ${cardText.editRule()}`, value: () => askRule(editable, token) }] : []),
    ...(short.length < all.length ? [{ label: cardText.review(), value: async () => review }] : []),
  ];
  const choice = await (await ask(cardText.allowAlways(), cardText.allowFromNowOn(), items))?.();
  if (!choice || "kind" in choice) return choice;
  const { change } = choice;
  if (change.kind === "mode") return createAlwaysDecision(choice, undefined);
  const places = [...destinations].sort(
    (one, other) => Number(other === change.destination) - Number(one === change.destination),
  );
  const place = await ask<Destination>(
    cardText.saveTo(),
    toLabelText(formatAlwaysChoice(change, view.body, view.servers)),
    places.map((each) => ({
      label: getDestinationFile(each),
      description: each === change.destination ? cardText.suggested() : "",
      value: each,
    })),
  );
  return place && createAlwaysDecision(choice, place);
}

function getScope(change: PermissionChange, servers: readonly string[] | undefined): string {
  return change.kind === "rules" ? panelText.ruleScope(formatChangeScope(change, servers)) : formatChangeScope(change);
}

/** Lets the user edit the rule of a choice. Returns undefined if the user cancelled. */
async function askRule(
  { choice, change }: AlwaysChoice,
  token: vscode.CancellationToken | undefined,
): Promise<AlwaysChoice | undefined> {
  if (change.kind !== "rules") return undefined;
  const text = await vscode.window.showInputBox(
    {
      title: cardText.rule(),
      value: change.rules[0] ?? "",
      ignoreFocusOut: true,
      validateInput: (value) => (parseRule(value) ? undefined : panelText.ruleMalformed()),
    },
    token,
  );
  const rule = text === undefined ? undefined : parseRule(text);
  return rule && { choice, change: { ...change, rules: [formatRule(rule)] }, rules: [formatRule(rule)] };
}
