import * as z from "zod";
import { lenient, lenientString } from "../frames/lenient.ts";

/**
 * Requests that 2.1.329 answers but no published type names. They may disappear: callers treat `notSupported` as a
 * normal outcome.
 */
const none = z.strictObject({});
const acknowledged = z.looseObject({}).optional().catch(undefined);
const quick = 15_000;
const slow = 120_000;
const since = "c" as const;
const loginAccount = z.looseObject({ email: lenientString, organization: lenientString });

export const unpublishedRequests = {
  side_question: {
    since,
    request: z.strictObject({ question: z.string(), history: z.array(z.unknown()).optional() }),
    answer: z.looseObject({ response: lenient(z.string().nullable()) }),
    limitMs: slow,
  },
  get_plan: { since, request: none, answer: z.looseObject({ content: lenientString }), limitMs: quick },
  /**
   * Starts a login and answers its addresses; a second start replaces the first. Both end when the process ends
   * (2.1.329, seen live).
   */
  claude_authenticate: {
    since,
    request: z.strictObject({ loginWithClaudeAi: z.boolean() }),
    answer: z.looseObject({ automaticUrl: lenientString, manualUrl: lenientString }),
    limitMs: slow,
  },
  /** Answers when the login has ended, which the user does in a browser. */
  claude_oauth_wait_for_completion: {
    since,
    request: none,
    answer: z.looseObject({ account: lenient(loginAccount) }),
    limitMs: 600_000,
  },
  /** Ends the login with the code that the page of `manualUrl` shows. */
  claude_oauth_callback: {
    since,
    request: z.strictObject({ authorizationCode: z.string(), state: z.string() }),
    answer: z.looseObject({ account: lenient(loginAccount) }),
    limitMs: slow,
  },
  mcp_authenticate: {
    since,
    request: z.strictObject({ serverName: z.string(), redirectUri: z.string().optional() }),
    answer: z.looseObject({ authUrl: lenientString }),
    limitMs: slow,
  },
  mcp_oauth_callback_url: {
    since,
    request: z.strictObject({ serverName: z.string(), callbackUrl: z.string() }),
    answer: acknowledged,
    limitMs: slow,
  },
  mcp_clear_auth: { since, request: z.strictObject({ serverName: z.string() }), answer: acknowledged, limitMs: quick },
} as const;
