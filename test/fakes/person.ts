import type { ControlQuestions } from "../../extension/core/conversations/actions/controlActions.ts";
import type { ConversationQuestions } from "../../extension/core/conversations/actions/conversationActions.ts";
import type { ExportQuestions } from "../../extension/core/conversations/actions/exportAction.ts";
import type { FindQuestions } from "../../extension/core/conversations/actions/findActions.ts";
import type { ForkQuestions } from "../../extension/core/conversations/actions/forkActions.ts";
import type { RowQuestions } from "../../extension/core/conversations/actions/rowActions.ts";
import type { TerminalQuestions } from "../../extension/core/conversations/actions/terminalActions.ts";
import type { DraftQuestions } from "../../extension/core/conversations/composer/draftActions.ts";
import type { ListQuestions } from "../../extension/core/conversations/list/listActions.ts";
import type { PromptPicker } from "../../extension/core/conversations/ports.ts";
import type { RequestQuestions } from "../../extension/core/conversations/requests/requestActions.ts";
import type { AnswerRecord } from "../../extension/core/conversations/requests/requestDecisions.ts";
import type { ChangesQuestions, RevertRisk } from "../../extension/core/conversations/rewind/confirmedReverts.ts";
import type { RewindQuestions } from "../../extension/core/conversations/rewind/rewindQuestions.ts";
import type { RevertFailure } from "../../extension/shared/contract/changes/changedFiles.ts";
import type { RewindFailure } from "../../extension/shared/contract/changes/rewind.ts";
import type { OpenFailure } from "../../extension/shared/contract/toWebview.ts";
import type { ConversationParts, WholeConversation } from "../../extension/shared/contract/wholeConversation.ts";
import { formatAnswer } from "../../extension/shared/text/requests/cards.ts";
import { RecordedPanels } from "./panels.ts";
import { collectParts } from "./wholeConversation.ts";

/** A user who answers every question of an action, and a record of the messages and questions shown. */
export class Person
  extends RecordedPanels
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
  isBypassAllowed = false;
  /** Failure of the next attempts to open a page; undefined for success. */
  openFailure: OpenFailure | undefined;
  readonly said: string[] = [];
  isConfirming = true;
  isUndoing = false;

  say(refusal: string): void {
    this.said.push(refusal);
  }
  showAnswered(answered: AnswerRecord | undefined): void {
    this.said.push(answered ? formatAnswer(answered) : "answered");
  }
  showAllowed(request: { subject: string }): void {
    this.said.push(`allowed ${request.subject}`);
  }
  pickPrompt: PromptPicker<string>["pickPrompt"] = async (prompts) => prompts[0]?.id;
  /** Purposes for which rows were offered, with the labels of the rows. */
  readonly rowsOffered: (readonly [string, readonly string[]])[] = [];
  pickRow: RowQuestions["pickRow"] = async (rows, purpose) => {
    this.rowsOffered.push([purpose, rows.map(({ label }) => label)]);
    return rows.at(-1)?.id;
  };
  /** Reverts that the user was asked about, with their risks. */
  readonly revertAsked: (readonly [string, RevertRisk])[] = [];
  isReverting = false;
  /** Runs while the question about a revert is open. */
  whileReverting = (): void => {};
  confirmRevert: ChangesQuestions["confirmRevert"] = async (path, doubt) => {
    this.revertAsked.push([path, doubt]);
    this.whileReverting();
    return this.isReverting;
  };
  resendAs: "fork" | "rewind" | undefined = "fork";
  isResendRemembered = false;
  askResend: ForkQuestions["askResend"] = async () =>
    this.resendAs && { way: this.resendAs, isRemembered: this.isResendRemembered };
  pickOption: ControlQuestions["pickOption"] = async (name) =>
    new Map([
      ["model", "claude-opus-5-5"],
      ["effort", "high"],
      ["maxThinkingTokens", "off"],
      ["fastMode", "on"],
      ["permissionMode", "plan"],
    ]).get(name);
  /** Commands that work in a terminal only, and whether the conversation could be continued there. */
  readonly terminalAsked: (readonly [string, boolean])[] = [];
  terminalAs: "new" | "continue" | undefined;
  askTerminal: TerminalQuestions["askTerminal"] = async (line, canContinue) => {
    this.terminalAsked.push([line, canContinue]);
    return this.terminalAs;
  };
  pickSuggestion: RequestQuestions["pickSuggestion"] = async ({ always: [first] }) =>
    first && { kind: "allowAlways", choice: first.choice };
  pickConversation: ConversationQuestions["pickConversation"] = async (listed) => listed.at(-1)?.key;
  budget: number | undefined = 5;
  askBudget = async () => this.budget;
  askTitle: ListQuestions["askTitle"] = async () => "  A  new\ntitle ";
  askTag: ListQuestions["askTag"] = async () => undefined;
  pickDeleted: ListQuestions["pickDeleted"] = async (deleted) => deleted[0]?.id;
  confirmDelete = async () => this.isConfirming;
  showDeleted = async () => this.isUndoing;
  readonly exported: WholeConversation[] = [];
  saveExport = async (conversation: ConversationParts): Promise<void> =>
    void this.exported.push(await collectParts(conversation));
  whileReading: RewindQuestions["whileReading"] = (work) => work(new AbortController().signal);
  whileRewinding: RewindQuestions["whileRewinding"] = (running) => running;
  confirmStop = async () => this.isConfirming;
  /** Tasks that would end, as listed to the user. */
  readonly ending: (readonly string[])[] = [];
  confirmEnding = async (tasks: readonly string[]): Promise<boolean> => {
    this.ending.push(tasks);
    return this.isConfirming;
  };
  readonly rewindFailures: RewindFailure[] = [];
  showRewindFailed = (failure: RewindFailure): void => void this.rewindFailures.push(failure);
  showReverted = async () => this.isUndoing;
  /** Reverts that failed, by file. */
  readonly revertFailures: (readonly [string, RevertFailure])[] = [];
  showRevertFailed = (path: string, failure: RevertFailure): void => void this.revertFailures.push([path, failure]);
  confirmRewind: RewindQuestions["confirmRewind"] = async ({ preview }) =>
    preview.kind === "impossible" ? "conversation" : "both";
  confirmRestore: RewindQuestions["confirmRestore"] = async () => this.isConfirming;
  confirmReverse: RewindQuestions["confirmReverse"] = async () => this.isConfirming;
  chooseForeign: RewindQuestions["chooseForeign"] = async () => new Map();
  unsavedAs: "save" | "discard" | "leaveOut" | undefined = "save";
  askUnsaved: RewindQuestions["askUnsaved"] = async () => this.unsavedAs;
  askQueued: RewindQuestions["askQueued"] = async () => "keep";
  pickRestored: RewindQuestions["pickRestored"] = async ({ files }) => new Set(files.map(({ path }) => path));
}
