import type { TurnFailure, TurnItem } from "../../shared/contract/items.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { ErrorCode, ErrorData, TandemErrorOf } from "./tandem.d.ts";

/** The error of all rejected promises of the API. */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error implements TandemErrorOf<C> {
  override readonly name = "TandemError";
  readonly code: C;
  readonly data: ErrorData[C];

  constructor(code: C, message: string, data: ErrorData[C], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.data = data;
  }
}

export const apiErrors = {
  untrusted: () => new ApiError("untrusted", "The user does not trust the workspace.", {}),
  notAllowed: () => new ApiError("notAllowed", "The user did not allow this extension to use claude.", {}),
  invalidOptions: (issues: string) => new ApiError("invalidOptions", `The options are wrong: ${issues}`, { issues }),
  folderNotAllowed: (folder: string) =>
    new ApiError("folderNotAllowed", `The folder is not in the workspace: ${folder}`, { folder }),
  notIsolated: (reason: string) =>
    new ApiError("notIsolated", `No copy of the folder was made (${reason}).`, { reason }),
  busy: () => new ApiError("busy", "Too many conversations are running.", {}),
  unknownSession: (sessionId: string) =>
    new ApiError("unknownSession", `This extension started no session ${sessionId}.`, { sessionId }),
  unsupported: (servers: readonly string[], cause?: unknown) =>
    new ApiError(
      "unsupported",
      "This version of claude changes MCP servers only with its next process.",
      { servers },
      cause,
    ),
  schemaMismatch: (issues: string, cause?: unknown) =>
    new ApiError("schemaMismatch", `The answer does not match the schema: ${issues}`, { issues }, cause),
  timedOut: (timeoutMs: number) =>
    new ApiError("timedOut", `The turn took longer than ${timeoutMs} ms.`, { timeoutMs }),
  aborted: (by: "extension" | "user", cause: unknown = new Error(`The ${by} stopped or closed the conversation.`)) =>
    new ApiError("aborted", "The conversation was stopped.", { by }, cause),
  ended: (detail: string, cause: unknown) => new ApiError("processEnded", `claude ended: ${detail}`, { detail }, cause),
} as const;

/** Returns the error itself if it is one of the API, otherwise one that carries it as its cause. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError("failed", "Tandem or the extension failed.", { code: "internal", message: String(error) }, error);
}

/** Converts the reason why a conversation has no process. The reason itself is the cause. */
export function fromProblem(problem: Problem): ApiError {
  const notStartable = (message: string, reason: string): ApiError =>
    new ApiError("notStartable", message, { reason }, problem);
  switch (problem.code) {
    case "missing":
      return new ApiError("notFound", "claude was not found.", { searched: problem.searched }, problem);
    case "notStartable":
      return notStartable(`claude did not start: ${problem.reason}`, problem.reason);
    case "notExecutable":
      return notStartable(`${problem.path} is not executable.`, "notExecutable");
    case "startRefused":
      return notStartable(`claude did not start: ${problem.detail}`, problem.reason || problem.detail);
    case "tooOld":
      return notStartable(`claude ${problem.version} is older than ${problem.oldest}.`, "tooOld");
    case "setting":
      return notStartable(`The setting ${problem.setting} is wrong.`, problem.setting);
    case "ended":
    case "stopped":
      return new ApiError("processEnded", `claude ended: ${problem.detail}`, { detail: problem.detail }, problem);
    case "unreadable": {
      const { detail: reason } = problem;
      return new ApiError("damagedLine", `A line of claude is damaged: ${reason}`, { reason }, problem);
    }
    case "untrusted":
      return apiErrors.untrusted();
    case "repository":
      return new ApiError("undecided", "The user has not decided what the repository may configure.", {}, problem);
    case "tooMany":
      return apiErrors.busy();
    case "noFolder":
    case "noWorkspace":
      return apiErrors.aborted("user", problem);
    case "inUse":
    case "forkImpossible":
    case "history":
    case "rewindInterrupted": {
      const { code } = problem;
      return new ApiError("failed", `The conversation cannot continue (${code}).`, { code, message: "" }, problem);
    }
  }
}

/** Converts the failure of a turn; its row is the cause. */
export function fromTurn(failure: TurnFailure = "other", turn?: TurnItem): ApiError {
  const { message = "" } = turn ?? {};
  const text = message || `The turn failed (${failure}).`;
  switch (failure) {
    case "signIn":
    case "account":
      return new ApiError("notSignedIn", text, { message }, turn);
    case "turnLimit":
      return new ApiError("maxTurns", text, { message }, turn);
    case "structuredOutput":
      return apiErrors.schemaMismatch(message, turn);
    case "budget":
      return new ApiError("budget", text, { message }, turn);
    case "rateLimit":
    case "overloaded":
    case "planLimit":
    case "network":
      return new ApiError("throttled", text, { message, reason: failure }, turn);
    default:
      return new ApiError("failed", text, { code: failure, message }, turn);
  }
}
