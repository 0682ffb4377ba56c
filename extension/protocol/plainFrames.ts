import type { AssistantFrame, UserFrame } from "./frames.ts";

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown, isEntry: (entry: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(isEntry);
}

function are(value: Fields, type: "string" | "number" | "boolean", fields: readonly string[]): boolean {
  for (const field of fields) {
    const found = value[field];
    if (found !== undefined && typeof found !== type) return false;
  }
  return true;
}

const isString = (value: unknown): boolean => typeof value === "string";
const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);
const isNullable = (value: unknown): boolean => value === undefined || value === null || typeof value === "string";

const blockStrings = ["text", "thinking", "id", "name", "tool_use_id"];
const usageNumbers = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
const keptNumbers = ["ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens"];
const messageStrings = ["id", "model"];
const assistantStrings = ["uuid", "session_id", "error", "cwd", "version"];
const assistantNumbers = ["apiBlockIndex", "thinkingDurationMs"];
const assistantBooleans = ["isApiErrorMessage"];
const userStrings = ["uuid", "session_id", "version"];
const userBooleans = ["isSynthetic", "isDuringTurn", "isReplay"];

function isBlock(value: unknown): boolean {
  return (
    isObject(value) &&
    isString(value["type"]) &&
    are(value, "string", blockStrings) &&
    are(value, "boolean", ["is_error"]) &&
    isOptional(value["input"], isObject)
  );
}

function isUsage(value: unknown): boolean {
  if (!isObject(value) || !are(value, "number", usageNumbers)) return false;
  const { cache_creation: kept, server_tool_use: searches } = value;
  const isKept = isOptional(kept, (each) => isObject(each) && are(each, "number", keptNumbers));
  return isKept && isOptional(searches, (each) => isObject(each) && are(each, "number", ["web_search_requests"]));
}

/**
 * Returns true if the schema would not change the frame, which is then used as it is. Schemas copy each frame field by field, which takes a
 * sixth of the time of a burst of whole messages. Every other frame is parsed by its schema.
 */
export function isPlainAssistant(value: Fields): value is AssistantFrame {
  const { message, supersedes, parent_tool_use_id: parent } = value;
  return (
    value["type"] === "assistant" &&
    isObject(message) &&
    are(message, "string", messageStrings) &&
    isOptional(message["usage"], isUsage) &&
    isList(message["content"], isBlock) &&
    isNullable(parent) &&
    are(value, "string", assistantStrings) &&
    are(value, "number", assistantNumbers) &&
    are(value, "boolean", assistantBooleans) &&
    isOptional(supersedes, (list) => isList(list, isString))
  );
}

/** Returns true if the schema would not change the user frame. */
export function isPlainUser(value: Fields): value is UserFrame {
  const { message, parent_tool_use_id: parent } = value;
  return (
    value["type"] === "user" &&
    isObject(message) &&
    are(message, "string", ["role"]) &&
    (isString(message["content"]) || isList(message["content"], isBlock)) &&
    isNullable(parent) &&
    are(value, "string", userStrings) &&
    are(value, "boolean", userBooleans)
  );
}
