import * as vscode from "vscode";
import type { RequestPrompt, WholeRequestDialog } from "../../core/conversations/requests/pagelessRequests.ts";
import type { RequestDialogs } from "../../core/conversations/requests/requestPrompts.ts";
import { cutText } from "../../shared/base/cutText.ts";
import { DecisionDelay, type DelayClock, isDeliberate } from "../../shared/contract/requests/decisionDelay.ts";
import type { PermissionView, RequestView } from "../../shared/contract/requests/requests.ts";
import { requestDialogText } from "../../shared/text/dialogs.ts";
import { cardText, formatRequestLabel } from "../../shared/text/requests/cards.ts";
import { formatLongRequest, formatWholeRequest, listLength } from "../../shared/text/requests/wholeRequest.ts";
import { toLabelText, toMessageText } from "../plainText.ts";
import type { AlwaysDecision, AskList, ValueItem } from "./alwaysDialog.ts";
import { askWhole } from "./askWhole.ts";

/** Maximum number of characters that a notification shows untruncated. */
const messageLength = 120;

interface Choice extends vscode.QuickPickItem {
  readonly choose?: () => Promise<RequestPrompt | undefined>;
}

/** Returns the dialogs about requests. A list or notification takes no answer in its first half second. */
export function createRequestDialogs(clock: DelayClock): RequestDialogs & WholeRequestDialog {
  const dialogs: RequestDialogs = {
    get isWindowFocused() {
      return vscode.window.state.focused;
    },

    async askRequest(view, isChangeShown, signal) {
      const items = [...getLines(view, isChangeShown), ...getChoices(view, isChangeShown, { signal, clock })];
      const chosen = await pick(
        { title: formatRequestLabel(view), placeholder: requestDialogText.placeholder(), items },
        { signal, clock },
      );
      return signal.aborted ? undefined : chosen?.choose?.();
    },

    async notifyRequest(view, isChangeShown) {
      const lines = formatWholeRequest(view, messageLength, isChangeShown);
      const text = lines?.join(" · ") ?? "";
      const isWhole = lines !== undefined && text.length <= messageLength;
      const [allow, review, deny] = [cardText.allow(), cardText.review(), cardText.deny()];
      const said = isWhole
        ? requestDialogText.waiting(`${(view as PermissionView).tool} ${text}`)
        : requestDialogText.waiting(cutText(formatRequestLabel(view), messageLength));
      const buttons = [...(isWhole ? [allow] : []), review, ...(view.kind === "permission" ? [deny] : [])];
      const shownAt = clock.now();
      const chosen = await vscode.window.showInformationMessage(toMessageText(said), ...buttons);
      // The notification may have appeared under a pointer that was about to click something else.
      if (chosen === undefined) return undefined;
      return {
        kind: chosen === review || !isDeliberate(shownAt, clock.now()) ? "review" : chosen === allow ? "allow" : "deny",
      };
    },
  };
  return {
    ...dialogs,

    async askWhole(view, isChangeShown, signal, isAlways) {
      const lines = formatLongRequest(view, isChangeShown);
      if (view.kind !== "permission" || !lines || formatWholeRequest(view, listLength, isChangeShown))
        return dialogs.askRequest(view, isChangeShown, signal);
      const [allow, deny] = [isAlways ? cardText.allowAlwaysMore() : cardText.allow(), cardText.deny()];
      const answer = await askWhole(cardText.waiting(), lines.join("\n"), [allow, deny], clock);
      if (answer === allow) return isAlways ? pickAlways(view, { signal, clock }) : { kind: "allow" };
      return answer === deny ? { kind: "deny" } : undefined;
    },
  };
}

/** A dialog closes with its request. */
interface Asking {
  readonly signal: AbortSignal;
  readonly clock: DelayClock;
}

interface List {
  /** Unescaped texts; `pick` escapes them when it shows them. */
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Choice[];
}

/**
 * Shows a list without an active item and without a filter, so that typed text selects nothing: only a click, or an
 * arrow key and Enter, selects an item.
 */
