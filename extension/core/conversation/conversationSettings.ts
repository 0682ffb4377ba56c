import { getErrorMessage, isFailure } from "../../shared/base/failure.ts";
import { stripControl } from "../../shared/base/invisible.ts";
import type { Effective, LeftOutOption } from "../../shared/contract/configuration.ts";
import { addReported, type ReportedValues } from "../../shared/contract/conversationState.ts";
import { getDifference, isSame } from "../options/difference.ts";
import type { LiveRequest, Option } from "../options/option.ts";
import { type OptionName, type OptionValue, optionRows } from "../options/options.ts";
import { getValues, type Layer, resolve } from "../options/resolve.ts";
import type { Client } from "../protocol/connection/client.ts";
import { hasSince } from "../protocol/version.ts";
import { getRepeated, hasLiveEffect, readReport } from "./liveOptions.ts";
import { OptionStates, parseReport } from "./optionStates.ts";
import type { ConversationContext } from "./view/conversationContext.ts";

export interface ConversationSettingsOptions {
  /** Returns the client while its process can take control requests. */
  readonly client: () => Client | undefined;
  /** Values that the user chose for this conversation. */
  readonly choices: Readonly<Record<string, unknown>>;
}

/** Options that `claude` also changes on its own. */
const followed = [...optionRows].flatMap(([name, { report }]) =>
  report?.isFollowed ? [name as keyof ReportedValues] : [],
);

/**
 * The values of all options for one conversation. Invariants:
 *
 * - A choice of the user wins over the settings until `reset`, and outlives the process.
 * - Requests are sent one after the other, in the order of the changes; each compares with what the process got before.
 * - A value is shown as in effect only if `claude` did not say otherwise.
 */
export class ConversationSettings {
  readonly #context: ConversationContext;
  readonly #options: ConversationSettingsOptions;
  #choices: Readonly<Record<string, unknown>>;
  #layers: readonly Layer[] = [];
  /** Settings that changed while a process was starting. */
  #newer: readonly Layer[] | undefined;
  /** The values that the running process got last; undefined without one. */
  #values: ReadonlyMap<string, unknown> | undefined;
  readonly #states = new OptionStates();
  /** Changes that are being applied by another way than a request of the table, by option. */
  readonly #applying = new Map<OptionName, object>();
  #restart: readonly string[] = [];
  #withheld: readonly string[] = [];
  #underWay: Promise<void> = Promise.resolve();
  /** The reports at the last call of `follow`. */
  #followed: ReportedValues = {};

  constructor(context: ConversationContext, options: ConversationSettingsOptions) {
    this.#context = context;
    this.#options = options;
    this.#choices = options.choices;
    this.#show();
  }

  /** The user's choices for this conversation, by option. */
  get choices(): Readonly<Record<string, unknown>> {
    return this.#choices;
  }

