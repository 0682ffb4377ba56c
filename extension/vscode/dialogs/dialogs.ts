import path from "node:path";
import * as vscode from "vscode";
import type { PromptText } from "../../core/conversation/transcript/transcriptPrompts.ts";
import type { ControlQuestions } from "../../core/conversations/actions/controlActions.ts";
import type { ConversationQuestions } from "../../core/conversations/actions/conversationActions.ts";
import type { ExportQuestions } from "../../core/conversations/actions/exportAction.ts";
import type { FindQuestions } from "../../core/conversations/actions/findActions.ts";
import type { ForkQuestions, ResendAnswer } from "../../core/conversations/actions/forkActions.ts";
import type { RowQuestions } from "../../core/conversations/actions/rowActions.ts";
import type { Row, RowPurpose } from "../../core/conversations/actions/rows.ts";
import type { TerminalQuestions } from "../../core/conversations/actions/terminalActions.ts";
import type { Banners } from "../../core/conversations/banners.ts";
import type { DraftQuestions } from "../../core/conversations/composer/draftActions.ts";
import type { ListQuestions } from "../../core/conversations/list/listActions.ts";
import type { ListedConversation } from "../../core/conversations/list/listedConversation.ts";
import type { ListFilter } from "../../core/conversations/list/listFilter.ts";
import type { DeletedSession } from "../../core/conversations/list/sessionCatalog.ts";
import type { RequestQuestions } from "../../core/conversations/requests/requestActions.ts";
import type { AnswerRecord } from "../../core/conversations/requests/requestDecisions.ts";
import type { ChangesQuestions, RevertRisk } from "../../core/conversations/rewind/confirmedReverts.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import type { RevertFailure } from "../../shared/contract/changes/changedFiles.ts";
import type { ConversationState } from "../../shared/contract/conversationState.ts";
import type { Refusal } from "../../shared/contract/refusal.ts";
import type { DelayClock } from "../../shared/contract/requests/decisionDelay.ts";
import type { Decision, PermissionView } from "../../shared/contract/requests/requests.ts";
import type { ConversationParts } from "../../shared/contract/wholeConversation.ts";
import { formatRevertFailure } from "../../shared/text/changes/reverts.ts";
import { formatAge, untitled } from "../../shared/text/conversationList.ts";
import { dialogText, pickMessageText, terminalDialogText } from "../../shared/text/dialogs.ts";
import { formatDollars } from "../../shared/text/numbers.ts";
import { formatRefusal } from "../../shared/text/refusals.ts";
import { formatAnswer } from "../../shared/text/requests/cards.ts";
import { rowTexts } from "../../shared/text/rows.ts";
import { getOptionPicker } from "../../shared/text/settings/choices.ts";
import { createPromptRow, toLabelText, toMessageText } from "../plainText.ts";
import { Messages } from "./messages.ts";
import { pickChoice } from "./pickChoice.ts";
import { pickAlways } from "./requestDialogs.ts";

/** The panels, as far as they are visible. */
export interface ShownPanels {
  /** Shows a refusal above the composer. Returns false where no page is visible. */
  say(refusal: Refusal): boolean;
}