function pick({ title, placeholder, items }: List, { signal, clock }: Asking): Promise<Choice | undefined> {
  return new Promise((resolve) => {
    const list = vscode.window.createQuickPick<Choice>();
    const delay = new DecisionDelay(clock, () => {
      list.enabled = true;
    });
    const end = (choice: Choice | undefined): void => {
      delay.stop();
      resolve(choice);
      list.dispose();
    };
    list.enabled = false;
    list.title = toLabelText(title);
    list.placeholder = toLabelText(placeholder);
    list.ignoreFocusOut = true;
    list.items = items;
    list.onDidChangeValue(() => {
      list.value = "";
      list.activeItems = [];
    });
    list.onDidChangeActive(() => {
      if (!delay.isOver && list.activeItems.length > 0) list.activeItems = [];
    });
    list.onDidAccept(() => {
      const [choice] = list.selectedItems;
      if (choice?.choose && delay.isOver) end(choice);
    });
    list.onDidHide(() => end(undefined));
    signal.addEventListener("abort", () => end(undefined), { once: true });
    list.show();
    delay.start();
    list.activeItems = [];
  });
}

/** Returns the text of the card as list lines; no lines if the text does not fit completely. */
function getLines(view: RequestView, isChangeShown: boolean): Choice[] {
  return (formatWholeRequest(view, listLength, isChangeShown) ?? []).map((line) => ({
    label: `$(blank) ${toLabelText(line)}`,
  }));
}

function getChoices(view: RequestView, isChangeShown: boolean, asking: Asking): Choice[] {
  const review: Choice = { label: cardText.reviewChanges(), choose: async () => ({ kind: "review" }) };
  if (view.kind !== "permission") return [{ ...review, label: cardText.review() }];
  const isWhole = formatWholeRequest(view, listLength, isChangeShown) !== undefined;
  const isAllowable = isWhole && view.always.length > 0;
  return [
    { label: "", kind: vscode.QuickPickItemKind.Separator },
    ...(isWhole ? [{ label: cardText.allow(), choose: async () => ({ kind: "allow" }) as const }] : []),
    ...(isAllowable ? [{ label: cardText.allowAlwaysMore(), choose: () => pickAlways(view, asking) }] : []),
    { ...review, label: view.proposal ? cardText.reviewChanges() : cardText.review() },
    { label: cardText.deny(), choose: async () => ({ kind: "deny" }) },
    { label: cardText.denyWithFeedback(), choose: () => askFeedback(asking.signal) },
  ];
}

/** Asks which rule or mode to allow from now on, in lists that take no answer in their first half second. */
export async function pickAlways(
  view: PermissionView,
  asking: Asking,
): Promise<AlwaysDecision | { readonly kind: "review" } | undefined> {
  const ask: AskList = async <T>(title: string, placeholder: string, items: readonly ValueItem<T>[]) => {
    let value: T | undefined;
    const choiceOf = (item: ValueItem<T>): Choice => ({
      ...item,
      choose: async () => {
        value = item.value;
        return undefined;
      },
    });
    await (
      await pick(
        { title: toLabelText(title), placeholder: toLabelText(placeholder), items: items.map(choiceOf) },
        asking,
      )
    )?.choose?.();
    return asking.signal.aborted ? undefined : value;
  };
  const cancelling = createCancellation(asking.signal);
  const { askAlways } = await import("./alwaysDialog.ts");
  const decision = await askAlways(view, ask, cancelling.token);
  cancelling.dispose();
  return decision;
}

function createCancellation(signal: AbortSignal): vscode.CancellationTokenSource {
  const cancelling = new vscode.CancellationTokenSource();
  signal.addEventListener("abort", () => cancelling.cancel(), { once: true });
  return cancelling;
}

async function askFeedback(signal: AbortSignal): Promise<RequestPrompt | undefined> {
  const cancelling = createCancellation(signal);
  const feedback = await vscode.window.showInputBox(
    { prompt: cardText.feedback(), ignoreFocusOut: true },
    cancelling.token,
  );
  cancelling.dispose();
  return feedback === undefined ? undefined : { kind: "deny", feedback };
}
