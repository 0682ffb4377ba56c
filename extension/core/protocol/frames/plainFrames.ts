import type { AssistantFrame, UserFrame } from "./frames.ts";

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown, isEntry: (entry: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.every(isEntry);
}

const isString = (value: unknown): boolean => typeof value === "string";
const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);
const isNullable = (value: unknown): boolean => value === undefined || value === null || typeof value === "string";

// Each field is read by its name: a loop over names takes several times as long, and every frame comes here.
const mayBeString = (value: unknown): boolean => value === undefined || typeof value === "string";
const mayBeNumber = (value: unknown): boolean => value === undefined || typeof value === "number";
const mayBeBoolean = (value: unknown): boolean => value === undefined || typeof value === "boolean";

function isBlock(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, text, thinking, id, name, tool_use_id: toolId, is_error: isError, input } = value;
  const isNamed = mayBeString(id) && mayBeString(name) && mayBeString(toolId);
  return (
    isString(type) &&
    mayBeString(text) &&
    mayBeString(thinking) &&
    isNamed &&
    mayBeBoolean(isError) &&
    isOptional(input, isObject)
  );
}

function isUsage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const {
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
  } = value;
  const { cache_creation: kept, server_tool_use: searches } = value;
  const isCounted = mayBeNumber(input) && mayBeNumber(output) && mayBeNumber(written) && mayBeNumber(read);
  return (
    isCounted &&
    isOptional(kept, isKept) &&
    isOptional(searches, (each) => isObject(each) && mayBeNumber(each["web_search_requests"]))
  );
}

function isKept(value: unknown): boolean {
  return (
    isObject(value) &&
    mayBeNumber(value["ephemeral_5m_input_tokens"]) &&
    mayBeNumber(value["ephemeral_1h_input_tokens"])
  );
}

/**
 * Returns true if the schema would not change the frame, which is then used as it is. Schemas copy each frame field by
 * field, which takes a sixth of the time of a burst of whole messages. Every other frame is parsed by its schema.
 */
export function isPlainAssistant(value: Fields): value is AssistantFrame {
  const {
    type,
    message,
    supersedes,
    parent_tool_use_id: parent,
    uuid,
    session_id: session,
    error,
    cwd,
    version,
  } = value;
  if (type !== "assistant" || !isObject(message) || !isNullable(parent)) return false;
  const { id, model, usage, content } = message;
  if (!mayBeString(id) || !mayBeString(model) || !isOptional(usage, isUsage) || !isList(content, isBlock)) return false;
  const { apiBlockIndex, thinkingDurationMs, isApiErrorMessage } = value;
  const isTyped =
    mayBeString(uuid) && mayBeString(session) && mayBeString(error) && mayBeString(cwd) && mayBeString(version);
  const isMeasured = mayBeNumber(apiBlockIndex) && mayBeNumber(thinkingDurationMs) && mayBeBoolean(isApiErrorMessage);
  return isTyped && isMeasured && isOptional(supersedes, (list) => isList(list, isString));
}

/** Returns true if the schema would not change the user frame. */
export function isPlainUser(value: Fields): value is UserFrame {
  const {
    type,
    message,
    parent_tool_use_id: parent,
    uuid,
    session_id: session,
    version,
    isSynthetic,
    isDuringTurn,
    isReplay,
  } = value;
  if (type !== "user" || !isObject(message) || !isNullable(parent)) return false;
  const { role, content } = message;
  if (!mayBeString(role) || !(isString(content) || isList(content, isBlock))) return false;
  return (
    mayBeString(uuid) &&
    mayBeString(session) &&
    mayBeString(version) &&
    mayBeBoolean(isSynthetic) &&
    mayBeBoolean(isDuringTurn) &&
    mayBeBoolean(isReplay)
  );
}
