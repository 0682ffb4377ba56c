import { fenceCode } from "../../../shared/base/fenceCode.ts";
import { readString } from "../../../shared/base/read.ts";
import { unescapeText } from "./escapedText.ts";

/**
 * Kind of a text that `claude` stores as the user's: a prompt, a prompt that runs a command in `claude` without a
 * request to a model (`isLocal`), the answer of such a command, or bookkeeping of `claude`.
 */
export type WrittenText =
  | { readonly kind: "prompt"; readonly text: string; readonly isLocal: boolean }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "bookkeeping" };

const bookkeeping = { kind: "bookkeeping" } as const;

/** The content of a message that is stored as the user's. */
export interface UserContent {
  readonly written: WrittenText;
  /** Text that programs put around the user's own: the open file, a selection, reminders. Without their tags. */
  readonly context: readonly string[];
}

/**
 * Names of the elements in which programs add text to a prompt (2.0.77 to 2.1.329, from its sources; "ide_…" is written
 * by the vendor's extension).
 */
const contextNames =
  "ide_opened_file|ide_selection|terminal|browser|browser_instruction|post-tool-use-hook|user-prompt-submit-hook|system-reminder";
const wholeBlock = new RegExp(`^\\s*<(${contextNames})(?:\\s[^>]*)?>([^]*)</\\1>\\s*$`);
/** An element at the start of the user's own block: only the vendor's extension writes it there. */
const leading = /^\s*<(ide_opened_file|ide_selection)(?:\s[^>]*)?>([\s\S]*?)<\/\1>\n?/;

/**
 * Reads the content of a message that is stored as the user's: divides the user's own text from what programs put
 * around it, and classifies it (see `readWritten`). Every reader of prompts uses it, so that a row, a title, a list and
 * a search have the same text. Paths of images, which 2.1.329 adds for the model, are left out.
 */
export function readUserContent(content: unknown): UserContent {
  const blocks = typeof content === "string" ? [content] : getTextBlocks(content);
  const context: string[] = [];
  const own = blocks.map((block) => {
    // A block that stands alone is what the message says.
    const whole = blocks.length > 1 ? wholeBlock.exec(block) : null;
    if (whole) {
      context.push((whole[2] ?? "").trim());
      return "";
    }
    let rest = block;
    for (let found = leading.exec(rest); found; found = leading.exec(rest)) {
      context.push((found[2] ?? "").trim());
      rest = rest.slice(found[0].length);
    }
    return rest;
  });
  const text = own
    .filter((each) => each.trim() !== "")
    .join("\n")
    .trim();
  const isContextOnly =
    text === "" &&
    context.length > 0 &&
    (typeof content === "string" || (Array.isArray(content) && content.length === blocks.length));
  return { written: isContextOnly ? bookkeeping : readWritten(text), context };
}

/**
 * Returns true for a block of a message in which a program added text. Alone in its message, such a block is all that
 * the message says.
 */
export function isContextBlock(block: unknown): boolean {
  return wholeBlock.test(readString(block, "text") ?? "");
}

/** Returns the texts of a message's blocks. */
export function getTextBlocks(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: unknown) => {
    const text = readString(block, "text");
    return text === undefined || /^\[Image: source: [^\n]*\]$/.test(text) ? [] : [text];
  });
}

/**
 * Classifies a text that `claude` stores as the user's (2.0.77 to 2.1.329, recorded in `commands`). A command is stored
 * in tags: a prompt command starts with its message, a command of `claude` itself with its name. An unknown name is
 * answered without tags (2.0.77, 2.1.50). Lines run with `!` in a terminal have tags of their own (read from the
 * programs of 2.0.77 to 2.1.329). A text that only begins like one of these, as that of a user who asks about it, is a
 * prompt.
 */
export function readWritten(text: string): WrittenText {
  if (/^<(command-name|command-message)>[\s\S]*?<\/\1>/.test(text)) return readCommand(text);
  if (/^<local-command-std(?:out|err)>[\s\S]*<\/local-command-std(?:out|err)>\s*$/.test(text)) return readAnswer(text);
  if (/^<bash-input>[\s\S]*<\/bash-input>\s*$/.test(text)) return readLine(text);
  if (/^<bash-std(?:out|err)>[\s\S]*<\/bash-std(?:out|err)>\s*$/.test(text)) return readOutput(text);
  if (/^Unknown (slash command|skill): \S+$/.test(text)) return { kind: "answer", text };
  const isWrittenByProgram =
    // 2.0.77 and 2.1.50 do not mark the summary that a compaction leaves.
    /^This session is being continued .* context\. The (?:conversation is summarized|summary) below\b/.test(text) ||
    /^\[Request interrupted by user(?: for tool use)?\]$/.test(text) ||
    /^<(local-command-caveat|system-reminder)>[\s\S]*<\/\1>\s*$/.test(text) ||
    // 2.1.50 adds the path of the output.
    /^<task-notification>[\s\S]*<\/task-notification>(?:\nRead the output file [^\n]*)?\s*$/.test(text);
  return isWrittenByProgram ? bookkeeping : { kind: "prompt", text, isLocal: false };
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
