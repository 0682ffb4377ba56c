import { joinLines, stripControl } from "../base/invisible.ts";
import { maskSecrets, maskStart } from "../base/maskSecrets.ts";
import { readNumber, readObject, readString } from "../base/read.ts";
import type { Frame } from "../protocol/decode.ts";

/** Length to which texts are cut. */
const maxLength = 200;

/** Number of characters of a text from which a line is made: white space and control characters do not count. */
const examinedLength = 4 * maxLength;

type Mask = (text: string) => string;

/** Formats a value as JSON without its long texts, such as a whole file or an image. */
function format(value: unknown, mask: Mask): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? maskStart(part, maxLength, mask) : part)) ?? "";
}

/**
 * Returns the lines of the log about a frame: the session, and the beginnings of texts, tool calls and results, and how a turn ended with its cost.
 * Secrets are masked. Most frames have no line.
 */
export function describeFrame(frame: Frame, maskPlain: Mask = maskSecrets): readonly string[] {
  // Control characters can interrupt a secret.
  const mask = (text: string): string => {
    const masked = maskPlain(text);
    const stripped = stripControl(masked);
    return stripped === masked ? masked : maskPlain(stripped);
  };
  const cut = (text: string): string => shorten(text, mask);
  switch (frame.type) {
    case "system":
      if (frame.subtype !== "init") return [];
      return [`session ${frame.session_id ?? "?"}: model ${frame.model ?? "?"}, mode ${frame.permissionMode ?? "?"}`].map(stripControl);
    case "assistant":
      return getBlocks(frame.message).flatMap((block) => {
        const text = readString(block, "text");
        if (readString(block, "type") === "text" && text !== undefined) return [`text: ${cut(text)}`];
        if (readString(block, "type") !== "tool_use") return [];
        return [`tool ${cut(readString(block, "name") ?? "?")} ${readString(block, "id") ?? "?"}: ${cut(format(readObject(block, "input") ?? {}, mask))}`];
      });
    case "user":
      return getBlocks(frame.message).flatMap((block) => {
        if (readString(block, "type") !== "tool_result") return [];
        const { content, is_error: isError } = block as { content?: unknown; is_error?: unknown };
        const text = typeof content === "string" ? content : format(content ?? "", mask);
        return [`result of ${readString(block, "tool_use_id") ?? "?"}${isError === true ? " (failed)" : ""}: ${cut(text)}`];
      });
    case "result": {
      const seconds = ((readNumber(frame, "duration_ms") ?? 0) / 1000).toFixed(1);
      const cost = readNumber(frame, "total_cost_usd");
      return [`turn ended: ${cut(frame.subtype)}, ${seconds} s${cost === undefined ? "" : `, $${cost.toFixed(4)} in total`}`];
    }
    default:
      return [];
  }
}

function getBlocks(message: { readonly content: unknown }): readonly unknown[] {
  const { content } = message;
  return Array.isArray(content) ? content : typeof content === "string" ? [{ type: "text", text: content }] : [];
}

function shorten(text: string, mask: Mask): string {
  const line = joinLines(maskStart(text, examinedLength, mask)).trim();
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
