import { orLogged } from "../../../shared/base/background.ts";
import { DisposableStore } from "../../../shared/base/disposable.ts";
import { Emitter, type Event } from "../../../shared/base/emitter.ts";
import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Effective } from "../../../shared/contract/configuration.ts";
import type { ConversationState } from "../../../shared/contract/conversationState.ts";
import type { ExtensionTool } from "../../../shared/contract/ideTools.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { ProcessFacts } from "../../../shared/contract/pages/processFacts.ts";
import type {
  CallFacts,
  CheckpointStorage,
  ConversationFacts,
  IgnoredSetting,
  InstructionFile,
  RuleFacts,
  StatusFacts,
} from "../../../shared/contract/pages/statusFacts.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { ProfiledFolder } from "../../conversation/ports/ports.ts";
import { addRules } from "../../conversation/requests/decidingRules.ts";
import { findNewestTested, hasSinceOf, listMissing } from "../../conversation/statusAnswers.ts";
import { addOutsideLayers, maskOptionSecrets, type OutsideLayers } from "../../options/explain.ts";
import { optionRows } from "../../options/options.ts";
import { isChoosable } from "../actions/controlActions.ts";
import type { Conversations } from "../conversations.ts";
import { ClaudeFacts } from "./claudeFacts.ts";

/** The settings of the editor. A folder is absolute, or empty for none. */
export interface StatusSettings {
  read(folder: string): readonly Effective[];
  /** Reads the settings files that this machine has. Never rejects. */
  findIgnored(folder: string): Promise<readonly IgnoredSetting[]>;
  readonly onDidChange: Event<unknown>;
}

export interface StatusReaderOptions {
  readonly conversations: Conversations;
  readonly settings: StatusSettings;
  /** Lists the instruction files of a folder that exist. Never rejects. */
  readonly listInstructions: (place: ProfiledFolder) => Promise<readonly InstructionFile[]>;
  readonly listExtensionTools: () => readonly ExtensionTool[];
  readonly measureCheckpoints: () => Promise<CheckpointStorage>;
  /** Returns the path of a settings file of `claude`; undefined for a source that is not a file of the user. */
  readonly getSettingsFile: (source: string, place: ProfiledFolder) => string | undefined;
  readonly logger: Logger;
}

/**
 * The facts about the current conversation and the settings. `facts` returns what is known; what `claude` and the disk
 * have to be asked for is asked when the reader is created, for each other conversation, when a process gets ready,
 * after each turn, and when settings change.
 */
export class StatusReader {
  readonly #options: StatusReaderOptions;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #claude: ClaudeFacts;
  #shown: ConversationId | undefined;
  #wasReady = false;
  #ignored: readonly IgnoredSetting[] = [];
  #instructions: readonly InstructionFile[] = [];
  #storage: StatusFacts["storage"] = "waiting";
  #answered: Promise<unknown> = Promise.resolve();
  /** Counts the rounds of requests, so that answers of an earlier one are dropped. */
  #round = 0;

