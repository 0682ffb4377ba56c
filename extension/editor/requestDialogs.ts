import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import type { PermissionView, RequestView } from "../contract/requests.ts";
import type { RequestDialogs, RequestPrompt } from "../conversations/ports.ts";
import { permissionChangeText, requestLabel } from "../text/requests.ts";
import { wholeRequest } from "../text/wholeRequest.ts";
import { inLabel, inMessage } from "./plainText.ts";

/** Characters of a line that a list shows uncut, and of a text that a message does. */
const listLength = 80;
const messageLength = 160;
/** How long a list stands before it takes an answer, in milliseconds. */
const guardMs = 500;

interface Choice extends vscode.QuickPickItem {
  readonly choose?: () => Promise<RequestPrompt | undefined>;
}

export const requestDialogs: RequestDialogs = {
  get isWindowFocused() {
    return vscode.window.state.focused;
  },

  async askRequest(view, signal) {
    const chosen = await pick(view, signal);
    return signal.aborted ? undefined : chosen?.choose?.();
  },

  async notifyRequest(view) {
    const lines = wholeRequest(view, messageLength);
    const text = lines?.join(" · ") ?? "";
    const isWhole = lines !== undefined && text.length <= messageLength;
    const [allow, review, deny] = [t("Allow"), t("Review"), t("Deny")];
    const said = isWhole ? t("Tandem asks: {0} {1}", (view as PermissionView).tool, text) : t("Tandem asks: {0}", requestLabel(view).slice(0, messageLength));
    const buttons = [...(isWhole ? [allow] : []), review, ...(view.kind === "permission" ? [deny] : [])];
    const chosen = await vscode.window.showInformationMessage(inMessage(said), ...buttons);
    if (chosen === allow) return { kind: "allow" };
    if (chosen === deny) return { kind: "deny" };
    return chosen === review ? { kind: "review" } : undefined;
  },
};

/** Opens with nothing active, so that Enter alone chooses nothing. */
function pick(view: RequestView, signal: AbortSignal): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const list = vscode.window.createQuickPick<Choice>();
    let isRipe = false;
    const ripen = setTimeout(() => {
      isRipe = list.enabled = true;
    }, guardMs);
    const end = (choice: Choice | undefined): void => {
      clearTimeout(ripen);
      resolve(choice);
      list.dispose();
    };
    list.enabled = false;
    list.title = inLabel(requestLabel(view));
    list.placeholder = t("Tandem asks. Escape leaves it on its card.");
    list.ignoreFocusOut = true;
    list.items = [...linesOf(view), ...choicesOf(view)];
    list.onDidChangeActive(() => {
      if (!isRipe && list.activeItems.length > 0) list.activeItems = [];
    });
    list.onDidAccept(() => {
      const [choice] = list.selectedItems;
      if (choice?.choose && isRipe) end(choice);
    });
    list.onDidHide(() => end(undefined));
    signal.addEventListener("abort", () => end(undefined), { once: true });
    list.show();
    list.activeItems = [];
  });
}

/** What the card says, where all of it fits. */
function linesOf(view: RequestView): Choice[] {
  return (wholeRequest(view, listLength) ?? []).map((line) => ({ label: `$(blank) ${inLabel(line)}` }));
}

function choicesOf(view: RequestView): Choice[] {
  const review: Choice = { label: t("Review changes"), choose: async () => ({ kind: "review" }) };
  if (view.kind !== "permission") return [{ ...review, label: t("Review") }];
  const isWhole = wholeRequest(view, listLength) !== undefined;
  const isAllowable = isWhole && view.always.length > 0;
  return [
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    ...(isWhole ? [{ label: t("Allow"), choose: async () => ({ kind: "allow" }) as const }] : []),
    ...(isAllowable ? [{ label: t("Allow always…"), choose: () => pickAlways(view) }] : []),
    { ...review, label: view.proposal ? t("Review changes") : t("Review") },
    { label: t("Deny"), choose: async () => ({ kind: "deny" }) },
    { label: t("Deny with feedback…"), choose: askFeedback },
  ];
}

async function pickAlways({ always }: PermissionView): Promise<RequestPrompt | undefined> {
  const items = always.map(({ choice, change }) => ({ label: inLabel(permissionChangeText(change)), choice }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: t("What to allow from now on"), ignoreFocusOut: true });
  return picked && { kind: "allowAlways", choice: picked.choice };
}

async function askFeedback(): Promise<RequestPrompt | undefined> {
  const feedback = await vscode.window.showInputBox({ prompt: t("What to do instead"), ignoreFocusOut: true });
  return feedback === undefined ? undefined : { kind: "deny", feedback };
}
