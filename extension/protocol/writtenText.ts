import { fenceCode } from "../base/fenceCode.ts";
import { unescapeText } from "./escapedText.ts";

/**
 * Kind of a text that `claude` stores as the user's: a prompt, a prompt that runs a command in `claude` without a request to a model
 * (`isLocal`), the answer of such a command, or bookkeeping of `claude`.
 */
export type WrittenText =
  | { readonly kind: "prompt"; readonly text: string; readonly isLocal: boolean }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "bookkeeping" };

const bookkeeping = { kind: "bookkeeping" } as const;

/**
 * Classifies a text that `claude` stores as the user's (2.0.77 to 2.1.329, recorded in `commands`). A command is stored in tags: a prompt
 * command starts with its message, a command of `claude` itself with its name. An unknown name is answered without tags (2.0.77, 2.1.50).
 * Lines run with `!` in a terminal have tags of their own (read from the programs of 2.0.77 to 2.1.329).
 */
export function readWritten(text: string): WrittenText {
  if (/^<(command-name|command-message)>/.test(text)) return readCommand(text);
  if (/^<local-command-std(out|err)>/.test(text)) return readAnswer(text);
  if (/^<bash-input>/.test(text)) return readLine(text);
  if (/^<bash-std(out|err)>/.test(text)) return readOutput(text);
  if (/^Unknown (slash command|skill): \S+$/.test(text)) return { kind: "answer", text };
  // 2.0.77 and 2.1.50 do not mark the summary that a compaction leaves.
  if (/^This session is being continued from a previous conversation that ran out of context\./.test(text)) return bookkeeping;
  if (/^(\[Request interrupted by user|<(local-command|system-reminder|task-notification))/.test(text)) return bookkeeping;
  return { kind: "prompt", text, isLocal: false };
}

function readCommand(text: string): WrittenText {
  const name = inTag(text, "command-name");
  // No message precedes /clear, and its row is removed together with the conversation that it clears.
  if (!name || name === "/clear") return bookkeeping;
  const isLocal = text.startsWith("<command-name>");
  return { kind: "prompt", text: [name, inTag(text, "command-args")].filter(Boolean).join(" "), isLocal };
}

/** The answer of a compaction repeats what the row about the compaction shows. */
function readAnswer(text: string): WrittenText {
  const answer = text.replaceAll(/<\/?local-command-std(?:out|err)>/g, "").trim();
  return answer === "" || /^Compacted\b/.test(answer) ? bookkeeping : { kind: "answer", text: answer };
}

function readLine(text: string): WrittenText {
  const line = inTag(text, "bash-input");
  return line === "" ? bookkeeping : { kind: "prompt", text: `!${line}`, isLocal: true };
}

/** Returns the output of a terminal line verbatim. */
function readOutput(text: string): WrittenText {
  const output = text.replaceAll(/<\/?bash-std(?:out|err)>/g, "").trim();
  return output === "" ? bookkeeping : { kind: "answer", text: fenceCode(unescapeText(output)) };
}

function inTag(text: string, tag: string): string {
  return (text.match(new RegExp(`<${tag}>([^]*?)</${tag}>`))?.[1] ?? "").trim();
}
