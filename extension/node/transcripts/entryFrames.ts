import { decodeValue, type Frame } from "../../core/protocol/frames/decode.ts";
import { readTaskNotification } from "../../core/protocol/frames/taskNotification.ts";
import { readArray, readObject, readString } from "../../shared/base/read.ts";

type Value = Readonly<Record<string, unknown>>;

/** Kinds of `system` entries that are also frames on the wire and report an event rather than a state. */
const shownAttachments: ReadonlySet<unknown> = new Set([
  "agents_killed",
  "compact_boundary",
  "informational",
  "memory_saved",
  "model_fallback",
  "model_refusal_fallback",
  "model_refusal_no_fallback",
  "scheduled_task_fire",
  "turn_duration",
]);

/**
 * Kinds of attachments for files that a prompt mentions, also for those that `claude` did not read because of their
 * size (2.1.329; older versions save none).
 */
const mentioned: ReadonlySet<unknown> = new Set(["file", "directory", "at_mention_reference"]);

/**
 * Returns the content of a message that is stored as the user's, also of one that was sent during a turn and that the
 * turn read between two steps (2.0.77 to 2.1.329). The queue has entries that the user did not write. Undefined for any
 * other entry.
 */
export function getUserContent(value: Value): unknown {
  if (value["type"] === "user") return readObject(value, "message")?.["content"];
  const queued = value["type"] === "attachment" ? readObject(value, "attachment") : undefined;
  const isPrompt = (readString(queued, "commandMode") ?? "prompt") === "prompt" && queued?.["isMeta"] !== true;
  return readString(queued, "type") === "queued_command" && isPrompt ? queued?.["prompt"] : undefined;
}

/** Converts an entry to the frame that it was on the wire; undefined for an entry that is not shown. */
export function toFrame(value: Value): Frame | undefined {
  const wire = value["isMeta"] === true || value["isCompactSummary"] === true ? undefined : onWire(value);
  const decoded = wire && decodeValue(wire);
  return decoded?.kind === "frame" ? decoded.frame : undefined;
}

function onWire(value: Value): Record<string, unknown> | undefined {
  switch (value["type"]) {
    case "user":
      return (isOwn(value) ? endOfTask(value, getText(value["message"])) : undefined) ?? convertMessage(value);
    case "assistant":
      return convertMessage(value);
    case "attachment":
      return convertAttachment(value, readObject(value, "attachment"));
    case "system":
      // The output of a command of `claude`; in a terminal also the command (2.1.329).
      if (value["subtype"] === "local_command") return createUserFrame(value, value["content"]);
      return shownAttachments.has(value["subtype"]) ? withWireKeys(value) : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns true for a user entry that `claude` may have written on its own; versions before 2.1.329 do not name the
 * source.
 */
function isOwn({ promptSource }: Value): boolean {
  return promptSource === undefined || promptSource === "system";
}

function convertMessage(value: Value): Record<string, unknown> {
  const {
    type,
    message,
    toolUseResult,
    version,
    cwd,
    parentUuid,
    permissionDecision,
    apiBlockIndex,
    thinkingDurationMs,
    isApiErrorMessage,
  } = value;
  const decision = readObject({ permissionDecision }, "permissionDecision");
  return {
    ...getIds(value),
    type,
    message: getMessage(message),
    tool_use_result: toolUseResult,
    tool_result_meta:
      decision && callsAnswered(message).map((id) => ({ id, permission_decision: withWireKeys(decision) })),
    version,
    cwd,
    parentUuid,
    apiBlockIndex,
    thinkingDurationMs,
    isApiErrorMessage,
  };
}

function getText(message: unknown): string | undefined {
  return readString(message, "content") ?? readString(readArray(message, "content")?.[0], "text");
}

function callsAnswered(message: unknown): readonly string[] {
  return (readArray(message, "content") ?? []).flatMap((block) => readString(block, "tool_use_id") ?? []);
}

/** Converts an attachment: a prompt during a turn, the end of a task, a mentioned file, or the output of a hook. */
function convertAttachment(value: Value, attachment: Value | undefined): Record<string, unknown> | undefined {
  const type = readString(attachment, "type");
  if (type === "queued_command") {
    return endOfTask(value, readString(attachment, "prompt")) ?? convertQueuedPrompt(value, attachment);
  }
  if (mentioned.has(type)) {
    const { content: _, ...about } = attachment ?? {};
    return { ...getIds(value), type: "attachment", attachment: about };
  }
  if (!/^hook_(success|\w+_error)$/.test(type ?? "")) return undefined;
  const blocking = readString(readObject(attachment, "blockingError"), "blockingError");
  return {
    ...getIds(value),
    type: "system",
    subtype: "hook_response",
    hook_name: readString(attachment, "hookName"),
    output: readString(attachment, "content"),
    stdout: readString(attachment, "stdout"),
    stderr: blocking ?? readString(attachment, "stderr")?.replace(/^Failed with non-blocking status code: /, ""),
    outcome: type === "hook_success" ? "success" : "error",
  };
}

/** Converts a prompt that was sent during a turn. */
function convertQueuedPrompt(value: Value, queued: Value | undefined): Record<string, unknown> | undefined {
  const content = getUserContent(value);
  if (content === undefined) return undefined;
  return {
    ...createUserFrame(value, content),
    uuid: readString(queued, "source_uuid") ?? value["uuid"],
    isDuringTurn: true,
  };
}

function endOfTask(value: Value, text: string | undefined): Record<string, unknown> | undefined {
  const notified = text === undefined ? undefined : readTaskNotification(text);
  return notified && { ...getIds(value), type: "system", subtype: "task_notification", ...notified };
}

function createUserFrame(value: Value, content: unknown): Record<string, unknown> {
  return { ...getIds(value), type: "user", message: { role: "user", content } };
}

function getIds(value: Value): Record<string, unknown> {
  return {
    uuid: value["uuid"],
    session_id: value["sessionId"],
    timestamp: value["timestamp"],
    parent_tool_use_id: null,
  };
}

/** Converts keys from the form on disk to the form on the wire: `preTokens` to `pre_tokens` (all versions). */
function withWireKeys(value: Value): Record<string, unknown> {
  const wireKey = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.keys(value).map((key) => [wireKey(key), mapKey(value, key)]));
}

function mapKey(value: Value, key: string): unknown {
  const inner = readObject(value, key);
  return inner ? withWireKeys(inner) : value[key];
}

/** Converts an assistant's content, which can be a string in a transcript, to the list that it is on the wire. */
function getMessage(message: unknown): unknown {
  const content = readString(message, "content");
  if (content === undefined || readString(message, "role") !== "assistant") return message;
  return { ...readObject({ message }, "message"), content: [{ type: "text", text: content }] };
}
