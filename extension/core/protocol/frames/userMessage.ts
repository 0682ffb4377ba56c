import * as z from "zod";
import { failures } from "../../../shared/base/failure.ts";

const source = z.union([
  z.strictObject({ type: z.literal("base64"), media_type: z.string(), data: z.string().min(1) }),
  z.strictObject({ type: z.literal("url"), url: z.url() }),
]);
const textSource = z.strictObject({ type: z.literal("text"), media_type: z.literal("text/plain"), data: z.string() });

/** Content block of a prompt. */
export const promptBlock = z.union([
  z.strictObject({ type: z.literal("text"), text: z.string().min(1) }),
  z.strictObject({ type: z.literal("image"), source }),
  z.strictObject({ type: z.literal("document"), source: z.union([source, textSource]), title: z.string().optional() }),
]);
export type PromptBlock = z.infer<typeof promptBlock>;

const userMessage = z.strictObject({
  type: z.literal("user"),
  uuid: z.uuid(),
  session_id: z.literal(""),
  parent_tool_use_id: z.null(),
  message: z.strictObject({ role: z.literal("user"), content: z.array(promptBlock).min(1) }),
  priority: z.literal("next").optional(),
});
export type UserMessage = z.infer<typeof userMessage>;

export interface PromptOptions {
  /**
   * Minted by the host, new for every send: it is the checkpoint key, and a repeated one is dropped silently (all
   * versions).
   */
  readonly uuid: string;
  /**
   * 2.1.329 only: position of a prompt that is sent during a turn. "next" (also the default) is read after the running
   * tool, or starts the next turn if no step follows; "later" always starts the next turn; "now" ends the turn after
   * the running tool.
   */
  readonly priority?: "next";
}

/** Returns the stdin frame of a prompt. Throws `badFrame` for a frame that would make `claude` exit (all versions). */
export function makeUserMessage(content: readonly PromptBlock[], options: PromptOptions): UserMessage {
  const result = userMessage.safeParse({
    type: "user",
    uuid: options.uuid,
    session_id: "",
    parent_tool_use_id: null,
    message: { role: "user", content },
    ...(options.priority === undefined ? {} : { priority: options.priority }),
  });
  if (!result.success) throw failures.badFrame("user", z.prettifyError(result.error));
  return result.data;
}
