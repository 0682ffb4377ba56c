import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { LimitMeter } from "../../shared/contract/requests/guards.ts";
import type { Decision } from "../../shared/contract/requests/requests.ts";
import type { HookedCall, Participant, ParticipantContext } from "../conversation/ports/participant.ts";
import type { TurnLimits } from "../conversation/ports/turnContext.ts";
import { isSame } from "../options/difference.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";
import { answerMs, createDenial, defaultWaitMs, readCall, turnStopped } from "./gate.ts";
import { HeldQuestion } from "./heldQuestion.ts";
import { getLimitKey, getMeters, getMsUntilNear, getRaised, isNear, isReached, type LimitSettings } from "./limits.ts";
import { TurnTimer } from "./turnTimer.ts";

const units: { readonly [U in LimitMeter["unit"]]: (amount: number) => string } = {
  minutes: (amount) => `${amount} minutes`,
  tokens: (amount) => `${amount} new tokens`,
  usd: (amount) => `$${amount}`,
};

/** Reason why calls are denied at a limit. */
type DenialCause = "wrapUp" | "stopped" | "unanswered";

const causes: { readonly [C in DenialCause]: string } = {
  wrapUp: "The user asks you to wrap up",
  stopped: "The user stopped this turn",
  unanswered: "The user did not answer whether to go on",
};

export interface LimitGuardOptions {
  readonly conversation: ParticipantContext;
  /** Returns the limits as the settings are now. */
  readonly settings: () => LimitSettings;
  /** Returns true if a held call of this version cannot run when `claude` cancels its hook. */
  readonly isHard: (version: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Time in ms that a held call waits for the user; default one hour. */
  readonly maxWaitMs?: number;
}

/** Denial of all calls until the next turn. */
interface Denial {
  readonly cause: DenialCause;
  readonly limit: LimitMeter;
  /** Number of denied calls. */
  count: number;
}

/**
 * Number of calls that are denied at a limit before the turn is stopped, so that a model that ignores denials cannot
 * continue forever.
 */
const maxDenials = 5;

/**
 * Holds tool calls at the limits of the user, in every mode and for subagents, because a hook sees every call.
 * Invariants:
 *
 * - A held call runs only after the limit was raised or lifted. No answer, a failure, or the end of the turn denies it
 *   with the reason.
 * - Once the user asked to wrap up, or did not answer, all calls are denied until the next turn.
 * - The time in which a request waits for the user is not part of the turn.
 */
export class LimitGuard implements Participant {
  readonly name = "limits";
  readonly hooks: readonly Hook[];
  readonly #options: LimitGuardOptions;
  readonly #timer: TurnTimer;
  readonly #question: HeldQuestion;
  readonly #raised = new Map<string, number>();
  /** Limits with a notice, each with its value. */
  readonly #noted = new Set<string>();
  #denying: Denial | undefined;
  #turnStartedAt: number | undefined;
  #isInTurn = false;
  #tick: Disposable | undefined;

