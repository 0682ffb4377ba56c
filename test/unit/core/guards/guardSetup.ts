import type { MakeParticipant } from "../../../../extension/core/conversation/ports/participant.ts";
import { LimitGuard } from "../../../../extension/core/guards/limitGuard.ts";
import type { LimitSettings } from "../../../../extension/core/guards/limits.ts";
import type { LimitMeter } from "../../../../extension/shared/contract/requests/guards.ts";
import type { Decision, GuardView } from "../../../../extension/shared/contract/requests/requests.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { assistant, begin, result } from "../conversation/conversationSetup.ts";
import { settled } from "../protocol/setup.ts";

export const init = { type: "system", subtype: "init", session_id: "s1", tools: ["Bash"], cwd: "/w" };
export const noLimits: LimitSettings = {
  deadlineMinutes: 0,
  maxTokens: 0,
  maxCostUsd: 0,
  conversationMaxTokens: 0,
  conversationMaxCostUsd: 0,
};

/** A conversation with a guard of limits whose clock the test moves, and whose CLI can call its hooks. */
export async function guarded(
  limits: Partial<LimitSettings>,
  options: Parameters<typeof begin>[0] & { others?: readonly MakeParticipant[]; guard?: MakeParticipant } = {},
) {
  let settings: LimitSettings = { ...noLimits, ...limits };
  const clock = options.clock ?? new FakeClock();
  const guard: MakeParticipant = (conversation) =>
    new LimitGuard({
      conversation,
      settings: () => settings,
      isHard: (version) => version !== "2.1.50",
      clock,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
  const parts = await begin({ ...options, clock, participants: [options.guard ?? guard, ...(options.others ?? [])] });
  const { conversation, cli } = parts;
  parts.answers["get_usage"] = {};
  const announced = (event: string): { hookCallbackIds: string[]; timeout: number; onFailure?: string }[] =>
    cli().received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"].hooks[event];
  let calls = 0;
  /** Calls the hook of the guard for an event; a gate is the only one of its kind. */
  const hook = (event: string, input: object, id = `h${calls++}`): string => {
    const [callback] = announced(event).find(({ onFailure }) => onFailure === "block")!.hookCallbackIds;
    const toolUseId = (input as { tool_use_id?: string }).tool_use_id;
    const request = {
      subtype: "hook_callback",
      callback_id: callback,
      input: { hook_event_name: event, ...input },
      tool_use_id: toolUseId,
    };
    cli().write({ type: "control_request", request_id: id, request });
    return id;
  };
  /** Calls a hook that only observes, in all participants. */
  const observe = (event: string, input: { readonly tool_use_id: string; readonly [field: string]: unknown }): void => {
    for (const { hookCallbackIds } of announced(event)) {
      const request = {
        subtype: "hook_callback",
        callback_id: hookCallbackIds[0],
        input: { hook_event_name: event, ...input },
        tool_use_id: input.tool_use_id,
      };
      cli().write({ type: "control_request", request_id: `o${calls++}`, request });
    }
  };
  const newCall = (): string => `toolu_${calls++}`;
  /** Calls the gate for a call; the answer is undefined while the call is held. */
  const call = async (tool = "Bash", input: object = { command: "ls" }, toolUseId = newCall()) => {
    const id = hook("PreToolUse", { tool_name: tool, tool_input: input, tool_use_id: toolUseId });
    await settled();
    return {
      get answer() {
        return getOutput(id);
      },
      id,
      toolUseId,
    };
  };
  const getOutput = (id: string): { permissionDecision?: string; permissionDecisionReason?: string } | undefined => {
    const response = cli().received.find((frame) => frame["response"]?.request_id === id)?.["response"];
    return response && (response.response?.hookSpecificOutput ?? {});
  };
  const beginTurn = async (text = "go"): Promise<void> => {
    conversation.submit(text);
    cli().write(init);
    await settled();
  };
  const write = async (...frames: object[]): Promise<void> => {
    for (const frame of frames) cli().write(frame);
    await settled();
  };
  /** A message of the main thread with its token counts. */
  const message = (id: string, usage: object, thread?: string) => ({
    ...assistant([]),
    message: { id, content: [], usage },
    ...(thread === undefined ? {} : { parent_tool_use_id: thread }),
  });
  const card = (): GuardView | undefined =>
    conversation.state.requests.find((request): request is GuardView => request.kind === "guard");
  const limit = (): LimitMeter | undefined => {
    const cause = card()?.cause;
    return cause?.code === "limit" ? cause.limit : undefined;
  };
  const decide = async (decision: Decision): Promise<void> => {
    const view = card()!;
    await conversation.permissions.decide(view.id, view.revision, decision);
    await settled();
  };
  const notices = () => parts.items().flatMap((item) => (item.kind === "notice" ? [item.notice] : []));
  const meters = (): readonly LimitMeter[] | undefined => conversation.state.limits;
  return {
    ...parts,
    clock,
    announced,
    observe,
    newCall,
    endTurn: () => write(result()),
    hook,
    call,
    getOutput,
    beginTurn,
    write,
    message,
    card,
    limit,
    decide,
    notices,
    meters,
    setLimits: (changed: Partial<LimitSettings>) => {
      settings = { ...noLimits, ...changed };
    },
  };
}
export const minute = 60_000;
