import { readString } from "../../base/read.ts";
import type { ContentBlock } from "../../protocol/frames.ts";
import { emptyReduction, type Reduction, type StoreView } from "../reduction.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import { toEndedItem } from "./callStates.ts";

/**
 * Reduces the result of a call that the provider ran. It comes as a block of the model's own message, and the tool determines the block's type
 * (recorded in `server-tools`).
 */
export function reduceServerResult(store: StoreView, block: ContentBlock, now: number | undefined): Reduction {
  const id = block.tool_use_id;
  const record = id === undefined || !block.type.endsWith("_tool_result") ? undefined : store.record(id);
  const item = id === undefined || !record ? undefined : store.item(record.thread, id);
  if (id === undefined || !record || item?.kind !== "tool") return emptyReduction;
  const done: ToolRecord = { ...record, result: block.content, output: getOutput(block.content) };
  const isError = block.is_error === true || readString(block.content, "error_code") !== undefined;
  return { deltas: [{ kind: "put", thread: record.thread, item: toEndedItem(item, done, isError, now) }], records: [[id, done]] };
}

/** Returns the text of a result, else the whole result as JSON. Omits encrypted content, which is only for the model. */
function getOutput(content: unknown): string {
  if (typeof content === "string") return content;
  const said = ["text", "stdout", "stderr", "error_code"].flatMap((field) => readString(content, field) || []);
  if (said.length > 0) return said.join("\n");
  const texts = Array.isArray(content) ? content.flatMap((block) => readString(block, "text") ?? []) : [];
  if (texts.length > 0) return texts.join("\n");
  return JSON.stringify(content, (field, value) => (field.startsWith("encrypted_") ? undefined : value), 2) ?? "";
}
