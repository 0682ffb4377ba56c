import * as z from "zod";
import { attachmentKinds } from "../../shared/contract/composer/attachments.ts";

/** Schema of an attachment in a saved state. */
export const savedAttachment = z.strictObject({
  id: z.string(),
  kind: z.enum(attachmentKinds),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  thumbnail: z.string().optional(),
  isPasted: z.boolean().optional(),
});
