import type { Failure, FailureCode, FailureData } from "../base/failure.ts";
import type { Problem } from "../contract/conversationState.ts";

type Words = { readonly [C in FailureCode]: (data: FailureData[C], failure: Failure) => Problem };

/** What is said for each failure: what happened, what is safe, what to do next. */
const words: Words = {
  cliNotFound: ({ searched }) => ({
    kind: "missing",
    title: "The claude program was not found",
    detail: `Tandem talks to your own claude program. Install it with "npm install -g @anthropic-ai/claude-code", or choose where it is, then retry.\n\nLooked at: ${searched.slice(0, 8).join(", ")}${searched.length > 8 ? ` and ${searched.length - 8} more` : ""}`,
  }),
  cliNotStartable: ({ path, reason }) => ({
    kind: "notStartable",
    title: "The claude program does not start",
    detail: `${path}: ${reason}\n\nRun it once in a terminal to see why, or choose another program, then retry.`,
  }),
  cliNotExecutable: ({ path }) => ({
    kind: "notStartable",
    title: "The claude program may not be run",
    detail: `${path} is not executable. Make it so (chmod +x), or choose another program, then retry.`,
  }),
  startRefused: ({ reason, detail }) => ({
    kind: "notStartable",
    title: "The claude program refused to start",
    detail: `${detail || "It gave no details."} (${reason})\n\nCorrect that and retry. Nothing was sent.`,
  }),
  cliTooOld: ({ path, version, oldest }) => ({
    kind: "tooOld",
    title: `claude ${version} is too old`,
    detail: `Tandem needs ${oldest} or later. Update it with "claude update" or choose another program, then retry.\n\nFound: ${path}`,
  }),
  cliExited: ({ detail }, failure) => ({
    kind: "ended",
    title: "The claude program ended",
    detail: `${detail || failure.message}\n\nThe conversation, your prompt and your draft are kept. Resume goes on where it was.`,
  }),
  notLoggedIn: ({ detail }) => ({
    kind: "login",
    title: "Log in to go on",
    detail: `The model refused the login of the claude program (${detail || "no reason given"}). Log in in a terminal, then retry. Your prompt is kept in the conversation.`,
  }),
  corruptLine: ({ reason }) => ({
    kind: "ended",
    title: "The claude program sent something unreadable",
    detail: `${reason}. The program was stopped. The conversation is kept; Resume goes on where it was.`,
  }),
  settingInvalid: ({ setting, problem }) => ({
    kind: "setting",
    title: `The setting ${setting} does not work`,
    detail: `${problem}\n\nCorrect it in the settings, then retry.`,
  }),
  untrusted: () => ({
    kind: "untrusted",
    title: "This workspace is not trusted",
    detail: "No program is started in it until you trust it. Use Manage Workspace Trust, and the conversation starts.",
  }),
  connectionClosed: ended,
  requestTimedOut: ended,
  requestRefused: ended,
  notSupported: ended,
  badFrame: ended,
  badAnswer: ended,
  aborted: ended,
};

function ended(_data: unknown, failure: Failure): Problem {
  return { kind: "ended", title: "The conversation stopped", detail: `${failure.message}\n\nNothing is lost. Resume goes on where it was.` };
}

/** The words for a failure. */
export function describeFailure(failure: Failure): Problem {
  const describe = words[failure.code] as (data: unknown, failure: Failure) => Problem;
  return describe(failure.data, failure);
}