  constructor(options: LimitGuardOptions) {
    this.#options = options;
    const { conversation, clock, maxWaitMs = defaultWaitMs } = options;
    this.#timer = new TurnTimer(clock);
    this.#question = new HeldQuestion({ held: conversation.guarding.held, clock, maxWaitMs });
    // The question ends first, so that the hook can deny with the reason.
    this.hooks = [
      {
        event: "PreToolUse",
        role: "gate",
        limitMs: maxWaitMs + answerMs,
        callback: (input, { toolUseId, signal }) => this.#check(input, toolUseId, signal),
      },
    ];
    conversation.events.on("promptRendered", () => {
      if (!this.#isInTurn) this.#beginTurn();
    });
    conversation.changes.onDidChangeState(watched, () => this.#follow());
  }

  limits(): TurnLimits {
    const meters = this.#getMeters();
    const time = meters.find(({ unit }) => unit === "minutes");
    const budgets = meters.flatMap(({ unit, ...rest }) => (unit === "minutes" ? [] : [{ ...rest, unit }]));
    return {
      budgets,
      ...(time === undefined ? {} : { deadline: this.#options.clock.now() + (time.max - time.used) * 60_000 }),
    };
  }

  turnEnded(): void {
    this.#isInTurn = false;
    this.#follow();
  }

  #beginTurn(): void {
    const { conversation } = this.#options;
    this.#isInTurn = true;
    this.#denying = undefined;
    conversation.guarding.usage.beginTurn();
    for (const name of [...this.#raised.keys()]) if (name.startsWith("turn ")) this.#raised.delete(name);
    for (const name of [...this.#noted]) if (name.startsWith("turn ")) this.#noted.delete(name);
    this.#timer.reset();
    this.#noteVersion();
    this.#follow();
  }

  /** Follows the state: begins a turn, and pauses while a request waits or nothing runs. */
  #follow(): void {
    const { turnStartedAt, status, requests, background: tasks } = this.#options.conversation.state();
    if (turnStartedAt !== undefined && turnStartedAt !== this.#turnStartedAt) {
      this.#turnStartedAt = turnStartedAt;
      if (!this.#isInTurn) return this.#beginTurn();
    }
    const isRunning =
      (status === "working" || status === "idle") && (this.#isInTurn || tasks.some(({ kind }) => kind === "agent"));
    this.#timer.setRunning(isRunning && requests.length === 0);
    this.#show(isRunning);
  }

  /** Shows the limits, and again when the time has changed visibly. */
  #show(isRunning: boolean): void {
    const { conversation, clock } = this.#options;
    this.#tick?.dispose();
    this.#tick = undefined;
    const meters = isRunning ? this.#getMeters() : [];
    const rounded = meters.map((limit) =>
      limit.unit === "minutes" ? { ...limit, used: Math.floor(limit.used * 10) / 10 } : limit,
    );
    const shown = conversation.state().limits ?? [];
    if (!isSame(shown, rounded)) conversation.guarding.patch({ limits: rounded.length === 0 ? null : rounded });
    // One that is reached already is on its card.
    for (const limit of meters) if (isNear(limit) && !isReached(limit)) this.#noteOnce("limitNear", limit);
    const time = meters.find(({ unit }) => unit === "minutes");
    if (!time || !this.#timer.isRunning) return;
    const usual = Math.min(Math.max(time.max * 600, 1_000), 15_000);
    // A short limit would be reached between two looks, and never said to be near.
    const delay = isNear(time) ? usual : Math.min(usual, Math.max(getMsUntilNear(time), 50));
    this.#tick = clock.after(delay, () => this.#show(true));
  }

  async #check(input: HookInput, toolUseId: string | undefined, signal: AbortSignal): Promise<HookOutput> {
    const { conversation } = this.#options;
    const call = readCall(input, toolUseId);
    if (this.#getMeters().some(({ unit }) => unit !== "minutes")) await conversation.guarding.usage.refresh();
    this.#follow();
    for (;;) {
      if (this.#denying) return this.#deny(call, this.#denying);
      const limit = this.#getMeters().find(isReached);
      if (!limit) return {};
      const raisedTo = getRaised(limit);
      const answer = (decision: Decision | undefined): void => this.#answer(limit, raisedTo, decision);
      if (!(await this.#question.wait(call, { code: "limit", limit, raisedTo }, signal, answer)))
        return createDenial(turnStopped);
    }
  }

  #answer(limit: LimitMeter, raisedTo: number, decision: Decision | undefined): void {
    const { conversation, logger } = this.#options;
    if (decision?.kind === "guard" && (decision.choice === "raise" || decision.choice === "unlimited")) {
      this.#raised.set(getLimitKey(limit), decision.choice === "raise" ? raisedTo : Number.POSITIVE_INFINITY);
      return this.#follow();
    }
    if (decision?.kind === "guard") this.#denying = { cause: "wrapUp", limit, count: 0 };
    else if (decision === undefined) {
      this.#denying = { cause: "unanswered", limit, count: 0 };
      conversation.notice("warning", { code: "limitUnanswered", limit });
    } else {
      this.#denying = { cause: "stopped", limit, count: 0 };
      background(conversation.guarding.stop(), logger, "stopping a turn at a limit");
    }
  }

  #deny(call: HookedCall, denying: Denial): HookOutput {
    const { conversation, logger } = this.#options;
    const reason = formatDenial(denying.cause, denying.limit);
    conversation.guarding.held().deny(call, reason);
    if (++denying.count === maxDenials) background(conversation.guarding.stop(), logger, "stopping a turn at a limit");
    return createDenial(reason);
  }

  #getMeters(): readonly LimitMeter[] {
    const { conversation, settings } = this.#options;
    const { turn, conversation: whole } = conversation.guarding.usage;
    const canTellCost = conversation.guarding.canAskUsage();
    const used = {
      minutes: this.#timer.elapsedMs / 60_000,
      turn: canTellCost ? turn : { ...turn, costUsd: undefined },
      conversation: whole,
    };
    return getMeters(settings(), used, this.#raised);
  }

  #noteOnce(code: "limitNear", limit: LimitMeter): void {
    const name = `${getLimitKey(limit)} ${limit.max}`;
    if (this.#noted.has(name)) return;
    this.#noted.add(name);
    this.#options.conversation.notice("info", { code, limit });
  }

  /** Shows once which of the set limits this version of `claude` does not fully support. */
  #noteVersion(): void {
    const { conversation, settings, isHard } = this.#options;
    const { cliVersion: version } = conversation.state();
    const set = settings();
    if (version === undefined || Object.values(set).every((value) => !(value > 0))) return;
    const note = (code: "guardSoft" | "costLate"): void => {
      if (this.#noted.has(`${code} ${version}`)) return;
      this.#noted.add(`${code} ${version}`);
      conversation.notice("info", { code, version });
    };
    if (!isHard(version)) note("guardSoft");
    if (set.maxCostUsd > 0 && !conversation.guarding.canAskUsage()) note("costLate");
  }
}

/** Fields of the state that begin, pause or end the time of a turn. */
const watched = ["requests", "turnStartedAt", "status", "background", "newTokens"] as const;

/** Returns the text that the model reads when a call is denied at a limit. */
function formatDenial(cause: DenialCause, { scope, unit, max }: LimitMeter): string {
  const limit = `The limit of ${units[unit](max)} that the user set for this ${scope} is reached.`;
  return `${limit} ${causes[cause]}: call no more tools, and reply now with what is done and what is left.`;
}
