import * as z from "zod";
import { type Failure, failures } from "../../../shared/base/failure.ts";
import { frameSchemas, isStreamEvent, type StreamEventFrame } from "./frames.ts";
import { anything, lenientString } from "./lenient.ts";
import { isPlainAssistant, isPlainUser } from "./plainFrames.ts";
import { type SystemFrame, systemSchemas } from "./systemFrames.ts";

export type Frame =
  | { [T in keyof typeof frameSchemas]: z.infer<(typeof frameSchemas)[T]> }[keyof typeof frameSchemas]
  | SystemFrame
  | StreamEventFrame;

const controlRequest = z.looseObject({
  type: z.literal("control_request"),
  request_id: z.string(),
  request: z.looseObject({ subtype: z.string() }),
});
export type ControlRequest = z.infer<typeof controlRequest>;

const pendingRequests = z.array(z.unknown()).optional().catch(undefined);
const controlResponse = z.looseObject({
  type: z.literal("control_response"),
  response: z.looseObject({
    subtype: z.string(),
    request_id: z.string(),
    response: anything,
    error: lenientString,
    error_code: lenientString,
    pending_permission_requests: pendingRequests,
    pending_elicitation_requests: pendingRequests,
    pending_user_dialog_requests: pendingRequests,
  }),
});
export type ControlResponse = z.infer<typeof controlResponse>["response"];

const controlCancel = z.looseObject({ type: z.literal("control_cancel_request"), request_id: z.string() });

/** A decoded line of the stdout of `claude`. */
export type DecodedLine =
  | { readonly kind: "frame"; readonly frame: Frame }
  | { readonly kind: "request"; readonly request: ControlRequest }
  | { readonly kind: "response"; readonly response: ControlResponse }
  | { readonly kind: "cancel"; readonly requestId: string }
  /** Valid JSON of an unknown kind or shape. `name` groups them for logging. */
  | { readonly kind: "unknown"; readonly name: string; readonly value: unknown; readonly issues?: string }
  /** Other output that was printed to stdout and is not meant to be JSON. */
  | { readonly kind: "noise"; readonly text: string }
  /** The line starts like a frame but does not parse: data was lost. */
  | { readonly kind: "corrupt"; readonly failure: Failure<"corruptLine"> };

/**
 * Returns true for a line that `claude` wrote of its own accord: no answer, and more than a proof that its process is
 * alive.
 */
export function isActivity(decoded: DecodedLine): boolean {
  if (decoded.kind === "frame") return decoded.frame.type !== "keep_alive";
  return decoded.kind !== "response" && decoded.kind !== "noise";
}

/** A field of frames: if a line that is not a frame contains one, a frame was damaged. */
const holdsFrame = /"(?:type|subtype|session_id|request_id|uuid)"\s*:/;

/** Decodes one line. Never throws, and never drops anything silently. */
export function decodeLine(line: string): DecodedLine {
  const start = line.trimStart();
  if (!start.startsWith("{")) {
    if (!holdsFrame.test(start)) return { kind: "noise", text: line };
    return { kind: "corrupt", failure: failures.corruptLine("a message does not begin where it should", start) };
  }
  let value: unknown;
  try {
    value = JSON.parse(start);
  } catch (error) {
    return {
      kind: "corrupt",
      failure: failures.corruptLine(`${start.length} characters are not valid JSON`, start, error),
    };
  }
  return decodeValue(value as Record<string, unknown>);
}

/** Decodes a frame that is already an object: a parsed line, or an object carried inside another frame. */
export function decodeValue(value: Record<string, unknown>): DecodedLine {
  const type = value["type"];
  switch (type) {
    case "stream_event":
      return isStreamEvent(value)
        ? { kind: "frame", frame: value }
        : createUnknown("stream_event", value, "no event type");
    case "assistant":
    case "user":
      return isPlainAssistant(value) || isPlainUser(value)
        ? { kind: "frame", frame: value }
        : decodeBySchema(type, value);
    case "control_request":
      return parseFrame("control_request", controlRequest, value, (request) => ({ kind: "request", request }));
    case "control_response":
      return parseFrame("control_response", controlResponse, value, ({ response }) => ({ kind: "response", response }));
    case "control_cancel_request":
      return parseFrame("control_cancel_request", controlCancel, value, (cancel) => ({
        kind: "cancel",
        requestId: cancel.request_id,
      }));
    case "system":
      return decodeSystem(value);
    default:
      if (typeof type === "string" && Object.hasOwn(frameSchemas, type))
        return decodeBySchema(type as keyof typeof frameSchemas, value);
      return createUnknown(typeof type === "string" ? type : `type ${typeof type}`, value);
  }
}

function decodeBySchema(type: keyof typeof frameSchemas, value: Record<string, unknown>): DecodedLine {
  const schema: z.ZodType<Frame> = frameSchemas[type];
  return parseFrame(type, schema, value, (frame) => ({ kind: "frame", frame }));
}

function decodeSystem(value: Record<string, unknown>): DecodedLine {
  const subtype = value["subtype"];
  const name = `system/${typeof subtype === "string" ? subtype : typeof subtype}`;
  if (typeof subtype !== "string" || !Object.hasOwn(systemSchemas, subtype)) return createUnknown(name, value);
  const schema: z.ZodType<SystemFrame> = systemSchemas[subtype as keyof typeof systemSchemas];
  return parseFrame(name, schema, value, (frame) => ({ kind: "frame", frame }));
}

function parseFrame<T>(
  name: string,
  schema: z.ZodType<T>,
  value: unknown,
  wrap: (data: T) => DecodedLine,
): DecodedLine {
  const result = schema.safeParse(value);
  return result.success ? wrap(result.data) : createUnknown(name, value, z.prettifyError(result.error));
}

function createUnknown(name: string, value: unknown, issues?: string): DecodedLine {
  return issues === undefined ? { kind: "unknown", name, value } : { kind: "unknown", name, value, issues };
}
