import { stripControl } from "../../../shared/base/invisible.ts";
import { addReported, type ConversationState, type StatePatch } from "../../../shared/contract/conversationState.ts";
import { modes } from "../../../shared/contract/modes.ts";
import type { InitializeAnswer } from "../../protocol/requests/initialize.ts";
import { hasSince } from "../../protocol/version.ts";
import { readSlashCommands } from "./slashCommands.ts";

/**
 * Without a login all versions answer "none" for the source of the token, also where there is a key; of a cloud
 * provider they name no source.
 */
function hasLogin(account: InitializeAnswer["account"]): boolean {
  return account?.tokenSource !== "none" || account.apiKeySource !== undefined;
}

/** Facts that a process reports about itself when it starts. */
interface StartFacts {
  readonly version: string;
  readonly isSandboxed?: boolean | undefined;
  readonly answer: InitializeAnswer;
}

/**
 * Returns the state after a process started. 2.0.77 and 2.1.50 report the mode only with the first turn; until then it
 * is unknown.
 */
export function getStartedState(
  { version, isSandboxed, answer }: StartFacts,
  { commands: known, status, reported }: ConversationState,
): StatePatch {
  // The first turn may have begun before the response arrived, and may have reported the mode.
  const isBegun = status !== "starting";
  return {
    ...(isBegun ? {} : { status: "idle" as const }),
    models: (answer.models ?? []).map(
      ({
        value,
        displayName = value,
        description = "",
        resolvedModel,
        supportsEffort,
        supportedEffortLevels,
        supportsFastMode,
        supportsThinkingOff,
      }) => ({
        value,
        label: displayName,
        description,
        efforts: supportsEffort === false ? [] : (supportedEffortLevels ?? []),
        ...(supportsFastMode ? { isFast: true } : {}),
        ...(supportsThinkingOff === false ? { alwaysThinks: true } : {}),
        ...(resolvedModel === undefined ? {} : { version: resolvedModel }),
      }),
    ),
    modes: modes.filter((mode) => mode !== "auto" || hasSince(version, "c") !== "no"),
    commands: readSlashCommands(answer.commands ?? [], known),
    agents: (answer.agents ?? []).map(({ name }) => stripControl(name)),
    cliVersion: version,
    isLoggedIn: hasLogin(answer.account),
    isSandboxed: (typeof answer.sandbox_enabled === "boolean" ? answer.sandbox_enabled : isSandboxed) ? true : null,
    ...addReported(
      { reported },
      { permissionMode: answer.current_permission_mode ?? (isBegun ? reported.permissionMode : undefined) },
    ),
  };
}
