import type { Failure, FailureCode, FailureData } from "../../../shared/base/failure.ts";
import { stripControl } from "../../../shared/base/invisible.ts";
import type { Problem } from "../../../shared/contract/problem.ts";

type Problems = { readonly [C in FailureCode]: (data: FailureData[C], failure: Failure) => Problem };

const stopped = (_data: unknown, failure: Failure): Problem => ({ code: "stopped", detail: failure.message });

const problems: Problems = {
  cliNotFound: ({ searched }) => ({ code: "missing", searched }),
  cliNotStartable: ({ path, reason }) => ({ code: "notStartable", path, reason }),
  cliNotExecutable: ({ path }) => ({ code: "notExecutable", path }),
  startRefused: ({ reason, detail }) => ({ code: "startRefused", reason, detail }),
  cliTooOld: ({ path, version, oldest }) => ({ code: "tooOld", path, version, oldest }),
  cliExited: ({ detail }, failure) => ({ code: "ended", detail: detail || failure.message }),
  corruptLine: ({ reason }) => ({ code: "unreadable", detail: reason }),
  settingInvalid: ({ setting, problem }) => ({ code: "setting", setting, problem }),
  forkImpossible: ({ missing }) => ({ code: "forkImpossible", missing }),
  untrusted: () => ({ code: "untrusted" }),
  repositoryUndecided: () => ({ code: "repository" }),
  inUse: ({ pid, holder }) => ({ code: "inUse", pid, holder }),
  connectionClosed: stopped,
  requestTimedOut: stopped,
  requestRefused: stopped,
  notSupported: stopped,
  badFrame: stopped,
  badAnswer: stopped,
  aborted: stopped,
};

/** Converts a failure to a problem: a code for the user with its data. */
export function toProblem(failure: Failure): Problem {
  const problem = problems[failure.code] as (data: unknown, failure: Failure) => Problem;
  return readable(problem(failure.data, failure)) as Problem;
}

/**
 * Strips control characters. Words of programs, systems and settings can contain terminal sequences and marks that
 * reorder text.
 */
function readable(value: unknown): unknown {
  if (typeof value === "string") return stripControl(value);
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, readable(entry)]));
}
