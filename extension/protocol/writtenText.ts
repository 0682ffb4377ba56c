import { fenceCode } from "../base/fenceCode.ts";
import { unescapeText } from "./escapedText.ts";

/**
 * What a text is that the CLI keeps as the user's: a prompt, one that runs a command in the CLI and asks no model (`isLocal`), what
 * such a command answered, or the CLI's own bookkeeping.
 */
export type WrittenText =
  | { readonly kind: "prompt"; readonly text: string; readonly isLocal: boolean }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "bookkeeping" };

const bookkeeping = { kind: "bookkeeping" } as const;

/**
 * Reads such a text (2.0.77 to 2.1.329, recorded in `commands`). A command is kept in tags: that of a prompt begins with its message, that of the
 * program itself with its name. A name that nothing goes by is answered without tags (2.0.77, 2.1.50). What was run with `!` in a
 * terminal stands in tags of its own (read from the programs of 2.0.77 to 2.1.329).
 */
export function readWritten(text: string): WrittenText {
  if (/^<(command-name|command-message)>/.test(text)) return readCommand(text);
  if (/^<local-command-std(out|err)>/.test(text)) return readAnswer(text);
  if (/^<bash-input>/.test(text)) return readLine(text);
  if (/^<bash-std(out|err)>/.test(text)) return readOutput(text);
  if (/^Unknown (slash command|skill): \S+$/.test(text)) return { kind: "answer", text };
  // 2.0.77 and 2.1.50 do not mark what a compaction left of the conversation.
  if (/^This session is being continued from a previous conversation that ran out of context\./.test(text)) return bookkeeping;
  if (/^(\[Request interrupted by user|<(local-command|system-reminder|task-notification))/.test(text)) return bookkeeping;
  return { kind: "prompt", text, isLocal: false };
}

function readCommand(text: string): WrittenText {
  const name = inTag(text, "command-name");
  // Nothing was said before it, and the row that it left is gone with the conversation that it cleared.
  if (!name || name === "/clear") return bookkeeping;
  const isLocal = text.startsWith("<command-name>");
  return { kind: "prompt", text: [name, inTag(text, "command-args")].filter(Boolean).join(" "), isLocal };
}

/** What a compaction answers says no more than the row that tells of it. */
function readAnswer(text: string): WrittenText {
  const answer = text.replaceAll(/<\/?local-command-std(?:out|err)>/g, "").trim();
  return answer === "" || /^Compacted\b/.test(answer) ? bookkeeping : { kind: "answer", text: answer };
}

function readLine(text: string): WrittenText {
  const line = inTag(text, "bash-input");
  return line === "" ? bookkeeping : { kind: "prompt", text: `!${line}`, isLocal: true };
}

/** What the line put out, as it is. */
function readOutput(text: string): WrittenText {
  const output = text.replaceAll(/<\/?bash-std(?:out|err)>/g, "").trim();
  return output === "" ? bookkeeping : { kind: "answer", text: fenceCode(unescapeText(output)) };
}

function inTag(text: string, tag: string): string {
  return (text.match(new RegExp(`<${tag}>([^]*?)</${tag}>`))?.[1] ?? "").trim();
}
