import type { Clock } from "../../../shared/base/clock.ts";
import { getRuleKey } from "../../../shared/base/ruleKey.ts";
import type { ConversationId } from "../../../shared/contract/ids.ts";
import type { Conversation } from "../../conversation/conversation.ts";
import type { ProfiledFolder } from "../../conversation/ports/ports.ts";
import { describeOwnPermissions } from "../../options/repository/ownPermissions.ts";
import type { Conversations } from "../conversations.ts";
import type { RuleFiles, RuleSource, StoredRule } from "../ports.ts";
import type { RepositoryTrust } from "../repositoryTrust.ts";

/** A rule of any source. The names of behaviors and sources are those of `claude`. */
export interface ListedRule {
  readonly behavior: string;
  readonly source: string;
  readonly rule: string;
  readonly isEditable: boolean;
  /** False for a rule that another one overrides. */
  readonly isInEffect: boolean;
}

/** A rule that lasts as long as the conversation. */
export interface SessionRule {
  readonly source: "session";
  readonly behavior: "allow" | "deny";
  readonly rule: string;
}

type SessionChange = Omit<SessionRule, "source">;

/** The change that the user picked in the list of rules. */
export type RuleChoice =
  | { readonly kind: "add"; readonly rule: StoredRule | SessionRule }
  | { readonly kind: "remove"; readonly rule: ListedRule };

/** Native dialogs about rules. */
export interface RuleDialogs {
  showNoConversation(): void;
  /** Resolves to undefined once the user closes the list. */
  pickRule(rules: readonly ListedRule[]): Promise<RuleChoice | undefined>;
  /**
   * Reports that a rule was removed where possible, but that an equivalent one is still in effect in these sources
   * (names of `claude`).
   */
  showStillInForce(rule: string, sources: readonly string[]): void;
  /** Asks whether the process may restart for the change; the conversation continues. */
  confirmRestart(): Promise<boolean>;
}

/** Sources that a rule can be added to and removed from. */
const places: ReadonlySet<string> = new Set(["userSettings", "projectSettings", "localSettings"]);

/**
 * Maximum time that `claude` 2.1.329 takes to notice a changed settings file (up to 1.9 s measured), and the interval
 * between two checks, in ms.
 */
const noticedMs = 3_000;
const lookMs = 250;

export interface RuleActionsOptions {
  readonly conversations: Conversations;
  readonly files: RuleFiles;
  readonly dialogs: RuleDialogs;
  readonly clock: Clock;
  readonly trust: Pick<RepositoryTrust, "acknowledge">;
}

/** Actions of the user on the permission rules in effect for a conversation. */
export class RuleActions {
  readonly #options: RuleActionsOptions;

  constructor(options: RuleActionsOptions) {
    this.#options = options;
  }

  /** Shows the rules until the user closes the list. */
  async manage(): Promise<void> {
    const { conversations, dialogs } = this.#options;
    const open = conversations.current;
    if (!open?.conversation.state.folder) return dialogs.showNoConversation();
    const { folder, profile } = open.conversation.state;
    const place = { folder, profile };
    for (;;) {
      const rules = await this.#list(open.conversation, place);
      const chosen = await dialogs.pickRule(rules);
      if (!chosen) return;
      if (chosen.kind === "add") await this.#add(open.id, place, chosen.rule);
      else await this.#remove(open.id, place, chosen.rule);
    }
  }