/** Asks questions and shows notices in the editor's quick picks and dialogs. */
export class NativeDialogs
  implements
    ChangesQuestions,
    ControlQuestions,
    ConversationQuestions,
    DraftQuestions,
    ExportQuestions,
    FindQuestions,
    ForkQuestions,
    ListQuestions,
    RequestQuestions,
    RowQuestions,
    TerminalQuestions
{
  readonly #newFilter: () => ListFilter;
  readonly #panels: ShownPanels;
  readonly #clock: DelayClock;
  readonly banners: Banners;
  readonly messages: Messages;

  constructor(newFilter: () => ListFilter, panels: ShownPanels, banners: Banners, clock: DelayClock) {
    this.#clock = clock;
    this.#panels = panels;
    this.banners = banners;
    this.messages = new Messages(banners);
    this.#newFilter = newFilter;
  }

  say(refusal: Refusal): void {
    if (!this.#panels.say(refusal)) void vscode.window.showInformationMessage(formatRefusal(refusal));
  }

  showAnswered(answered: AnswerRecord | undefined): void {
    this.messages.inform(answered ? formatAnswer(answered) : formatRefusal("answered"));
  }

  showAllowed({ tool, subject }: PermissionView): void {
    vscode.window.setStatusBarMessage(toLabelText(dialogText.allowed(tool, subject)), 5_000);
  }

  async pickPrompt(
    prompts: readonly PromptText[],
    purpose: "rewind" | "fork" | "show" | "take" | "changes",
  ): Promise<string | undefined> {
    const items = prompts.map(({ id, text }) => ({ ...createPromptRow(text), id }));
    const options = pickMessageText[purpose]();
    return (await vscode.window.showQuickPick(items, { ...options, matchOnDetail: true, ignoreFocusOut: true }))?.id;
  }

  async pickRow(rows: readonly Row[], purpose: RowPurpose): Promise<string | undefined> {
    const items = rows.map(({ id, label }) => ({ ...createPromptRow(label), id }));
    return (await vscode.window.showQuickPick(items, { title: rowTexts[purpose](), matchOnDetail: true }))?.id;
  }

  async askResend(): Promise<ResendAnswer | undefined> {
    const ways = [
      {
        way: "fork",
        label: dialogText.fork(),
        detail: dialogText.forkDetail(),
        always: dialogText.alwaysFork(),
      },
      {
        way: "rewind",
        label: dialogText.rewind(),
        detail: dialogText.rewindDetail(),
        always: dialogText.alwaysRewind(),
      },
    ] as const;
    const items = [
      ...ways.map((way) => ({ ...way, isRemembered: false })),
      ...ways.map((way) => ({ ...way, label: toLabelText(way.always), detail: "", isRemembered: true })),
    ];
    return vscode.window.showQuickPick(items, { title: dialogText.resend(), ignoreFocusOut: true });
  }

  pickOption(
    name: string,
    state: ConversationState,
    words: ReadonlyMap<string, unknown>,
    isBypassAllowed: boolean,
  ): Promise<string | undefined> {
    const { title, detail, choices } = getOptionPicker(name, words);
    return pickChoice(choices(state, isBypassAllowed), title(), detail(state));
  }

  askTerminal(line: string, canContinue: boolean): Promise<"new" | "continue" | undefined> {
    return askTerminal(line, canContinue);
  }

  pickSuggestion(view: PermissionView): Promise<Decision | { readonly kind: "review" } | undefined> {
    return pickAlways(view, { signal: new AbortController().signal, clock: this.#clock });
  }

  async pickConversation(listed: readonly ListedConversation[]): Promise<string | undefined> {
    const { pickConversation } = await import("./conversationPicker.ts");
    return pickConversation(listed, this.#newFilter());
  }

  async askBudget(spent: number): Promise<number | undefined> {
    const parse = (text: string): number => Number(text.trim().replace(/^\$/, "").replace(",", "."));
    const isAmount = (amount: number): boolean => Number.isFinite(amount) && amount > 0;
    const entered = await vscode.window.showInputBox({
      title: dialogText.budget(),
      prompt: dialogText.budgetPrompt(formatDollars(spent)),
      value: String(Math.max(1, Math.ceil(spent * 2))),
      ignoreFocusOut: true,
      validateInput: (text) => (isAmount(parse(text)) ? undefined : dialogText.budgetWrong()),
    });
    return entered === undefined || !isAmount(parse(entered)) ? undefined : parse(entered);
  }

  async askTitle(title: string): Promise<string | undefined> {
    return vscode.window.showInputBox({
      title: dialogText.title(),
      value: title,
      prompt: dialogText.titlePrompt(),
      ignoreFocusOut: true,
    });
  }

  async askTag(tag: string): Promise<string | undefined> {
    return vscode.window.showInputBox({
      title: dialogText.tag(),
      value: tag,
      prompt: dialogText.tagPrompt(),
    });
  }

  async pickDeleted(deleted: readonly DeletedSession[]): Promise<string | undefined> {
    const items = deleted.map(({ id, title, folder, time }) => ({
      label: toLabelText(title || untitled()),
      description: `${formatAge(time, Date.now())} · ${toLabelText(path.basename(folder))}`,
      id,
    }));
    return (await vscode.window.showQuickPick(items, { title: dialogText.restore() }))?.id;
  }

  async confirmDelete(title: string): Promise<boolean> {
    const remove = dialogText.delete();
    const detail = dialogText.deleteDetail();
    return (
      (await vscode.window.showWarningMessage(
        toMessageText(dialogText.deleteQuestion(title || untitled())),
        { modal: true, detail },
        remove,
      )) === remove
    );
  }

  async showDeleted(title: string): Promise<boolean> {
    const undo = dialogText.undo();
    return (
      (await vscode.window.showInformationMessage(toMessageText(dialogText.deleted(title || untitled())), undo)) ===
      undo
    );
  }

  async saveExport(conversation: ConversationParts): Promise<void> {
    const { saveExport } = await import("../texts/conversationTexts.ts");
    return saveExport(conversation);
  }

  async showReverted(shown: string, what: "file" | "part"): Promise<boolean> {
    const undo = dialogText.undo();
    const said = what === "file" ? dialogText.revertedFile(shown) : dialogText.revertedPart(shown);
    return (await this.messages.ask("information", said, [undo]).answer) === undo;
  }

  showRevertFailed(path: string, failure: RevertFailure): void {
    this.messages.showError(dialogText.notRewound(formatRevertFailure(vscode.workspace.asRelativePath(path), failure)));
  }

  async confirmRevert(path: string, { isOutside, isSeen, isDeleted, isForeign }: RevertRisk): Promise<boolean> {
    const revert = isDeleted ? dialogText.deleteFile() : dialogText.revertFile();
    const detail = [
      escapePath(path),
      ...(isOutside ? [dialogText.outsideWorkspace()] : []),
      ...(isSeen ? [] : [dialogText.doubtfulText()]),
      ...(isForeign ? [dialogText.foreignChanges()] : []),
      dialogText.seeDiff(),
    ].join("\n\n");
    return (
      (await vscode.window.showWarningMessage(
        isDeleted ? dialogText.deleteFileQuestion() : dialogText.revertFileQuestion(),
        { modal: true, detail },
        revert,
      )) === revert
    );
  }

  async confirmEnding(tasks: readonly string[]): Promise<boolean> {
    const stop = dialogText.stopAll();
    const detail = dialogText.endsTasks(tasks.join(", "));
    return (
      (await vscode.window.showWarningMessage(
        dialogText.stopQuestion(),
        { modal: true, detail: toMessageText(detail) },
        stop,
      )) === stop
    );
  }
}

/** Asks in which terminal to run a command that only works in a terminal. Returns undefined if the user cancelled. */
async function askTerminal(line: string, canContinue: boolean): Promise<"new" | "continue" | undefined> {
  const fresh = {
    label: terminalDialogText.newTerminal(),
    detail: terminalDialogText.newTerminalDetail(),
    where: "new",
  } as const;
  const along = {
    label: terminalDialogText.continueThere(),
    detail: terminalDialogText.continueThereDetail(),
    where: "continue",
  } as const;
  const options = { title: terminalDialogText.onlyInTerminal(toLabelText(line.split(/\s/, 1)[0] ?? "")) };
  return (await vscode.window.showQuickPick(canContinue ? [fresh, along] : [fresh], options))?.where;
}
