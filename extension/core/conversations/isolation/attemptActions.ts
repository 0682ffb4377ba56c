import type { ModelChoice } from "../../../shared/contract/conversationState.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import { summarizeUsage } from "../../conversation/usage/summary.ts";
import type { ConversationActions } from "../actions/conversationActions.ts";
import type { Conversations } from "../conversations.ts";
import type { CopyChoice, IsolatedFolder, IsolatedFolders, PromptAttempt } from "../isolationPorts.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Folders } from "../ports.ts";
import type { IsolationActions } from "./isolationActions.ts";
import type { IsolationQuestions } from "./isolationQuestions.ts";
import { countTestRuns, type TestRuns } from "./testRuns.ts";

/** Maximum number of items in which the comparison looks for test runs. */
const maxItems = 500;

/** Number of attempts of one prompt. */
export const [minAttempts, maxAttempts] = [2, 4];

/** An attempt with its changes, cost and time so far. */
export interface AttemptRow {
  readonly folder: IsolatedFolder;
  readonly attempt: PromptAttempt;
  /** "closed" if its conversation is not open: cost and time are unknown then. */
  readonly state: "closed" | "discarded" | "working" | "waiting" | "idle";
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly costUsd: number | undefined;
  readonly durationMs: number | undefined;
  /** Test runs among the newest items of the conversation; undefined for none, and if it is not open. */
  readonly tests?: TestRuns | undefined;
}

export type AttemptAction = "open" | "review" | "apply" | "discard";

/** Questions about attempts. */
export interface AttemptQuestions {
  /** Asks for the prompt; `draft` is the text in the composer. */
  askPrompt(draft: string): Promise<string | undefined>;
  /** Asks for the model of each attempt; undefined if the user cancels. An empty name is the model of the settings. */
  pickModels(models: readonly ModelChoice[]): Promise<readonly string[] | undefined>;
  /** Picks one of several prompts that were tried in parallel. */
  pickGroup(groups: readonly (readonly IsolatedFolder[])[]): Promise<readonly IsolatedFolder[] | undefined>;
  /** Shows the comparison; resolves to the action of the user on one attempt. */
  pickAttempt(
    rows: readonly AttemptRow[],
  ): Promise<{ readonly row: AttemptRow; readonly action: AttemptAction } | undefined>;
  /** Asks for consent to discard the other attempts after one was applied. */
  confirmDiscardOthers(count: number): Promise<boolean>;
  /** Shows that there are no attempts. */
  showNoAttempts(): void;
}

export interface AttemptActionsOptions {
  readonly conversations: Conversations;
  readonly actions: Pick<ConversationActions, "show">;
  readonly folders: Pick<Folders, "choose">;
  readonly isolated: IsolatedFolders;
  readonly isolation: Pick<IsolationActions, "review" | "apply" | "discard" | "reopen">;
  readonly dialogs: Pick<IsolationQuestions, "withProgress" | "showRefusal">;
  readonly questions: AttemptQuestions;
  /** Returns the choices with which a conversation in an isolated folder starts. */
  readonly copyChoice: (origin: string) => CopyChoice;
  readonly choices: (origin: string) => Readonly<Record<string, unknown>>;
  readonly newId: () => string;
}

/** Several attempts of one prompt, each in a copy of its own. None is applied or discarded without the user. */
export class AttemptActions {
  readonly #options: AttemptActionsOptions;

  constructor(options: AttemptActionsOptions) {
    this.#options = options;
  }

  /** Sends one prompt to several conversations in copies. Starts none of them unless all copies could be made. */
  async start(): Promise<void> {
    const { conversations, actions, folders, questions } = this.#options;
    const current = conversations.current;
    const prompt = (await questions.askPrompt(current?.draft ?? ""))?.trim() ?? "";
    if (prompt === "") return;
    const origin = await folders.choose();
    if (origin === undefined) return;
    const models = await questions.pickModels((await conversations.awake())?.state.models ?? []);
    if (!models) return;
    const made = await this.#createAll(origin, prompt, models);
    if (!made) return;
    // The prompt is in every attempt now.
    if (current?.draft.trim() === prompt) current.draft = "";
    const started = made.map((folder, at) => this.#startIn(folder, models[at] ?? "", prompt));
    const [first] = started;
    if (first) await actions.show(first.id);
  }

  async #createAll(
    origin: string,
    prompt: string,
    models: readonly string[],
  ): Promise<readonly IsolatedFolder[] | undefined> {
    const { isolated, dialogs, copyChoice, newId } = this.#options;
    const made: IsolatedFolder[] = [];
    const group = newId();
    for (const [at, model] of models.entries()) {
      const attempt: PromptAttempt = { group, number: at + 1, count: models.length, model, prompt };
      const one = await dialogs.withProgress("copy", origin, (signal, onProgress) =>
        isolated.createCopy({ origin, attempt, ...copyChoice(origin), signal, onProgress }),
      );
      if (!("code" in one)) {
        made.push(one);
        continue;
      }
      // The others have no message yet.
      for (const { id } of made) {
        await isolated.discard(id);
        await isolated.remove(id);
      }
      dialogs.showRefusal("copy", one);
      return undefined;
    }
    return made;
  }

