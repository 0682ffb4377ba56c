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
  ClaudeSetting,
  ConversationFacts,
  IgnoredSetting,
  InstructionFile,
  RuleFacts,
  StatusFacts,
} from "../../../shared/contract/pages/statusFacts.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { ProfiledFolder } from "../../conversation/ports/ports.ts";
import { addRules } from "../../conversation/requests/decidingRules.ts";
import {
  findNewestTested,
  hasSinceOf,
  listMissing,
  readClaudeSettings,
  readHooks,
  readRules,
} from "../../conversation/statusAnswers.ts";
import { addOutsideLayers, maskOptionSecrets, type OutsideLayers } from "../../options/explain.ts";
import { optionRows } from "../../options/options.ts";
import { isChoosable } from "../actions/controlActions.ts";
import type { Conversations } from "../conversations.ts";

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

type AskedFacts = Pick<ConversationFacts, "claudeSettings" | "hooks" | "rules">;

const waiting: AskedFacts = { claudeSettings: "waiting", hooks: "waiting", rules: "waiting" };
const unsupported: AskedFacts = { claudeSettings: "unsupported", hooks: "unsupported", rules: "unsupported" };

/**
 * The facts about the current conversation and the settings. `facts` returns what is known; what `claude` and the disk
 * have to be asked for is asked when the reader is created, for each other conversation, when a process gets ready,
 * after each turn, and when settings change.
 */
export class StatusReader {
  readonly #options: StatusReaderOptions;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  #shown: ConversationId | undefined;
  #wasReady = false;
  #asked: AskedFacts = unsupported;
  /** True while the answers are those of a running process. */
  #isAsked = false;
  #ignored: readonly IgnoredSetting[] = [];
  #instructions: readonly InstructionFile[] = [];
  #storage: StatusFacts["storage"] = "waiting";
  #answered: Promise<unknown> = Promise.resolve();
  /** Counts the rounds of requests, so that answers of an earlier one are dropped. */
  #round = 0;

  constructor(options: StatusReaderOptions) {
    this.#options = options;
    const { conversations, settings, logger } = options;
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
      reported: getReported(this.#asked.claudeSettings),
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
        ...this.#asked,
        calls: getCalls(conversation, this.#asked.rules),
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

  async #ask(conversation: Conversation | undefined, round: number): Promise<void> {
    const { settings, listInstructions, measureCheckpoints, getSettingsFile, logger } = this.#options;
    const folder = conversation?.state.folder ?? "";
    const place = { folder, profile: conversation?.state.profile };
    const withFiles = (read: readonly ClaudeSetting[]): readonly ClaudeSetting[] =>
      read.map(({ name, layers }) => ({
        name,
        layers: layers.map((layer) => withFile(layer, getSettingsFile(layer.source, place))),
      }));
    const set = (apply: () => void): void => {
      if (round !== this.#round) return;
      apply();
      this.#changed.fire();
    };
    const client = conversation?.client;
    if (!client) this.#asked = unsupported;
    else if (!this.#isAsked) this.#asked = waiting;
    this.#isAsked = client !== undefined;
    const ask = async <K extends keyof AskedFacts>(
      key: K,
      answer: Promise<AskedFacts[K] | undefined> | undefined,
    ): Promise<void> => {
      const value = answer && (await orLogged(answer, logger, `reading ${key}`));
      set(() => {
        this.#asked = { ...this.#asked, [key]: value ?? "unsupported" };
      });
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
      ask(
        "claudeSettings",
        client?.supports("get_settings")
          ? client.call("get_settings", {}).then(readClaudeSettings).then(withFiles)
          : undefined,
      ),
      ask(
        "hooks",
        client?.supports("get_hooks_listing") ? client.call("get_hooks_listing", {}).then(readHooks) : undefined,
      ),
      ask(
        "rules",
        client?.supports("list_permission_rules")
          ? client.call("list_permission_rules", {}).then(readRules)
          : undefined,
      ),
    ]);
  }
}

function withFile(layer: ClaudeSetting["layers"][number], file: string | undefined): ClaudeSetting["layers"][number] {
  return file === undefined ? layer : { ...layer, file };
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
