import * as z from "zod";
import { lenient, lenientBoolean, lenientString, record } from "../frames/lenient.ts";
import { hasSince } from "../version.ts";

const destination = z.string();
const rules = z.array(z.looseObject({ toolName: z.string(), ruleContent: z.string().optional() }));

/** A change to permission rules: a suggestion of `claude`, or an entry of `updatedPermissions` in the answer. */
export const permissionUpdate = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("addRules"), rules, behavior: z.string(), destination }),
  z.looseObject({ type: z.literal("replaceRules"), rules, behavior: z.string(), destination }),
  z.looseObject({ type: z.literal("removeRules"), rules, behavior: z.string(), destination }),
  z.looseObject({ type: z.literal("setMode"), mode: z.string(), destination }),
  z.looseObject({ type: z.literal("addDirectories"), directories: z.array(z.string()), destination }),
  z.looseObject({ type: z.literal("removeDirectories"), directories: z.array(z.string()), destination }),
]);
export type PermissionUpdate = z.infer<typeof permissionUpdate>;

/** Request of `claude` before a tool runs. Texts may contain ANSI or bidirectional characters (2.1.329). */
export const canUseToolRequest = z.looseObject({
  subtype: z.literal("can_use_tool"),
  tool_name: z.string(),
  input: record,
  tool_use_id: z.string(),
  /** Undefined stands for a suggestion of unknown kind, so that the indexes of the others stay valid. */
  permission_suggestions: lenient(z.array(permissionUpdate.optional().catch(undefined))),
  blocked_path: lenientString,
  decision_reason: lenientString,
  decision_reason_type: lenientString,
  agent_id: lenientString,
  description: lenientString,
  title: lenientString,
  classifier_approvable: lenientBoolean,
  suppress_always_allow_rule: lenientBoolean,
  default_to_no: lenientBoolean,
  requires_user_interaction: lenientBoolean,
  matched_ask_rule: lenient(
    z.looseObject({ source: lenientString, tool_name: lenientString, rule_content: lenientString }),
  ),
  /** The skill of an MCP server that is to be loaded (2.1.332). */
  mcp_skill: lenient(record),
  mcp_server: lenient(z.looseObject({ name: z.string(), source: lenientString })),
});
export type CanUseToolRequest = z.infer<typeof canUseToolRequest>;

/**
 * Answer to `can_use_tool`. `updatedInput` is always sent, and equals the input unless it was edited: 2.0.77 and 2.1.50
 * require it, and a malformed answer reaches only the model (all versions).
 */
export const permissionAnswer = z.discriminatedUnion("behavior", [
  z.strictObject({
    behavior: z.literal("allow"),
    updatedInput: record,
    updatedPermissions: z.array(permissionUpdate).optional(),
    toolUseID: z.string(),
    decisionClassification: z.enum(["user_temporary", "user_permanent"]).optional(),
  }),
  z.strictObject({
    behavior: z.literal("deny"),
    message: z.string().min(1),
    interrupt: z.boolean().optional(),
    toolUseID: z.string(),
    decisionClassification: z.literal("user_reject").optional(),
  }),
]);
export type PermissionAnswer = z.infer<typeof permissionAnswer>;

/** Returns the answer in the form that a version accepts: `decisionClassification` exists since 2.1.329. */
export function answerInVersion(answer: PermissionAnswer, version: string): PermissionAnswer {
  if (hasSince(version, "c") !== "no") return answer;
  const { decisionClassification: _, ...known } = answer;
  return known;
}
