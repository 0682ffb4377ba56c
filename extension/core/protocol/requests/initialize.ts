import * as z from "zod";
import { lenient, lenientBoolean, lenientString, lenientStrings, record } from "../frames/lenient.ts";

const agentDefinition = z.looseObject({
  description: z.string(),
  prompt: z.string(),
  tools: z.array(z.string()).optional(),
  disallowedTools: z.array(z.string()).optional(),
  model: z.string().optional(),
});

/** A hook matcher; `timeout` is in seconds. */
const hookMatcher = z.strictObject({
  matcher: z.string().optional(),
  hookCallbackIds: z.array(z.string()).min(1),
  timeout: z.number().positive().optional(),
  onFailure: z.enum(["continue", "block"]).optional(),
});

/** The first line of every conversation. Without `systemPrompt`, `claude` keeps its own prompt (all versions). */
export const initializeRequest = z.strictObject({
  hooks: z.record(z.string(), z.array(hookMatcher)).optional(),
  sdkMcpServers: z.array(z.string()).optional(),
  jsonSchema: record.optional(),
  systemPrompt: z.union([z.string(), z.array(z.string())]).optional(),
  appendSystemPrompt: z.string().optional(),
  agents: z.record(z.string(), agentDefinition).optional(),
  promptSuggestions: z.boolean().optional(),
  forwardSubagentText: z.boolean().optional(),
  perTaskStopAffordance: z.boolean().optional(),
});
export type InitializeRequest = z.infer<typeof initializeRequest>;

const slashCommand = z.looseObject({
  name: z.string(),
  description: lenientString,
  argumentHint: lenient(z.union([z.string(), z.array(z.string())])),
});

const modelInfo = z.looseObject({
  value: z.string(),
  displayName: lenientString,
  description: lenientString,
  resolvedModel: lenientString,
  supportsEffort: lenientBoolean,
  supportedEffortLevels: lenientStrings,
  supportsFastMode: lenientBoolean,
  /**
   * False if thinking cannot be switched off: `claude` accepts the request without an error, and the model still thinks
   * (2.1.329).
   */
  supportsThinkingOff: lenientBoolean,
});

/** Data for the interface before the first prompt: no `init` frame arrives earlier (all versions). */
export const initializeAnswer = z.looseObject({
  commands: lenient(z.array(slashCommand)),
  output_style: lenientString,
  available_output_styles: lenientStrings,
  models: lenient(z.array(modelInfo)),
  account: lenient(
    z.looseObject({
      email: lenientString,
      organization: lenientString,
      subscriptionType: lenientString,
      /** "none" without a login; absent where a cloud provider answers for it (all versions). */
      tokenSource: lenientString,
      /** Source of the API key; absent without one (all versions). */
      apiKeySource: lenientString,
      apiProvider: lenientString,
    }),
  ),
  agents: lenient(z.array(z.looseObject({ name: z.string(), description: lenientString, model: lenientString }))),
  claude_code_version: lenientString,
  current_permission_mode: lenientString,
  capabilities: lenientStrings,
  /** True if commands run in a sandbox, whichever setting says so (2.1.332). "unknown" is possible. */
  sandbox_enabled: lenient(z.union([z.boolean(), z.string()])),
});
export type InitializeAnswer = z.infer<typeof initializeAnswer>;
