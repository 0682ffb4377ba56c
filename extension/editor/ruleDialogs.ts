import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { destinations, parseRule, ruleText } from "../contract/permissionRules.ts";
import type { ListedRule, RuleChoice, RuleDialogs } from "../conversations/ruleActions.ts";
import { refusalText } from "../text/refusals.ts";
import { behaviorLabel, destinationLabel, ruleScope, sourceLabel } from "../text/rules.ts";
import { inLabel, inMessage } from "./plainText.ts";

interface RuleItem extends vscode.QuickPickItem {
  readonly choose?: () => Promise<RuleChoice | undefined>;
  readonly rule?: ListedRule;
}

const removeButton: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: t("Remove this rule") };

/** The list of rules and what is asked about them, in the editor's own lists. */
export const ruleDialogs: RuleDialogs = {
  sayNoConversation() {
    void vscode.window.showInformationMessage(refusalText("noConversation"));
  },

  async pickRule(rules) {
    const list = vscode.window.createQuickPick<RuleItem>();
    const item = await new Promise<RuleItem | undefined>((resolve) => {
      list.title = t("Permission rules of this conversation");
      list.placeholder = t("What the CLI says is in force. A rule with a bin can be removed");
      list.matchOnDescription = list.matchOnDetail = true;
      list.items = [{ label: `$(add) ${t("Add a rule…")}`, alwaysShow: true, choose: addRule }, ...itemsOf(rules)];
      list.onDidAccept(() => resolve(list.selectedItems[0]));
      list.onDidTriggerItemButton(({ item: { rule } }) => resolve({ label: "", choose: async () => rule && { kind: "remove", rule } }));
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
    list.dispose();
    // A rule is looked at by a click, and changed by nothing but its bin.
    return item && (item.choose ? item.choose() : this.pickRule(rules));
  },

  sayStillInForce(rule, sources) {
    void vscode.window.showWarningMessage(inMessage(t("{0} is still in force. Source: {1}", rule, sources.map(sourceLabel).join(", "))));
  },

  async confirmRestart() {
    const restart = t("Restart");
    const detail = t("The process of this conversation is started again with the rules as they are now. What was said stays; what runs is stopped.");
    return (await vscode.window.showWarningMessage(t("Restart to apply the rules?"), { modal: true, detail }, restart)) === restart;
  },
};

function itemsOf(rules: readonly ListedRule[]): RuleItem[] {
  const sources = [...new Set(rules.map(({ source }) => source))];
  return sources.flatMap((source): RuleItem[] => [
    { label: inLabel(sourceLabel(source)), kind: vscode.QuickPickItemKind.Separator },
    ...rules
      .filter((rule) => rule.source === source)
      .map((rule) => ({
        label: inLabel(rule.rule),
        description: inLabel(rule.isInEffect ? behaviorLabel(rule.behavior) : t("{0}, overruled", behaviorLabel(rule.behavior))),
        detail: inLabel(ruleScope(rule.rule) ?? ""),
        rule,
        ...(rule.isEditable ? { buttons: [removeButton] } : {}),
      })),
  ]);
}

async function addRule(): Promise<RuleChoice | undefined> {
  const text = await vscode.window.showInputBox({
    title: t("Add a rule"),
    prompt: t("A tool, or a tool and what it is about: Bash(npm test:*), Edit(src/**), WebFetch(domain:example.com), mcp__server"),
    validateInput: (value) => {
      const scope = ruleScope(value);
      return scope === undefined
        ? value.trim() === ""
          ? undefined
          : t("This is no rule.")
        : { message: t("About {0}", scope), severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
  const rule = text === undefined ? undefined : parseRule(text);
  if (!rule) return undefined;
  const behaviors = (["allow", "ask", "deny"] as const).map((behavior) => ({ label: behaviorLabel(behavior), behavior }));
  const { behavior } = (await vscode.window.showQuickPick(behaviors, { title: inLabel(ruleText(rule)) })) ?? {};
  if (!behavior) return undefined;
  // Nothing keeps a question for the length of a conversation only.
  const places = destinations.filter((place) => place !== "session" || behavior !== "ask").map((place) => ({ label: destinationLabel(place), place }));
  const { place } = (await vscode.window.showQuickPick(places, { title: t("Where is it stored?") })) ?? {};
  if (!place) return undefined;
  if (place !== "session") return { kind: "add", rule: { source: place, behavior, rule: ruleText(rule) } };
  return behavior === "ask" ? undefined : { kind: "add", rule: { source: place, behavior, rule: ruleText(rule) } };
}
