import * as z from "zod";
import { anything, record, soft, softBoolean, softString, softStrings } from "./soft.ts";

const agentDefinition = z.looseObject({
  description: z.string(),
  prompt: z.string(),
  tools: z.array(z.string()).optional(),
  disallowedTools: z.array(z.string()).optional(),
  model: z.string().optional(),
});

/** `timeout` is in seconds (protocol.md 4.4). */
const hookMatcher = z.strictObject({
  matcher: z.string().optional(),
  hookCallbackIds: z.array(z.string()).min(1),
  timeout: z.number().positive().optional(),
  onFailure: z.enum(["continue", "block"]).optional(),
});

/** The first line of every conversation. Leaving `systemPrompt` out keeps the CLI's own prompt (T-11). */
export const initializeRequest = z.strictObject({
  hooks: z.record(z.string(), z.array(hookMatcher)).optional(),
  sdkMcpServers: z.array(z.string()).optional(),
  jsonSchema: record.optional(),
  systemPrompt: z.union([z.string(), z.array(z.string())]).optional(),
  appendSystemPrompt: z.string().optional(),
  agents: z.record(z.string(), agentDefinition).optional(),
  promptSuggestions: z.boolean().optional(),
  sdkMcpServerManifests: record.optional(),
  sdkMcpServerManifestsOrigin: z.string().optional(),
  systemPromptSnapshot: z.boolean().optional(),
  toolAliases: z.record(z.string(), z.string()).optional(),
  plugins: z.array(record).optional(),
  mcpServers: record.optional(),
  sdkMcpServerConfigs: z.record(z.string(), record).optional(),
  excludeDynamicSections: z.boolean().optional(),
  planModeInstructions: z.string().optional(),
  title: z.string().optional(),
  skills: z.array(z.string()).optional(),
  agentProgressSummaries: z.boolean().optional(),
  forwardSubagentText: z.boolean().optional(),
  supportedDialogKinds: z.array(z.string()).optional(),
  perTaskStopAffordance: z.boolean().optional(),
});
export type InitializeRequest = z.infer<typeof initializeRequest>;

const slashCommand = z.looseObject({
  name: z.string(),
  description: softString,
  argumentHint: soft(z.union([z.string(), z.array(z.string())])),
  aliases: softStrings,
});

const modelInfo = z.looseObject({
  value: z.string(),
  displayName: softString,
  description: softString,
  resolvedModel: softString,
  supportsEffort: softBoolean,
  supportedEffortLevels: softStrings,
});

/** Fills the interface before the first prompt: no `init` frame comes earlier (T-8). */
export const initializeAnswer = z.looseObject({
  commands: soft(z.array(slashCommand)),
  output_style: softString,
  available_output_styles: softStrings,
  models: soft(z.array(modelInfo)),
  account: soft(
    z.looseObject({ email: softString, organization: softString, subscriptionType: softString, tokenSource: softString, apiKeySource: softString }),
  ),
  agents: soft(z.array(z.looseObject({ name: z.string(), description: softString, model: softString }))),
  hooks_applied: anything,
  hook_on_failure_supported: softBoolean,
  claude_code_version: softString,
  current_permission_mode: softString,
  session_state: softString,
  capabilities: softStrings,
});
export type InitializeAnswer = z.infer<typeof initializeAnswer>;
