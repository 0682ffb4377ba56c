import * as z from "zod";
import { modes } from "../../contract/modes.ts";
import { thinkingDisplays } from "../../contract/toWebview.ts";

const servers = z.record(
  z.string().min(1),
  z.union([
    z.strictObject({
      type: z.literal("stdio").optional(),
      command: z.string().min(1),
      args: z.array(z.string()).optional(),
      env: z.record(z.string(), z.string()).optional(),
      timeout: z.number().positive().optional(),
    }),
    z.strictObject({
      type: z.enum(["http", "sse"]),
      url: z.string().min(1),
      headers: z.record(z.string(), z.string()).optional(),
      timeout: z.number().positive().optional(),
    }),
  ]),
);

/** The schemas of all settings that the extension reads. */
export const settingSchemas = {
  claudePath: z.string(),
  environment: z.record(z.string(), z.string()),
  profiles: z.record(z.string().min(1), z.strictObject({ environment: z.record(z.string(), z.string()).optional(), claudePath: z.string().optional() })),
  profile: z.string(),
  workingDirectory: z.string(),
  model: z.string(),
  permissionMode: z.enum(modes),
  allowDangerouslySkipPermissions: z.boolean(),
  mcpServers: servers,
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