  constructor(options: StatusReaderOptions) {
    this.#options = options;
    const { conversations, settings, logger } = options;
    this.#claude = new ClaudeFacts(logger);
    this.#changed = this.#store.add(
      new Emitter((error) => logger.error(`a listener of the status failed: ${getErrorMessage(error)}`)),
    );
    const follow = (): void => this.#follow();
    this.#store.add(conversations.changes.on({ deltas: ["state"] }, ({ id }) => id === this.#shown && follow()));
    this.#store.add(conversations.onDidShow(follow));
    this.#store.add(conversations.onDidChangeList(follow));
    this.#store.add(conversations.places.onDidChange(follow));
    this.#store.add(settings.onDidChange(() => this.refresh()));
    this.refresh();
  }

  /** Fires when the facts may differ. */
  get onDidChange() {
    return this.#changed.event;
  }

  get facts(): StatusFacts {
    const { settings, listExtensionTools } = this.#options;
    const conversation = this.#conversation;
    const configured = settings.read(conversation?.state.folder ?? "").map(maskOptionSecrets);
    const facts = { ignored: this.#ignored, storage: this.#storage, extensionTools: listExtensionTools() };
    if (!conversation) return { settings: configured, ...facts };
    const { client, state, controls } = conversation;
    const outside = {
      reported: getReported(this.#claude.answers.claudeSettings),
      variables: getVariables(controls.facts.current),
      hasSince: hasSinceOf(client),
    };
    const common = {
      settings: addOutsideLayers(withConversation(configured, state), outside).map(maskOptionSecrets),
      ...facts,
    };
    return {
      ...common,
      conversation: {
        state,
        process: controls.facts.current,
        missing: client ? listMissing(client) : [],
        newestTested: findNewestTested(client),
        choosable: [...optionRows.keys()].filter(isChoosable),
        canSelectStyle: client?.supports("get_settings") === true,
        ...this.#claude.answers,
        calls: getCalls(conversation, this.#claude.answers.rules),
        servers: state.servers ?? (client ? "waiting" : "unsupported"),
        instructions: this.#instructions,
      },
    };
  }

  /** Asks for everything again. */
  refresh(): void {
    this.#shown = this.#options.conversations.current?.id;
    const conversation = this.#conversation;
    this.#wasReady = conversation?.state.status === "idle";
    this.#answered = orLogged(this.#ask(conversation, ++this.#round), this.#options.logger, "reading the status");
    this.#changed.fire();
  }

  /** Resolves when everything that was asked is answered, or failed. Never rejects. */
  async whenAnswered(): Promise<void> {
    await this.#answered;
  }

  dispose(): void {
    this.#round++;
    this.#store.dispose();
  }

  get #conversation(): Conversation | undefined {
    return this.#options.conversations.current?.conversation;
  }

  #follow(): void {
    const isOther = this.#options.conversations.current?.id !== this.#shown;
    const isReady = this.#conversation?.state.status === "idle";
    const isNewlyReady = isReady && !this.#wasReady;
    this.#wasReady = isReady;
    if (isOther || isNewlyReady) this.refresh();
    else this.#changed.fire();
  }

  /** Reads what no event reports: of Tandem's own files, and of `claude` where a process runs. */
  async #ask(conversation: Conversation | undefined, round: number): Promise<void> {
    const { settings, listInstructions, measureCheckpoints, getSettingsFile, logger } = this.#options;
    const folder = conversation?.state.folder ?? "";
    const place = { folder, profile: conversation?.state.profile };
    const set = (apply: () => void): void => {
      if (round !== this.#round) return;
      apply();
      this.#changed.fire();
    };
    await Promise.all([
      settings.findIgnored(folder).then((found) =>
        set(() => {
          this.#ignored = found;
        }),
      ),
      listInstructions(place).then((found) =>
        set(() => {
          this.#instructions = found;
        }),
      ),
      orLogged(measureCheckpoints(), logger, "measuring checkpoints").then((storage) =>
        set(() => {
          this.#storage = storage ?? this.#storage;
        }),
      ),
      this.#claude.ask(conversation?.client, (source) => getSettingsFile(source, place), set),
    ]);
  }
}

/** Returns the settings files of `claude` as far as they are known. */
function getReported(settings: ConversationFacts["claudeSettings"]): OutsideLayers["reported"] {
  return typeof settings === "object"
    ? settings.flatMap(({ name, layers }) =>
        layers.map(({ source, value }) => ({ source, settings: { [name]: value } })),
      )
    : [];
}

function getVariables({ variables }: ProcessFacts): ReadonlyMap<string, string> {
  return new Map(variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
}

/**
 * Returns the last calls with the rules that can have decided them: those that `claude` lists, or those of Tandem where
 * it lists none.
 */
function getCalls(
  { state, controls, permissions }: Conversation,
  listed: ConversationFacts["rules"],
): readonly CallFacts[] {
  const read = (name: string): readonly unknown[] => [state.settings[name]?.value ?? []].flat();
  const own = (behavior: string, source: string, rules: readonly unknown[] = []): RuleFacts[] =>
    rules.map((rule) => ({ behavior, source, rule: String(rule), isInEffect: true }));
  const { rules: allowed, denied } = permissions.grants;
  const known =
    typeof listed === "object"
      ? listed
      : [
          ...own("allow", "cliArg", read("allowedTools")),
          ...own("deny", "cliArg", read("disallowedTools")),
          ...own("allow", "session", allowed),
          ...own("deny", "session", denied),
        ];
  return controls.facts.current.calls.map((call) => addRules(call, known));
}

/** Replaces settings with what is in effect in a conversation, and marks those that apply with the next start. */
function withConversation(
  configured: readonly Effective[],
  { settings, needsRestart = [] }: Pick<ConversationState, "settings" | "needsRestart">,
): readonly Effective[] {
  const own = new Map(Object.entries(settings));
  const names = new Set(configured.map(({ name }) => name));
  const select = (each: Effective): Effective => {
    const chosen = own.get(each.name);
    // Values of the workspace that are not in force are no layer of a conversation.
    return chosen
      ? { ...chosen, overridden: [...each.overridden.filter(({ isWithheld }) => isWithheld), ...chosen.overridden] }
      : each;
  };
  const all = [...configured.map(select), ...[...own.values()].filter(({ name }) => !names.has(name))];
  return all.map((each) => (needsRestart.includes(each.name) ? { ...each, state: "needsRestart" } : each));
}
