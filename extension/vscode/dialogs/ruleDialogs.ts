import * as vscode from "vscode";
import type { ListedRule, RuleChoice, RuleDialogs } from "../../core/conversations/actions/ruleActions.ts";
import { destinations, formatRule, parseRule } from "../../shared/contract/requests/permissionRules.ts";
import { ruleDialogText } from "../../shared/text/dialogs.ts";
import { formatRefusal } from "../../shared/text/refusals.ts";
import {
  formatRuleScope,
  getBehaviorLabel,
  getDestinationLabel,
  getSourceLabel,
} from "../../shared/text/requests/rules.ts";
import { toLabelText } from "../plainText.ts";
import type { Messages } from "./messages.ts";

interface RuleItem extends vscode.QuickPickItem {
  readonly choose?: () => Promise<RuleChoice | undefined>;
  readonly rule?: ListedRule;
}

const removeButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("trash"),
  tooltip: ruleDialogText.remove(),
};

/** Creates the list of rules, and the questions about them in the editor's quick picks. */
export const createRuleDialogs = (messages: Pick<Messages, "inform" | "warn">): RuleDialogs => ({
  showNoConversation: () => messages.inform(formatRefusal("noConversation")),

  async pickRule(rules) {
    const list = vscode.window.createQuickPick<RuleItem>();
    const item = await new Promise<RuleItem | undefined>((resolve) => {
      list.title = ruleDialogText.title();
      list.placeholder = ruleDialogText.placeholder();
      list.matchOnDescription = list.matchOnDetail = true;
      list.items = [
        { label: `$(add) ${ruleDialogText.addMore()}`, alwaysShow: true, choose: addRule },
        ...getItems(rules),
      ];
      list.onDidAccept(() => resolve(list.selectedItems[0]));
      list.onDidTriggerItemButton(({ item: { rule } }) =>
        resolve({ label: "", choose: async () => rule && { kind: "remove", rule } }),
      );
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
    list.dispose();
    // Selecting a rule only shows the list again; only the remove button of a rule changes the rule.
    return item && (item.choose ? item.choose() : this.pickRule(rules));
  },

  showStillInForce: (rule, sources) =>
    messages.warn(ruleDialogText.stillActive(rule, sources.map(getSourceLabel).join(", "))),

  async confirmRestart() {
    const restart = ruleDialogText.restart();
    const detail = ruleDialogText.restartDetail();
    return (
      (await vscode.window.showWarningMessage(ruleDialogText.restartQuestion(), { modal: true, detail }, restart)) ===
      restart
    );
  },
});

function getItems(rules: readonly ListedRule[]): RuleItem[] {
  const sources = [...new Set(rules.map(({ source }) => source))];
  return sources.flatMap((source): RuleItem[] => [
    { label: toLabelText(getSourceLabel(source)), kind: vscode.QuickPickItemKind.Separator },
    ...rules
      .filter((rule) => rule.source === source)
      .map((rule) => ({
        label: toLabelText(rule.rule),
        description: toLabelText(
          rule.isInEffect
            ? getBehaviorLabel(rule.behavior)
            : ruleDialogText.overridden(getBehaviorLabel(rule.behavior)),
        ),
        detail: toLabelText(formatRuleScope(rule.rule) ?? ""),
        rule,
        ...(rule.isEditable ? { buttons: [removeButton] } : {}),
      })),
  ]);
}

async function addRule(): Promise<RuleChoice | undefined> {
  const text = await vscode.window.showInputBox({
    title: ruleDialogText.add(),
    prompt: ruleDialogText.addPrompt(),
    validateInput: (value) => {
      const scope = parseRule(value) && formatRuleScope(value);
      return scope === undefined
        ? value.trim() === ""
          ? undefined
          : ruleDialogText.notRule()
        : { message: ruleDialogText.appliesTo(scope), severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
  const rule = text === undefined ? undefined : parseRule(text);
  if (!rule) return undefined;
  const behaviors = (["allow", "ask", "deny"] as const).map((behavior) => ({
    label: getBehaviorLabel(behavior),
    behavior,
  }));
  const { behavior } = (await vscode.window.showQuickPick(behaviors, { title: toLabelText(formatRule(rule)) })) ?? {};
  if (!behavior) return undefined;
  // A session can only store "allow" and "deny" rules, not "ask" rules.
  const places = destinations
    .filter((place) => place !== "session" || behavior !== "ask")
    .map((place) => ({ label: getDestinationLabel(place), place }));
  const { place } = (await vscode.window.showQuickPick(places, { title: ruleDialogText.saveTo() })) ?? {};
  if (!place) return undefined;
  if (place !== "session") return { kind: "add", rule: { source: place, behavior, rule: formatRule(rule) } };
  return behavior === "ask" ? undefined : { kind: "add", rule: { source: place, behavior, rule: formatRule(rule) } };
}
