import path from "node:path";
import { t } from "@vscode/l10n";
import * as vscode from "vscode";
import { escapeLines, escapePath } from "../base/invisible.ts";
import { type ConversationState, effortsOf, thinkingOf } from "../contract/conversationState.ts";
import type { ServerState } from "../contract/mcpServers.ts";
import { modeNamed } from "../contract/modes.ts";
import type { PermissionView } from "../contract/requests.ts";
import type { RewindFailure, RewindPreview } from "../contract/rewind.ts";
import type { WholeConversation } from "../contract/wholeConversation.ts";
import type { ChangesQuestions, RevertDoubt } from "../conversations/changesReview.ts";
import type { ControlQuestions } from "../conversations/controlActions.ts";
import type { ConversationQuestions } from "../conversations/conversationActions.ts";
import type { ListedConversation } from "../conversations/conversationList.ts";
import type { DraftQuestions } from "../conversations/draftActions.ts";
import type { ExportQuestions } from "../conversations/exportAction.ts";
import type { FindQuestions } from "../conversations/findActions.ts";
import type { ForkQuestions } from "../conversations/forkActions.ts";
import type { ListQuestions } from "../conversations/listActions.ts";
import type { ListFilter } from "../conversations/listFilter.ts";
import type { Refusal } from "../conversations/ports.ts";
import type { Answered, RequestQuestions } from "../conversations/requestActions.ts";
import type { RewindChoice, RewindQuestions } from "../conversations/rewindAction.ts";
import type { RowQuestions } from "../conversations/rowActions.ts";
import type { Row, RowPurpose } from "../conversations/rows.ts";
import type { DeletedSession } from "../conversations/savedSessions.ts";
import type { TerminalQuestions } from "../conversations/terminalActions.ts";
import type { PromptText } from "../session/transcript.ts";
import { effortLabel, fastText, modeDetail, modeLabel, thinkingText } from "../text/conversation.ts";
import { ageText, untitled } from "../text/conversationList.ts";
import { refusalText } from "../text/refusals.ts";
import { answeredText, permissionChangeText } from "../text/requests.ts";
import { rewindFailureText, rewindTexts } from "../text/rewind.ts";
import { rowTexts } from "../text/rows.ts";
import { statusRows } from "../text/status.ts";
import { pickConversation } from "./conversationPicker.ts";
import { inLabel, inMessage, promptRow } from "./plainText.ts";
import { readSetting } from "./settings.ts";
import { askTerminal, showRows, showServers } from "./statusDialogs.ts";

