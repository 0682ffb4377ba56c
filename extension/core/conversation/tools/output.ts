import { stripControl } from "../../../shared/base/invisible.ts";
import { readObject, readString } from "../../../shared/base/read.ts";
import { imageTypes } from "../../../shared/contract/composer/attachments.ts";
import type { OutputText, ToolDetails, ToolImage } from "../../../shared/contract/tools.ts";
import { parseAnsi } from "./ansiText.ts";
import type { ToolRecord } from "./toolRecord.ts";

/** Maximum number of output characters that the webview gets when the card of a call is opened. */
const shownOutput = 64_000;

/** Maximum number of images of a call; the next constants limit the base64 characters of one image and of all. */
const maxImages = 10;
const maxImageLength = 8_000_000;
const maxImagesLength = 16_000_000;

/** Returns the images in the content of a tool result. */
export function getImages(content: unknown): readonly ToolImage[] {
  if (!Array.isArray(content)) return [];
  const images = content.flatMap((block): readonly ToolImage[] => {
    const source = readObject(block, "source");
    const [mediaType, data] = [readString(source, "media_type"), readString(source, "data")];
    const isShown =
      mediaType !== undefined && imageTypes.includes(mediaType) && data !== undefined && data.length <= maxImageLength;
    return isShown && /^[A-Za-z0-9+/]+=*$/.test(data) ? [{ mediaType, data }] : [];
  });
  const held = images.slice(0, maxImages);
  return held.filter(
    (_, index) => held.slice(0, index + 1).reduce((sum, { data }) => sum + data.length, 0) <= maxImagesLength,
  );
}

/**
 * Parses the exit code in the text by which `claude` reports the end of a command in the background (2.1.50, 2.1.329);
 * undefined for 0, or where it is not named.
 */
export function parseExitCode(words: string | undefined): number | undefined {
  const code = /failed with exit code (\d+)$/.exec(words ?? "")?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Returns the output of a call with its images. */
export function getOutputWithImages(call: ToolRecord): {
  readonly output: OutputText;
  readonly images?: readonly ToolImage[];
} {
  return { output: getOutput(call), ...(call.images ? { images: call.images } : {}) };
}

/** Returns the output of a call. For a long one this is the end, where results are. */
export function getOutput(call: ToolRecord): OutputText {
  // `claude` marks its own text with this tag (2.0.77 to 2.1.329).
  return truncateOutput((call.output ?? "").replace(/<\/?tool_use_error>/g, ""));
}

/**
 * Returns the lines as a terminal leaves them where a carriage return overwrites text, such as progress: the text that
 * was written last.
 */
function asLeft(raw: string): string {
  return raw.includes("\r") ? raw.split("\n").map(getLastWritten).join("\n") : raw;
}

function getLastWritten(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === "\r") end--;
  return line.slice(end === 0 ? 0 : line.lastIndexOf("\r", end - 1) + 1, end);
}

/** Full texts of truncated outputs. They stay on the host, for as long as the truncated output is in use. */
const whole = new WeakMap<OutputText, string>();

/** Truncates the output of a tool to its end. */
export function truncateOutput(put: string): OutputText {
  const raw = asLeft(put);
  const text = stripControl(raw);
  const colored = parseAnsi(raw, shownOutput);
  const output = {
    text: text.slice(-shownOutput),
    omitted: Math.max(0, text.length - shownOutput),
    ...(colored ? { colored } : {}),
  };
  if (output.omitted > 0) whole.set(output, text);
  return output;
}

/** Returns the text of an output including the part that was truncated. */
export function getWholeText(output: OutputText): string {
  return whole.get(output) ?? output.text;
}

/** Returns details with the full text of all their outputs. */
export function withWholeOutputs(details: ToolDetails): ToolDetails {
  if (getOutputs(details).every(({ omitted }) => omitted === 0)) return details;
  const unabridged = (output: OutputText): OutputText => ({ text: getWholeText(output), omitted: 0 });
  return {
    ...details,
    ...("output" in details && details.output ? { output: unabridged(details.output) } : {}),
    ...("errors" in details && details.errors ? { errors: unabridged(details.errors) } : {}),
  };
}

/** Returns details without the images that the call returned. */
export function withoutImages(details: ToolDetails): ToolDetails {
  if (details.kind !== "output" && details.kind !== "generic") return details;
  const { images: _, ...rest } = details;
  return rest;
}

/** Returns the output of a call, then its errors where they are separate. */
export function getOutputs(details: ToolDetails): readonly OutputText[] {
  const output = "output" in details ? details.output : undefined;
  const errors = "errors" in details ? details.errors : undefined;
  return [output, errors].filter((each) => each !== undefined);
}
