import * as z from "zod";
import { modes } from "../../contract/modes.ts";
import { thinkingDisplays } from "../../contract/toWebview.ts";

/** The schemas of all settings that the extension reads. */
export const settingSchemas = {
  claudePath: z.string(),
  environment: z.record(z.string(), z.string()),
  workingDirectory: z.string(),
  model: z.string(),
  permissionMode: z.enum(modes),
  allowDangerouslySkipPermissions: z.boolean(),
  /** Each server is read alone (`mcpServers.ts`). */
  mcpServers: z.record(z.string(), z.unknown()),
  autosave: z.enum(["always", "ask", "never"]),
  "diff.open": z.enum(["active", "beside", "onDemand", "never"]),
  "permissions.prompt": z.enum(["panel", "quickPick", "both"]),
  notificationSound: z.boolean(),
  notifications: z.enum(["off", "whenHidden", "always"]),
  resend: z.enum(["ask", "fork", "rewind"]),
  idleMinutes: z.number().min(0),
  maxProcesses: z.int().min(1),
  "chat.fontSize": z.number().min(6).max(100).nullable(),
  "chat.showThinking": z.enum(thinkingDisplays),
  "chat.promptSuggestions": z.boolean(),
  "chat.sendKey": z.enum(["enter", "ctrlEnter"]),
} as const;