/** Questions and answers in the editor's own quick-picks and dialogs. */
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
    RewindQuestions,
    RowQuestions,
    TerminalQuestions
{
  readonly #newFilter: () => ListFilter;

  constructor(newFilter: () => ListFilter) {
    this.#newFilter = newFilter;
  }

  get isBypassAllowed(): boolean {
    return readSetting("allowDangerouslySkipPermissions");
  }

  say(refusal: Refusal): void {
    void vscode.window.showInformationMessage(refusalText(refusal));
  }

  sayAnswered(answered: Answered | undefined): void {
    void vscode.window.showInformationMessage(inMessage(answered ? answeredText(answered) : refusalText("answered")));
  }

  sayAllowed({ tool, subject }: PermissionView): void {
    vscode.window.setStatusBarMessage(inLabel(t("Allowed: {0} {1}", tool, subject)), 5_000);
  }

  async pickPrompt(prompts: readonly PromptText[], purpose: "rewind" | "fork" | "show" | "take" | "changes"): Promise<string | undefined> {
    const items = prompts.map(({ id, text }) => ({ ...promptRow(text), id }));
    const options = {
      rewind: { title: t("Rewind to before a message"), placeHolder: t("Files go back to how they were before it") },
      fork: { title: t("Fork from before a message"), placeHolder: t("A copy opens in a tab; both go on, and files stay as they are") },
      show: { title: t("Go to a prompt"), placeHolder: t("The newest first") },
      changes: { title: t("Review changes since a message"), placeHolder: t("The newest first") },
      take: { title: t("Earlier messages"), placeHolder: t("One goes into the message field, to be sent again or changed") },
    }[purpose];
    return (await vscode.window.showQuickPick(items, { ...options, matchOnDetail: true }))?.id;
  }

  async pickRow(rows: readonly Row[], purpose: RowPurpose): Promise<string | undefined> {
    const items = rows.map(({ id, label }) => ({ ...promptRow(label), id }));
    return (await vscode.window.showQuickPick(items, { title: rowTexts[purpose](), matchOnDetail: true }))?.id;
  }

  async askResend(): Promise<"fork" | "rewind" | undefined> {
    const set = readSetting("resend");
    if (set !== "ask") return set;
    const ways = [
      {
        way: "fork",
        label: t("Fork"),
        detail: t("A copy of the conversation in a tab goes on with the edited message; this one stays as it is, and so do the files."),
      },
      {
        way: "rewind",
        label: t("Rewind"),
        detail: t("This conversation goes back to before the message, after asking about the files, and goes on with the edited one."),
      },
    ] as const;
    const items = [
      ...ways.map((way) => ({ ...way, isRemembered: false })),
      ...ways.map((way) => ({ ...way, label: inLabel(t("{0}, and do not ask again", way.label)), detail: "", isRemembered: true })),
    ];
    const picked = await vscode.window.showQuickPick(items, { title: t("Send the edited message"), ignoreFocusOut: true });
    if (picked?.isRemembered) await vscode.workspace.getConfiguration("tandem").update("resend", picked.way, vscode.ConfigurationTarget.Global);
    return picked?.way;
  }

  async pickModel({ models, model }: ConversationState): Promise<{ model: string | undefined } | undefined> {
    const items = models.map(({ label, value, description }) => ({ label: inLabel(label), description: inLabel(value), detail: inLabel(description), value }));
    const options = { title: t("Model for this conversation"), placeHolder: t("In force: {0}", inLabel(model ?? t("not reported yet"))) };
    const picked = await vscode.window.showQuickPick(items, options);
    return picked && { model: picked.value === "default" ? undefined : picked.value };
  }

  async pickEffort(state: ConversationState): Promise<{ effort: string | undefined } | undefined> {
    const usual = { label: t("Default"), value: undefined as string | undefined };
    const items = [usual, ...effortsOf(state).map((value) => ({ label: inLabel(effortLabel(value)), value }))];
    const options = { title: t("How hard the model thinks"), placeHolder: t("In force: {0}", inLabel(effortLabel(state.effort))) };
    const picked = await vscode.window.showQuickPick(items, options);
    return picked && { effort: picked.value };
  }

  async pickThinking(state: ConversationState): Promise<boolean | undefined> {
    const thinking = thinkingOf(state);
    const off = thinking === "always" ? t("For other models: this one thinks all the same") : t("Faster, for what is easy");
    const items = [
      { label: t("On"), detail: t("The model thinks as long as it needs to, as the effort says"), value: true },
      { label: t("Off"), detail: off, value: false },
    ];
    const options = { title: t("Thinking in this conversation"), placeHolder: t("In force: {0}", inLabel(thinkingText(thinking).label)) };
    return (await vscode.window.showQuickPick(items, options))?.value;
  }

  async pickFast(state: ConversationState): Promise<boolean | undefined> {
    const items = [
      { label: t("On"), detail: t("The same model answers faster, and its tokens cost more"), value: true },
      { label: t("Off"), detail: t("The usual speed at the usual price"), value: false },
    ];
    const options = { title: t("Fast mode in this conversation, from the next prompt"), placeHolder: inLabel(fastText(state)) };
    return (await vscode.window.showQuickPick(items, options))?.value;
  }

  async pickMode({ modes, mode }: ConversationState): Promise<string | undefined> {
    const offered = modes.filter((name) => name !== "bypassPermissions" || this.isBypassAllowed);
    const inForce = mode === undefined ? undefined : modeNamed(mode);
    const items = offered.map((name) => ({ label: modeLabel(name), detail: modeDetail(name), description: name === inForce ? t("in force") : "", name }));
    return (await vscode.window.showQuickPick(items, { title: t("Permission mode for this conversation") }))?.name;
  }

  showStatus(state: ConversationState, servers: readonly ServerState[] | undefined): Promise<void> {
    return showRows(t("In force in this conversation"), statusRows(state, servers), "@ext:tandem-chat.tandem");
  }

  showServers(servers: readonly ServerState[] | undefined): Promise<void> {
    return showServers(servers);
  }

  askTerminal(line: string, canGoOn: boolean): Promise<"new" | "goOn" | undefined> {
    return askTerminal(line, canGoOn);
  }

  async pickSuggestion({ always, tool, subject }: PermissionView): Promise<number | undefined> {
    const items = always.map(({ choice, change }) => ({ label: inLabel(permissionChangeText(change)), choice }));
    const options = { title: inLabel(`${tool} ${subject}`), placeHolder: t("What to allow from now on") };
    return (await vscode.window.showQuickPick(items, options))?.choice;
  }

  pickConversation(listed: readonly ListedConversation[]): Promise<string | undefined> {
    return pickConversation(listed, this.#newFilter());
  }

  async askTitle(title: string): Promise<string | undefined> {
    return vscode.window.showInputBox({ title: t("Title of the conversation"), value: title, prompt: t("The claude program in a terminal shows it too") });
  }

  async askTag(tag: string): Promise<string | undefined> {
    return vscode.window.showInputBox({
      title: t("Tag of the conversation"),
      value: tag,
      prompt: t("Empty takes it back. The claude program keeps it with the conversation"),
    });
  }

  async pickDeleted(deleted: readonly DeletedSession[]): Promise<string | undefined> {
    const items = deleted.map(({ id, title, folder, time }) => ({
      label: inLabel(title || untitled()),
      description: `${ageText(time, Date.now())} · ${inLabel(path.basename(folder))}`,
      id,
    }));
    return (await vscode.window.showQuickPick(items, { title: t("Bring back a deleted conversation") }))?.id;
  }

  async confirmDelete(title: string): Promise<boolean> {
    const remove = t("Delete");
    const detail = t("Its process ends, and the claude program in a terminal does not find it any more. Tandem keeps it for 30 days.");
    return (await vscode.window.showWarningMessage(inMessage(t('Delete "{0}"?', title || untitled())), { modal: true, detail }, remove)) === remove;
  }

  async sayDeleted(title: string): Promise<boolean> {
    const undo = t("Undo");
    return (await vscode.window.showInformationMessage(inMessage(t('"{0}" is deleted.', title || untitled())), undo)) === undo;
  }

  async saveExport(conversation: WholeConversation): Promise<void> {
    const { saveExport } = await import("./exportFile.ts");
    return saveExport(conversation);
  }

  async sayReverted(shown: string, what: "file" | "part"): Promise<boolean> {
    const undo = t("Undo");
    const said = what === "file" ? t("{0} is as it was before.", shown) : t("A part of {0} is as it was before.", shown);
    return (await vscode.window.showInformationMessage(inMessage(said), undo)) === undo;
  }

  async confirmRevert(path: string, { isOutside, isSeen, isDeleted }: RevertDoubt): Promise<boolean> {
    const revert = isDeleted ? t("Delete File") : t("Revert File");
    const detail = [
      escapePath(path),
      ...(isOutside ? [t("This file is outside the workspace.")] : []),
      ...(isSeen ? [] : [t("Its earlier text comes from the saved conversation, which other programs can change.")]),
      t("The diff shows what would be written."),
    ].join("\n\n");
    return (await vscode.window.showWarningMessage(isDeleted ? t("Delete this file?") : t("Revert this file?"), { modal: true, detail }, revert)) === revert;
  }

  async confirmStop(): Promise<boolean> {
    const stop = t("Stop");
    return (await vscode.window.showWarningMessage(t("A turn is running. Stop it before you rewind."), { modal: true }, stop)) === stop;
  }

  async confirmEnding(tasks: readonly string[]): Promise<boolean> {
    const stop = t("Stop all");
    const detail = t("This version of the CLI may end what runs in the background together with the turn: {0}", tasks.join(", "));
    return (await vscode.window.showWarningMessage(t("Stop the turn?"), { modal: true, detail: inMessage(detail) }, stop)) === stop;
  }

  sayNotRewound(failure: RewindFailure): void {
    void vscode.window.showErrorMessage(inMessage(t("Tandem: {0}", rewindFailureText(failure))));
  }

  async confirmRewind(preview: RewindPreview, folder: string): Promise<RewindChoice | undefined> {
    const texts = rewindTexts();
    if (preview.kind === "impossible") {
      const answer = await vscode.window.showWarningMessage(
        texts.impossible,
        { modal: true, detail: escapeLines(texts.impossibleDetail(preview.problem)) },
        texts.conversation,
      );
      return answer === undefined ? undefined : "conversation";
    }
    const shown = preview.files.map((file) => escapePath(path.relative(folder, file).startsWith("..") ? file : path.relative(folder, file)));
    // As the editor names files: a drive letter can be written in two ways.
    const files = new Set(preview.files.map((file) => vscode.Uri.file(file).toString()));
    const dirty = vscode.workspace.textDocuments.filter((document) => document.isDirty && files.has(document.uri.toString()));
    if (dirty.length > 0) {
      const unsaved = dirty.map((document) => escapePath(vscode.workspace.asRelativePath(document.uri)));
      await vscode.window.showWarningMessage(texts.unsaved, { modal: true, detail: escapeLines(texts.unsavedDetail(unsaved)) });
      return undefined;
    }
    const detail = escapeLines(texts.detail({ ...preview, files: shown }));
    const answer = await vscode.window.showWarningMessage(texts.question(preview.files.length), { modal: true, detail }, texts.files, texts.both);
    return answer === undefined ? undefined : answer === texts.files ? "files" : "both";
  }
}
