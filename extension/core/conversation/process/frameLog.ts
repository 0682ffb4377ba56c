import { joinLines, stripControl } from "../../../shared/base/invisible.ts";
import { maskLine, maskSecrets, maskStart, maskStripped } from "../../../shared/base/maskSecrets.ts";
import { readNumber } from "../../../shared/base/read.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import type { ContentBlock } from "../../protocol/frames/frames.ts";

/** Length to which texts are cut. */
const maxLength = 200;

type Mask = (text: string) => string;

/** Formats a value as JSON without its long texts, such as a whole file or an image. */
function format(value: unknown, mask: Mask): string {
  return (
    JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? maskStart(part, maxLength, mask) : part)) ??
    ""
  );
}

const noLines: readonly string[] = [];

/**
 * Returns the level of the lines about a frame. A turn has any number of texts and calls, so that their lines are for
 * searching for errors.
 */
export function getFrameLevel({ type }: Frame): "debug" | "info" {
  return type === "assistant" || type === "user" ? "debug" : "info";
}

/**
 * Returns the lines of the log about a frame: the session, and the beginnings of texts, tool calls and results, and how
 * a turn ended with its cost. Secrets are masked. Most frames have no line.
 */
export function describeFrame(frame: Frame, maskPlain: Mask = maskSecrets): readonly string[] {
  switch (frame.type) {
    case "system":
      if (frame.subtype !== "init") return noLines;
      return [
        `session ${frame.session_id ?? "?"}: model ${frame.model ?? "?"}, mode ${frame.permissionMode ?? "?"}`,
      ].map(stripControl);
    case "assistant":
    case "user":
      return describeBlocks(frame.message.content, frame.type, maskStripped(maskPlain));
    case "result": {
      const seconds = ((readNumber(frame, "duration_ms") ?? 0) / 1000).toFixed(1);
      const cost = readNumber(frame, "total_cost_usd");
      return [
        `turn ended: ${maskLine(frame.subtype, maxLength, maskPlain)}, ${seconds} s${cost === undefined ? "" : `, $${cost.toFixed(4)} in total`}`,
      ];
    }
    default:
      return noLines;
  }
}

function describeBlocks(
  content: string | readonly ContentBlock[],
  role: "assistant" | "user",
  mask: Mask,
): readonly string[] {
  if (typeof content === "string") return noLines;
  const lines: string[] = [];
  for (const { type, text, name, id, input, tool_use_id: call, content: result, is_error: isError } of content) {
    if (role === "assistant" && type === "text" && text !== undefined)
      lines.push(`text: ${maskLine(text, maxLength, mask)}`);
    if (role === "assistant" && type === "tool_use")
      lines.push(`tool ${describeInput(name ?? "?", id ?? "?", input ?? {}, mask)}`);
    if (role === "user" && type === "tool_result") {
      const output = typeof result === "string" ? result : format(result ?? "", mask);
      lines.push(
        `result of ${call ?? "?"}${isError === true ? " (failed)" : ""}: ${maskLine(output, maxLength, mask)}`,
      );
    }
  }
  return lines;
}

/** Describes a call by its tool, its id and its input. */
function describeInput(name: string, id: string, input: Readonly<Record<string, unknown>>, mask: Mask): string {
  const json = hasShortValues(input) ? JSON.stringify(input) : "";
  // Most inputs are short and have nothing to mask, cut or join. A secret in a part would be found in the whole as
  // well, unless it is escaped there.
  if (json !== "" && name.length + json.length <= maxLength && !json.includes("\\")) {
    const line = `${name} ${id}: ${json}`;
    if (mask(line) === line && joinLines(line).trim() === line) return line;
  }
  return `${maskLine(name, maxLength, mask)} ${id}: ${maskLine(format(input, mask), maxLength, mask)}`;
}

function hasShortValues(input: Readonly<Record<string, unknown>>): boolean {
  for (const key in input) {
    const value = input[key];
    if (typeof value === "string" ? value.length > maxLength : typeof value !== "number" && typeof value !== "boolean")
      return false;
  }
  return true;
}
