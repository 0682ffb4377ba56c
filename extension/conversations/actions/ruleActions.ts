import type { Clock } from "../../base/clock.ts";
import { getRuleKey } from "../../base/ruleKey.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Conversation } from "../../session/conversation.ts";
import type { Conversations } from "../conversations.ts";
import type { RuleFiles, RuleSource, StoredRule } from "../ports.ts";

/** A rule that is in force, from wherever. Names are the CLI's. */
export interface ListedRule {
  readonly behavior: string;
  readonly source: string;
  readonly rule: string;
  readonly isEditable: boolean;
  /** False for one that another overrules. */
  readonly isInEffect: boolean;
}

/** A rule for the length of a conversation. */
export interface SessionRule {
  readonly source: "session";
  readonly behavior: "allow" | "deny";
  readonly rule: string;
}

/** What a user wants done in the list of rules. */
export type RuleChoice = { readonly kind: "add"; readonly rule: StoredRule | SessionRule } | { readonly kind: "remove"; readonly rule: ListedRule };

/** Native questions about rules. */
export interface RuleDialogs {
  showNoConversation(): void;
  /** Undefined once the user is done. */
  pickRule(rules: readonly ListedRule[]): Promise<RuleChoice | undefined>;
  /** A rule was removed where it could be, and one that means the same still counts: from these sources, by the CLI's names. */
  showStillInForce(rule: string, sources: readonly string[]): void;
  /** Whether the process may be started again for that; the conversation goes on. */
  confirmRestart(): Promise<boolean>;
}

/** Sources that a rule can be added to and taken from. */
const places: ReadonlySet<string> = new Set(["userSettings", "projectSettings", "localSettings"]);

/** How long 2.1.329 takes at most to notice that a settings file changed (up to 1.9 s were seen), and the time between two looks, in milliseconds. */
const noticedMs = 3_000;
const lookMs = 250;

/** What a user does with the permission rules that are in force for a conversation. */
export class RuleActions {
  readonly #conversations: Conversations;
  readonly #files: RuleFiles;
  readonly #dialogs: RuleDialogs;
  readonly #clock: Clock;

  constructor(conversations: Conversations, files: RuleFiles, dialogs: RuleDialogs, clock: Clock) {
    this.#clock = clock;
    this.#conversations = conversations;
    this.#files = files;
    this.#dialogs = dialogs;
  }

  /** Shows the rules until the user is done with them. */
  async manage(): Promise<void> {
    const open = this.#conversations.current;
    const folder = open?.conversation.state.folder;
    if (!open || !folder) return this.#dialogs.showNoConversation();
    for (;;) {
      const rules = await this.#list(open.conversation, folder);
      const chosen = await this.#dialogs.pickRule(rules);
      if (!chosen) return;
      if (chosen.kind === "add") await this.#add(open.id, folder, chosen.rule);
      else await this.#remove(open.id, folder, chosen.rule);
    }
  }

  /** As the CLI says what is in force (2.1.329); of older ones what stands in the settings files, and what was allowed for the conversation. */
  async #list(conversation: Conversation, folder: string): Promise<readonly ListedRule[]> {
    const { controls, permissions } = conversation;
    const answer = await controls.ask("list_permission_rules", {});
    if (answer) {
      return (answer.state.rules ?? []).flatMap(({ behavior = "", source = "", rule = "", editability, notInEffect }): ListedRule[] => {
        if (rule === "") return [];
        const isEditable = editability === "session" || (editability !== "readonly" && places.has(source));
        return [{ behavior, source, rule, isEditable, isInEffect: notInEffect !== true }];
      });
    }
    const stored = (await this.#files.read(folder)).map((rule): ListedRule => ({ ...rule, isEditable: true, isInEffect: true }));
    const own = (behavior: "allow" | "deny", rules: readonly string[] = []): ListedRule[] =>
      rules.map((rule) => ({ behavior, source: "session", rule, isEditable: true, isInEffect: true }));
    return [...own("allow", permissions.grants.rules), ...own("deny", permissions.grants.denied), ...stored];
  }

  async #add(id: ConversationId, folder: string, rule: StoredRule | SessionRule): Promise<void> {
    if (rule.source === "session") return this.#changeSession(id, rule, true);
    await this.#files.add(folder, rule);
    await this.#offerRestart(id);
  }

  async #remove(id: ConversationId, folder: string, { source, behavior, rule }: ListedRule): Promise<void> {
    if (behavior === "ask" && (source === "session" || source === "cliArg")) return this.#dialogs.showStillInForce(rule, [source]);
    if (source === "session" || source === "cliArg") return this.#changeSession(id, { behavior: behavior === "deny" ? "deny" : "allow", rule }, false);
    if (behavior !== "allow" && behavior !== "ask" && behavior !== "deny") return;
    await this.#files.remove(folder, { source: source as RuleSource, behavior, rule });
    await this.#sayIfStillThere(id, folder, { behavior, rule });
    await this.#offerRestart(id);
  }

  /** Looks again, for as long as the CLI takes to notice a change of its files, and says where a rule that means the same is still in force. */
  async #sayIfStillThere(id: ConversationId, folder: string, { behavior, rule }: Pick<ListedRule, "behavior" | "rule">): Promise<void> {
    const conversation = this.#conversations.get(id)?.conversation;
    if (!conversation) return;
    const find = async (): Promise<readonly ListedRule[]> =>
      (await this.#list(conversation, folder)).filter((each) => each.behavior === behavior && getRuleKey(each.rule, behavior) === getRuleKey(rule, behavior));
    let left = await find();
    for (let waited = 0; left.length > 0 && waited < noticedMs; waited += lookMs) {
      await new Promise<void>((resolve) => this.#clock.after(lookMs, resolve));
      left = await find();
    }
    if (left.length > 0) this.#dialogs.showStillInForce(rule, [...new Set(left.map(({ source }) => source))]);
  }

  /** A rule for the length of the conversation lives in its process: another set of them needs another process, which goes on where this one was. */
  async #changeSession(id: ConversationId, { behavior, rule }: Omit<SessionRule, "source">, isAdded: boolean): Promise<void> {
    const open = this.#conversations.get(id);
    if (!open || !(await this.#dialogs.confirmRestart())) return;
    open.conversation.permissions.grant(rule, behavior, isAdded);
    await open.restart();
  }

  /** The CLI reads its settings when it starts; 2.1.329 also when they change. */
  async #offerRestart(id: ConversationId): Promise<void> {
    const open = this.#conversations.get(id);
    if (open?.conversation.client?.supports("list_permission_rules")) return;
    if (await this.#dialogs.confirmRestart()) await open?.restart();
  }
}