  /** Every option with its value for this conversation, in the order of the table. */
  get effective(): readonly Effective[] {
    return this.#resolved.map((option): Effective => {
      const shown = this.#states.show(option);
      if (this.#applying.has(option.name as OptionName)) return { ...shown, state: "requested" };
      return this.#restart.includes(option.name) ? { ...shown, state: "needsRestart" } : shown;
    });
  }

  /** The settings that apply, without the user's choices. */
  get layers(): readonly Layer[] {
    return this.#layers;
  }

  /** True if the settings were read since the window opened. */
  get isKnown(): boolean {
    return this.#layers.length > 0;
  }

  /** Call when a process begins to start. */
  beginStart(): void {
    this.endProcess();
    this.#newer = undefined;
  }

  /** Takes over the settings with which a process starts, and what it does without. */
  began(layers: readonly Layer[], leftOut: readonly LeftOutOption[]): void {
    const { notice } = this.#context;
    this.#layers = layers;
    this.#values = getValues(this.#resolved);
    this.#states.begin(leftOut);
    for (const option of leftOut) notice("warning", { code: "optionLeftOut", option });
    this.#show();
  }

  /** Call when the process takes requests and has reported its start: applies what changed or was chosen meanwhile. */
  async ready(): Promise<void> {
    this.#followed = {};
    this.follow(this.#context.state.reported);
    const layers = this.#newer;
    this.#newer = undefined;
    await (layers ? this.update(layers, this.#withheld) : this.#apply());
  }

  /** Call when no process runs anymore. The next one starts with the newest values, so nothing waits for a restart. */
  endProcess(): void {
    this.#values = undefined;
    this.#states.clear();
    this.#applying.clear();
    this.#restart = [];
    this.#withheld = [];
    this.#show();
  }

  /**
   * Applies changed settings. `withheld`: options whose new values wait for a decision of the user, which the next
   * start asks for.
   */
  async update(layers: readonly Layer[], withheld: readonly string[] = []): Promise<void> {
    this.#layers = layers;
    this.#newer = layers;
    this.#withheld = withheld;
    await this.#apply();
  }

  /**
   * Call before a changed value that the process is to get by another way than a request of the table. It needs no
   * restart until the returned function is called with whether the process has it now. Of several changes of an option
   * only the last one counts.
   */
  beginApplying(name: OptionName): (isApplied: boolean) => Promise<void> {
    const change = {};
    this.#applying.set(name, change);
    return async (isApplied) => {
      if (this.#applying.get(name) !== change) return;
      this.#applying.delete(name);
      if (isApplied && this.#values)
        this.#values = new Map(this.#values).set(name, getValues(this.#resolved).get(name));
      await this.#apply();
    };
  }

  /** Sets a value for this conversation alone. A refused one is reverted, with a notice. Never rejects. */
  async choose<N extends OptionName>(name: N, value: OptionValue<N>): Promise<void> {
    const before = this.#choices;
    this.#choices = { ...before, [name]: value };
    await this.#apply(name);
    if (!this.#states.isRefused(name)) return;
    this.#states.confirm(name);
    // Other choices may have been made meanwhile, also of the same option.
    if (this.#choices[name] !== value) return;
    const { [name]: _refused, ...others } = this.#choices;
    this.#choices = Object.hasOwn(before, name) ? { ...others, [name]: before[name] } : others;
    this.#show();
  }

  /** Drops the user's choices, so that the settings apply again. */
  async reset(): Promise<void> {
    this.#choices = {};
    await this.#apply();
  }

  /**
   * Takes over the values that `claude` changed on its own, such as the mode by an approved plan: a choice of the user
   * follows. Call after each frame, with the reports so far.
   */
  follow(reported: ReportedValues): void {
    const before = this.#followed;
    if (reported === before) return;
    this.#followed = reported;
    for (const name of followed) {
      const inForce = reported[name];
      if (inForce === undefined || inForce === before[name]) continue;
      // Only the first report is an answer, to the value of the start.
      if (before[name] === undefined) this.#states.compare(name, this.#values?.get(name), inForce);
      else this.#states.replace(name);
      // A choice that the process has not got yet is newer than its report.
      if (this.#values && isSame(this.#choices[name], this.#values.get(name))) this.#followChoice(name, inForce);
      this.#show();
    }
  }

  /** Call when a turn begins: it reports the values in effect, so nothing is merely requested anymore. */
  noteTurn(): void {
    if (this.#states.noteTurn()) this.#show();
  }

  #followChoice(name: OptionName, reported: unknown): void {
    const value = optionRows.get(name)?.schema.safeParse(parseReport(name, reported));
    if (value?.success !== true || this.#choices[name] === value.data) return;
    this.#choices = { ...this.#choices, [name]: value.data };
    if (this.#values) this.#values = new Map(this.#values).set(name, value.data);
  }

  get #resolved(): readonly Effective[] {
    return resolve([...this.#layers, { source: { kind: "panel" }, values: this.#choices }]);
  }

  /**
   * `repeated`: an option whose request is sent even if its value is the same, since `claude` may have changed it on
   * its own.
   */
  #apply(repeated?: OptionName): Promise<void> {
    this.#underWay = this.#underWay.then(() => this.#applyNow(repeated));
    return this.#underWay;
  }

  async #applyNow(repeated: OptionName | undefined): Promise<void> {
    const before = this.#values;
    const client = this.#options.client();
    if (before && client) {
      const after = getValues(this.#resolved);
      const { live, restart } = getDifference(
        before,
        after,
        (request, row) => client.supports(request) && hasLiveEffect(client, row),
      );
      this.#restart = [...new Set([...restart, ...this.#withheld])].filter(
        (name) => !this.#applying.has(name as OptionName),
      );
      const changes =
        repeated === undefined || live.some(({ name }) => name === repeated)
          ? live
          : [...live, ...getRepeated(repeated, after, restart)];
      for (const { name, requests } of changes) {
        if (!(await this.#send(client, name, requests, after.get(name)))) continue;
        if (this.#values) this.#values = new Map(this.#values).set(name, after.get(name));
      }
    }
    this.#show();
  }

  /** Sends the requests for one option. Returns false if the process keeps the value it had. */
  async #send(client: Client, name: OptionName, requests: readonly LiveRequest[], value: unknown): Promise<boolean> {
    const isChosen = Object.hasOwn(this.#choices, name);
    const since = optionRows.get(name)?.valueSince?.(value);
    // An older version can ignore such a value without a word.
    if (since !== undefined && hasSince(client.version, since) === "no") {
      this.#states.refuse(name);
      this.#context.notice("warning", {
        code: "optionLeftOut",
        option: { name, code: "versionLacks", value: String(value) },
      });
      return !isChosen;
    }
    try {
      let answer: unknown;
      for (const { request, body } of requests) answer = await client.call(request, body as never);
      const row = optionRows.get(name) as Option;
      const reported = await readReport(client, row, answer);
      this.#note(name, row, value, reported);
      return true;
    } catch (error) {
      if (isFailure(error, "connectionClosed")) return false;
      const reason = stripControl(getErrorMessage(error));
      this.#states.refuse(name, reason);
      this.#context.notice("error", { code: "optionRefused", option: name, reason });
      // A refused setting is not sent again until it changes; a refused choice is reverted.
      return !isChosen;
    }
  }

  /** Takes over the answer to a request for an option; `reported` is undefined if it confirms nothing. */
  #note(name: OptionName, { report }: Option, value: unknown, reported: unknown): void {
    const { patch, notice, state } = this.#context;
    // A version that reports nothing is taken at its word, except for a model, whose name it resolves. What a turn
    // reported of an option without a report is of the time before.
    const inForce = reported === undefined && report ? value : reported;
    if (reported !== undefined || report?.isExact !== false)
      patch(addReported(state, { [name]: inForce || undefined }));
    if (report?.isFollowed) this.#followed = this.#context.state.reported;
    if (reported === undefined) return this.#states.request(name);
    this.#states.confirm(name);
    if (!report?.isExact || !this.#states.compare(name, value, reported)) return;
    if (!Object.hasOwn(this.#choices, name)) {
      this.#states.refuse(name);
      notice("warning", { code: "optionRefused", option: name, reason: "" });
    } else if (report.isFollowed) this.#followChoice(name, reported);
  }

  #show(): void {
    const { effective } = this;
    const settings = Object.fromEntries(
      effective.filter(({ name }) => optionRows.get(name)?.isPerConversation).map((each) => [each.name, each]),
    );
    this.#context.patch({ settings, needsRestart: this.#restart.length > 0 ? this.#restart : null });
  }
}
