import type { AccountActions } from "../core/conversations/actions/accountActions.ts";
import type { TraceActions } from "../core/conversations/actions/traceActions.ts";
import { type Later, later } from "../shared/base/later.ts";
import type { AccountPartsOptions } from "./accountParts.ts";
import type { TracePartsOptions } from "./traceParts.ts";

/** Returns the actions that log in and out, which are loaded with the first of them. */
export function createLaterAccountActions(options: AccountPartsOptions): Later<AccountActions> {
  return later(async () => (await import("./accountParts.ts")).createAccountActions(options));
}

/** Returns the actions that record and replay traces, which are loaded with the first of them. */
export function createLaterTraceActions(options: TracePartsOptions): Later<TraceActions> {
  return later(async () => (await import("./traceParts.ts")).createTraceActions(options));
}