  /**
   * Lists the rules as `claude` reports them (2.1.329); for older versions the rules of the settings files and the
   * grants of the conversation.
   */
  async #list(conversation: Conversation, place: ProfiledFolder): Promise<readonly ListedRule[]> {
    const { controls, permissions } = conversation;
    const answer = await controls.ask("list_permission_rules", {});
    if (answer) {
      return (answer.state.rules ?? []).flatMap(
        ({ behavior = "", source = "", rule = "", editability, notInEffect }): ListedRule[] => {
          if (rule === "") return [];
          const isEditable = editability === "session" || (editability !== "readonly" && places.has(source));
          return [{ behavior, source, rule, isEditable, isInEffect: notInEffect !== true }];
        },
      );
    }
    const stored = (await this.#options.files.read(place)).map(
      (rule): ListedRule => ({ ...rule, isEditable: true, isInEffect: true }),
    );
    const own = (behavior: "allow" | "deny", rules: readonly string[] = []): ListedRule[] =>
      rules.map((rule) => ({ behavior, source: "session", rule, isEditable: true, isInEffect: true }));
    return [...own("allow", permissions.grants.rules), ...own("deny", permissions.grants.denied), ...stored];
  }

  async #add(id: ConversationId, place: ProfiledFolder, rule: StoredRule | SessionRule): Promise<void> {
    const { trust, files } = this.#options;
    if (rule.source === "session") return void (await this.#changeSession(id, rule, true));
    // Before the file changes, so that no start asks about it.
    if (rule.source !== "userSettings" && rule.behavior === "allow")
      await trust.acknowledge(
        describeOwnPermissions(place.folder, [{ source: rule.source, kind: "rule", value: rule.rule }]),
      );
    await files.add(place, rule);
    await this.#offerRestart(id);
  }

  async #remove(id: ConversationId, place: ProfiledFolder, { source, behavior, rule }: ListedRule): Promise<void> {
    const { dialogs, files } = this.#options;
    if (behavior === "ask" && (source === "session" || source === "cliArg"))
      return dialogs.showStillInForce(rule, [source]);
    if (source === "session" || source === "cliArg")
      return this.#removeFromSession(id, place, { source, behavior: behavior === "deny" ? "deny" : "allow", rule });
    if (behavior !== "allow" && behavior !== "ask" && behavior !== "deny") return;
    await files.remove(place, { source: source as RuleSource, behavior, rule });
    await this.#sayIfStillThere(id, place, { behavior, rule });
    await this.#offerRestart(id);
  }

  /**
   * Lists the rules again, for as long as `claude` takes to notice a change of its files, and reports the sources where
   * an equivalent rule is still in effect.
   */
  async #sayIfStillThere(
    id: ConversationId,
    place: ProfiledFolder,
    { behavior, rule }: Pick<ListedRule, "behavior" | "rule">,
  ): Promise<void> {
    const { conversations, clock, dialogs } = this.#options;
    const conversation = conversations.get(id)?.conversation;
    if (!conversation) return;
    const find = async (): Promise<readonly ListedRule[]> =>
      (await this.#list(conversation, place)).filter(
        (each) => each.behavior === behavior && getRuleKey(each.rule, behavior) === getRuleKey(rule, behavior),
      );
    let left = await find();
    for (let waited = 0; left.length > 0 && waited < noticedMs; waited += lookMs) {
      await new Promise<void>((resolve) => clock.after(lookMs, resolve));
      left = await find();
    }
    if (left.length > 0) dialogs.showStillInForce(rule, [...new Set(left.map(({ source }) => source))]);
  }

  /**
   * Removes a rule that was allowed or denied for the conversation. One that a setting passes at each start stays, and
   * the user is told.
   */
  async #removeFromSession(
    id: ConversationId,
    place: ProfiledFolder,
    { source, behavior, rule }: SessionChange & { readonly source: string },
  ): Promise<void> {
    const { conversations, dialogs } = this.#options;
    const { rules, denied = [] } = conversations.get(id)?.conversation.permissions.grants ?? {
      rules: [],
    };
    const isGranted = (behavior === "deny" ? denied : rules).some(
      (each) => getRuleKey(each, behavior) === getRuleKey(rule, behavior),
    );
    if (source === "cliArg" && !isGranted) return dialogs.showStillInForce(rule, [source]);
    if (await this.#changeSession(id, { behavior, rule }, false))
      await this.#sayIfStillThere(id, place, { behavior, rule });
  }

  /**
   * Changes a rule that lasts as long as the conversation. Its process keeps such rules, so a change needs a restart,
   * which resumes the conversation. Resolves to false if the user does not want that.
   */
  async #changeSession(id: ConversationId, { behavior, rule }: SessionChange, isAdded: boolean): Promise<boolean> {
    const { conversations, dialogs } = this.#options;
    const open = conversations.get(id);
    if (!open || !(await dialogs.confirmRestart())) return false;
    open.conversation.permissions.grant(rule, behavior, isAdded);
    await open.restart();
    return true;
  }

  /** Offers a restart: `claude` reads its settings when it starts; 2.1.329 also reads them when they change. */
  async #offerRestart(id: ConversationId): Promise<void> {
    const { conversations, dialogs } = this.#options;
    const open = conversations.get(id);
    if (open?.conversation.client?.supports("list_permission_rules")) return;
    if (await dialogs.confirmRestart()) await open?.restart();
  }
}
