import type { IsolationView } from "../../shared/contract/changes/isolation.ts";
import type { Attachment } from "../../shared/contract/composer/attachments.ts";
import type { ExternalUseView } from "../../shared/contract/conversationState.ts";
import type { RepositoryReview } from "../../shared/contract/repository.ts";
import type { SettingPlace } from "../../shared/contract/settingProblem.ts";
import type { ConversationContext } from "./view/conversationContext.ts";

/**
 * The fields of the state that neither `claude` nor the conversation decides. Each has one owner outside, which calls
 * its operations. Three operations also change what the conversation decides otherwise: `resetProfile`,
 * `followExternalUse` and `showTrace` set the status, `followExternalUse` also removes the problem.
 */
export class ManagedState {
  readonly #context: ConversationContext;

  constructor(context: ConversationContext) {
    this.#context = context;
  }

  /** Sets the working folder; empty until one is chosen. Only before the first start. */
  setFolder(folder: string): void {
    this.#context.patch({ folder });
  }

  /** Sets the working folder of an empty conversation, whose profile is chosen again. */
  moveTo(folder: string): void {
    this.#context.patch({ folder, profile: null });
  }

  setProfile(profile: string): void {
    this.#context.patch({ profile });
  }

  /** Lets the next start choose the profile again. `isStarting`: that start follows at once. */
  resetProfile({ isStarting }: { readonly isStarting: boolean }): void {
    this.#context.patch({ profile: null, ...(isStarting ? { status: "starting" } : {}) });
  }

  setIsolation(isolation: IsolationView | undefined): void {
    if (isolation || this.#context.state.isolation) this.#context.patch({ isolation: isolation ?? null });
  }

  /** Shows a title that the user gave, which this session has. */
  rename(title: string, sessionId: string): void {
    this.#context.patch({ title, titledSession: sessionId });
  }

  /** Notes that another session has the title of the user now. */
  keepTitle(sessionId: string): void {
    this.#context.patch({ titledSession: sessionId });
  }

  /** Adds attachments to the composer. */
  attach(added: readonly Attachment[]): void {
    this.#context.patch({ attachments: [...this.#context.state.attachments, ...added] });
  }

  /** Removes attachments from the composer and returns them. */
  detach(ids: readonly string[]): readonly Attachment[] {
    const { attachments } = this.#context.state;
    const isGone = ({ id }: Attachment): boolean => ids.includes(id);
    this.#context.patch({ attachments: attachments.filter((each) => !isGone(each)) });
    return attachments.filter(isGone);
  }

  /** Shows what a repository brings; undefined removes it. */
  showRepository(review: RepositoryReview | undefined): void {
    this.#context.patch({ repository: review ?? null });
  }

  /** Adds to the problem that a setting is wrong the place of the setting. */
  locateProblem(place: SettingPlace): void {
    const { problem } = this.#context.state;
    if (problem?.code === "setting") this.#context.patch({ problem: { ...problem, place } });
  }

  setRecording(isRecording: boolean): void {
    this.#context.patch({ isRecording: isRecording || null });
  }

  setRestartPlanned(isRestartPlanned: boolean): void {
    this.#context.patch({ isRestartPlanned: isRestartPlanned || null });
  }

  /** Makes the conversation read-only while another program continues it. */
  followExternalUse(use: Omit<ExternalUseView, "isWaiting" | "trace">): void {
    this.#context.patch({
      externalUse: { ...use, isWaiting: this.#context.state.externalUse?.isWaiting ?? false },
      status: "resting",
      problem: null,
    });
  }

  /** Sets whether the user wants to continue here as soon as the other program ends. */
  setWaiting(isWaiting: boolean): void {
    const { externalUse } = this.#context.state;
    if (externalUse) this.#context.patch({ externalUse: { ...externalUse, isWaiting } });
  }

  endExternalUse(): void {
    this.#context.patch({ externalUse: null });
  }

  /** Forgets a turn that was interrupted here: another program continued the conversation. */
  forgetInterruption(): void {
    this.#context.patch({ isInterrupted: null });
  }

  /** Makes the conversation a recorded trace, which is read-only. `isResting`: nothing of it is shown as running. */
  showTrace(trace?: ExternalUseView["trace"], isResting = false): void {
    this.#context.patch({
      externalUse: { by: "trace", isWaiting: false, ...(trace ? { trace } : {}) },
      ...(isResting ? { status: "resting" } : {}),
    });
  }
}
