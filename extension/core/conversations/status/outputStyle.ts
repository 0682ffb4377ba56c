import { readString } from "../../../shared/base/read.ts";
import type { Conversation } from "../../conversation/conversation.ts";

/**
 * Sets the output style of a running conversation, and takes over the one that `claude` then reports. Returns false
 * where `claude` cannot confirm it (before 2.1.329), nothing runs, or it was refused.
 */
export async function setOutputStyle(
  { client, controls }: Pick<Conversation, "client" | "controls">,
  style: string,
): Promise<boolean> {
  if (!client?.supports("get_settings") || !client.supports("apply_flag_settings")) return false;
  await client.call("apply_flag_settings", { settings: { outputStyle: style } });
  const confirmed = readString((await client.call("get_settings", {})).effective, "outputStyle");
  if (confirmed !== undefined) controls.facts.noteStyle(confirmed);
  return confirmed === style;
}
