type ExpectedValue =
  | { kind: "type"; types: readonly ("text" | "boolean" | "number" | "integer" | "list" | "object" | "null")[] }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "atLeast" | "above" | "atMost" | "below"; limit: number }
  | { kind: "notEmpty" }
  | { kind: "knownKey" | "validKey"; key: string }
  | { kind: "other"; issues: string };

type SettingProblem =
  | { code: "wrongValue"; at: readonly (string | number)[]; found?: string | undefined; expected: ExpectedValue }
  | { code: "notFolder"; path: string }
  | { code: "variableMissing"; variable: string }
  | { code: "secretUnsupported"; secret: string }
  | { code: "bypassNotAllowed" }
  | { code: "sandboxUnsupported" }
  | { code: "sandboxToolsMissing"; tools: readonly string[] }
  | { code: "malformed"; issues: string }
  | { code: "profileUnknown"; profile: string; known: readonly string[] }
  | { code: "profileRemoved"; profile: string };

/** Data of a failure, by code. `text/` contains the texts for the user. */
export interface FailureData {
  /** No `claude` was found; `searched` lists the searched places in order. */
  cliNotFound: { searched: readonly string[] };
  /** The path exists, but the system refused to start it. */
  cliNotStartable: { path: string; reason: string };
  cliNotExecutable: { path: string };
  /** `claude` refused to start; `reason` is of an open set of its own, and empty where it gave only words. */
  startRefused: { reason: string; detail: string };
  cliTooOld: { path: string; version: string; oldest: string };
  /** The process ended on its own. `detail` is the error result of `claude` or the tail of stderr. */
  cliExited: { code: number | null; signal: string | null; detail: string };
  /**
   * `claude` wrote a line that starts like JSON but is not, or one over the size limit. `start` is its beginning, with
   * any secret in it.
   */
  corruptLine: { reason: string; start: string };
  connectionClosed: { reason: string };
  requestTimedOut: { subtype: string; limitMs: number };
  /** `claude` answered a control request with an error. */
  requestRefused: { subtype: string; code: string | undefined };
  /** This CLI version does not know the request: it was not sent, or was refused as unknown. */
  notSupported: { subtype: string; version: string | undefined };
  /** An outgoing frame was malformed; nothing was written. */
  badFrame: { subtype: string; issues: string };
  /** `claude` answered in a shape that this client cannot read. */
  badAnswer: { subtype: string; issues: string };
  settingInvalid: { setting: string; problem: SettingProblem };
  /** `claude` has not saved the conversation, or not the message before which to fork. */
  forkImpossible: { missing: "conversation" | "message" | "compacted" };
  /** A process already runs the conversation; `holder` is the window that owns it, which may be gone. */
  inUse: { pid: number; holder: "otherWindow" | "thisWindow" | "closedWindow" };
  /** Nothing may run in this window until the user trusts its folders. */
  untrusted: Record<string, never>;
  /** The repository of the folder configures `claude`, and the user has not decided about it. */
  repositoryUndecided: Record<string, never>;
  aborted: Record<string, never>;
}

export type FailureCode = keyof FailureData;

/** The only error class: a string code, typed data per code, and the cause. */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  readonly code: C;
  readonly data: FailureData[C];

  constructor(code: C, message: string, data: FailureData[C], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Failure";
    this.code = code;
    this.data = data;
  }
}

/** Returns true for any `Failure`, or only for one with the given code. */
export function isFailure<C extends FailureCode>(error: unknown, code?: C): error is Failure<C> {
  return error instanceof Failure && (code === undefined || error.code === code);
}

/** Number of characters of a corrupt line that are kept: enough to mask them before they are cut. */
const maxStartLength = 10_000;

export const failures = {
  cliNotFound: (searched: readonly string[]) =>
    new Failure("cliNotFound", `claude was not found in ${searched.length} places`, { searched }),
  cliNotStartable: (path: string, reason: string, cause?: unknown) =>
    new Failure("cliNotStartable", `Couldn't start ${path}: ${reason}`, { path, reason }, cause),
  cliNotExecutable: (path: string, cause?: unknown) =>
    new Failure("cliNotExecutable", `${path} is not executable`, { path }, cause),
  startRefused: (reason: string, detail: string) =>
    new Failure("startRefused", `claude did not start${reason && ` (${reason})`}: ${detail}`, { reason, detail }),
  cliTooOld: (path: string, version: string, oldest: string) =>
    new Failure("cliTooOld", `claude ${version} is older than ${oldest}`, { path, version, oldest }),
  cliExited: (code: number | null, signal: string | null, detail: string) =>
    new Failure("cliExited", `claude exited with ${signal ?? `code ${code}`}${detail ? `: ${detail}` : ""}`, {
      code,
      signal,
      detail,
    }),
  corruptLine: (reason: string, line: string, cause?: unknown) =>
    new Failure(
      "corruptLine",
      `Corrupt line from claude: ${reason}`,
      { reason, start: line.slice(0, maxStartLength) },
      cause,
    ),
  connectionClosed: (reason: string, cause?: unknown) =>
    new Failure("connectionClosed", `Connection closed: ${reason}`, { reason }, cause),
  requestTimedOut: (subtype: string, limitMs: number) =>
    new Failure("requestTimedOut", `claude didn't answer ${subtype} within ${limitMs} ms`, { subtype, limitMs }),
  requestRefused: (subtype: string, message: string, code: string | undefined) =>
    new Failure("requestRefused", message, { subtype, code }),
  notSupported: (subtype: string, version: string | undefined) =>
    new Failure("notSupported", `claude ${version ?? "(unknown version)"} does not support ${subtype}`, {
      subtype,
      version,
    }),
  badFrame: (subtype: string, issues: string) =>
    new Failure("badFrame", `${subtype} was not sent because it is malformed: ${issues}`, { subtype, issues }),
  badAnswer: (subtype: string, issues: string) =>
    new Failure("badAnswer", `claude's answer to ${subtype} is unreadable: ${issues}`, { subtype, issues }),
  settingInvalid: (setting: string, problem: SettingProblem) =>
    new Failure("settingInvalid", `${setting}: ${JSON.stringify(problem)}`, { setting, problem }),
  forkImpossible: (missing: "conversation" | "message" | "compacted") =>
    new Failure(
      "forkImpossible",
      missing === "compacted"
        ? "Nothing to fork: the conversation was compacted since"
        : `Nothing to fork: the ${missing} is not saved`,
      {
        missing,
      },
    ),
  inUse: (pid: number, holder: FailureData["inUse"]["holder"]) =>
    new Failure("inUse", `This conversation is already running (PID ${pid}, ${holder})`, { pid, holder }),
  untrusted: () => new Failure("untrusted", "The workspace is not trusted", {}),
  repositoryUndecided: () =>
    new Failure("repositoryUndecided", "The user has not decided what the repository may configure", {}),
  aborted: () => new Failure("aborted", "Aborted", {}),
};

/** Returns the message of any thrown value. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