  #startIn({ folder, origin }: IsolatedFolder, model: string, prompt: string): OpenConversation {
    const { conversations, choices } = this.#options;
    const open = conversations.create({
      draft: "",
      folder,
      choices: { ...choices(origin), ...(model === "" ? {} : { model }) },
    });
    open.submit(prompt);
    conversations.inBackground(open.open(), "starting an attempt");
    return open;
  }

  /** Compares the attempts of a prompt, and runs the action that the user chooses for one. */
  async compare(): Promise<void> {
    const { isolated, questions } = this.#options;
    const groups = groupAttempts(isolated.list());
    if (groups.length === 0) return questions.showNoAttempts();
    const group = groups.length === 1 ? groups[0] : await questions.pickGroup(groups);
    if (!group) return;
    const rows: AttemptRow[] = [];
    for (const folder of group) rows.push(...(await this.#describe(folder)));
    const chosen = await questions.pickAttempt(rows);
    if (chosen) await this.#act(chosen.row.folder, chosen.action, group);
  }

  async #act(folder: IsolatedFolder, action: AttemptAction, group: readonly IsolatedFolder[]): Promise<void> {
    const { isolation, questions } = this.#options;
    if (action === "open") return isolation.reopen(folder);
    if (action === "review") return isolation.review(folder.id);
    if (action === "discard") return isolation.discard(folder.id);
    if (!(await isolation.apply(folder.id))) return;
    const others = group.filter((other) => other.id !== folder.id && other.discardedAt === undefined);
    if (others.length === 0 || !(await questions.confirmDiscardOthers(others.length))) return;
    // Each discard asks again, with the changes that are not applied.
    for (const { id } of others) await isolation.discard(id);
  }

  async #describe(folder: IsolatedFolder): Promise<readonly AttemptRow[]> {
    const { conversations, isolated } = this.#options;
    const { attempt } = folder;
    if (!attempt) return [];
    const { changes } = await isolated.compare(folder.id);
    const open = conversations.all.find(({ conversation }) => conversation.state.folder === folder.folder);
    const sum = (side: "added" | "removed"): number =>
      changes.reduce((total, { lines }) => total + (lines?.[side] ?? 0), 0);
    return [
      {
        folder,
        attempt,
        state: getState(folder, open),
        files: changes.length,
        added: sum("added"),
        removed: sum("removed"),
        costUsd: open?.conversation.state.costUsd,
        durationMs: open && summarizeUsage(open.conversation.transcript.turns).totals.durationMs,
        tests: open && countTestRuns(open.conversation.transcript.page(mainThread, { kind: "end" }, maxItems).items),
      },
    ];
  }
}

/** Returns the attempts by prompt, newest prompt first. */
export function groupAttempts(folders: readonly IsolatedFolder[]): readonly (readonly IsolatedFolder[])[] {
  const groups = new Map<string, IsolatedFolder[]>();
  for (const folder of folders) {
    if (!folder.attempt) continue;
    groups.set(folder.attempt.group, [...(groups.get(folder.attempt.group) ?? []), folder]);
  }
  const sorted = [...groups.values()].map((group) =>
    group.sort((one, other) => (one.attempt?.number ?? 0) - (other.attempt?.number ?? 0)),
  );
  return sorted.sort((one, other) => (other[0]?.createdAt ?? 0) - (one[0]?.createdAt ?? 0));
}

function getState({ discardedAt }: IsolatedFolder, open: OpenConversation | undefined): AttemptRow["state"] {
  if (discardedAt !== undefined) return "discarded";
  if (!open) return "closed";
  const { status, requests } = open.conversation.state;
  if (requests.length > 0) return "waiting";
  return status === "working" || status === "starting" ? "working" : "idle";
}
