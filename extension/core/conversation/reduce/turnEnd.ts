import { stripControl } from "../../../shared/base/invisible.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { DeniedCall, TurnItem } from "../../../shared/contract/items.ts";
import { normalizeToolName } from "../../../shared/contract/tools.ts";
import type { TurnUsage } from "../../../shared/contract/usage.ts";
import type { ResultFrame } from "../../protocol/frames/frames.ts";
import { getSubject } from "../tools/describeCall.ts";
import { countInputTokens } from "./frameFields.ts";
import { getEndingLimit } from "./planLimit.ts";
import type { StoreView } from "./reduction.ts";
import { getTurnFailure } from "./turnFailure.ts";
import { getWaitedMs } from "./waitedTime.ts";

/** Maximum number of characters of a structured answer that its row shows. */
const maxStructured = 20_000;

/** Creates the row of a turn that a result ends. `words` is the text that the row shows as the cause of a failure. */
export function createTurnItem(
  store: StoreView,
  frame: ResultFrame,
  usage: TurnUsage | undefined,
  now: number | undefined,
): { readonly item: TurnItem; readonly words: string | undefined } {
  const outcome = getOutcome(frame);
  const words =
    outcome === "failed" ? stripControl(frame.errors?.join("\n") || frame.result || "") || undefined : undefined;
  const failure = outcome === "failed" ? getTurnFailure(frame, words ?? "", getErrorCode(store)) : undefined;
  const limit = failure === "planLimit" ? getEndingLimit(store, words ?? "") : undefined;
  const denials = readDenials(store, frame);
  const structured =
    frame.structured_output === undefined
      ? ""
      : stripControl(JSON.stringify(frame.structured_output, undefined, 2)).slice(0, maxStructured);
  const tokens = countTurnTokens(frame, usage);
  const cost = frame.total_cost_usd === undefined ? store.state.costUsd : frame.total_cost_usd + store.costOffset;
  const item: TurnItem = {
    kind: "turn",
    id: getTurnId(store, frame.uuid ?? now ?? 0),
    outcome,
    ...(failure === undefined ? {} : { failure }),
    ...(words === undefined ? {} : { message: words }),
    ...getTimes(store, frame, now),
    ...(tokens.output > 0 ? { tokens } : {}),
    ...(store.isCostKnown && cost > store.state.costUsd ? { costUsd: cost - store.state.costUsd } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...withLimits(store),
    ...(denials.length === 0 ? {} : { denials }),
    ...(limit === undefined ? {} : { limit }),
    ...(structured === "" ? {} : { structuredOutput: structured }),
    ...(endingHooks.has(frame.terminal_reason) ? { isEndedByHook: true } : {}),
  };
  return { item, words };
}

/**
 * Returns the time of a turn, which `claude` counts with that of its requests (all versions), without the time in which
 * they waited for the user.
 */
function getTimes(
  { state }: StoreView,
  { duration_ms: all }: ResultFrame,
  now: number | undefined,
): Pick<TurnItem, "durationMs" | "waitedMs"> {
  if (all === undefined) return {};
  const waitedMs = now === undefined ? 0 : Math.min(all, getWaitedMs(state, now));
  return { durationMs: all - waitedMs, ...(waitedMs < 1_000 ? {} : { waitedMs }) };
}

/** Returns the limits of the turn that the user set, with their last count. */
function withLimits({ state }: StoreView): Pick<TurnItem, "limits"> {
  const limits = (state.limits ?? []).filter(({ scope }) => scope === "turn");
  return limits.length === 0 ? {} : { limits };
}

/** Reasons for the end of a turn by which a hook ended it (2.1.329). */
const endingHooks: ReadonlySet<string | undefined> = new Set(["stop_hook_prevented", "hook_stopped"]);

/**
 * Returns the outcome of a turn. An interrupt ends as `error_during_execution` in 2.0.77 and 2.1.50, and with its own
 * terminal reason in 2.1.329.
 */
function getOutcome(frame: ResultFrame): TurnItem["outcome"] {
  if (frame.terminal_reason?.startsWith("aborted")) return "stopped";
  if (frame.subtype === "success" && !frame.is_error) return "done";
  const isInterrupt =
    frame.subtype === "error_during_execution" && frame.terminal_reason === undefined && !frame.errors?.length;
  return isInterrupt ? "stopped" : "failed";
}

/** Returns the code of the error that the last reply of `claude` reports. */
function getErrorCode(store: StoreView): string | undefined {
  const last = store.last(mainThread);
  return last?.kind === "text" && last.isFromCli ? last.error : undefined;
}

/**
 * Returns the tokens of the main model's requests; of all models where the result has no count of them, as at the end
 * by a limit.
 */
function countTurnTokens(
  frame: ResultFrame,
  usage: TurnUsage | undefined,
): { readonly input: number; readonly output: number } {
  const output = frame.usage?.output_tokens ?? 0;
  if (output > 0) return { input: countInputTokens(frame.usage), output };
  const models = usage?.models ?? [];
  const add = (count: (model: (typeof models)[number]) => number): number =>
    models.reduce((sum, model) => sum + count(model), 0);
  return {
    input: add(({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite),
    output: add((model) => model.output),
  };
}

/**
 * Returns the calls of the turn that were denied, each with the decision on its row, else with the text that the model
 * got.
 */
function readDenials(store: StoreView, frame: ResultFrame): readonly DeniedCall[] {
  return (frame.permission_denials ?? []).map(({ tool_name: name, tool_use_id: external, tool_input: input = {} }) => {
    const id = store.ids.keyOf(external);
    const record = store.record(id);
    const row = record && store.item(record.thread, id);
    const call = row?.kind === "tool" ? row : undefined;
    const told =
      record?.output === undefined
        ? undefined
        : ({ code: "byRule", text: stripControl(record.output).trim() } as const);
    const decided = call?.decided ?? told;
    return {
      id,
      tool: call?.tool ?? normalizeToolName(stripControl(name)),
      subject: call?.subject ?? getSubject(name, input, store.state.folder),
      ...(decided === undefined ? {} : { decided }),
    };
  });
}

/**
 * Returns the id of a turn's row, derived from the last message in the turn so that it is the same when it is read
 * back. Uses `other` where that id is taken.
 */
export function getTurnId(store: StoreView, other: string | number): string {
  const id = `turn:${store.lastSaid(mainThread)?.id ?? other}`;
  return store.item(mainThread, id) ? `turn:${other}` : id;
}
