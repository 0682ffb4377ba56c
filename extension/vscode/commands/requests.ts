import type { RuleActions } from "../../core/conversations/actions/ruleActions.ts";
import type { RequestActions } from "../../core/conversations/requests/requestActions.ts";
import type { WaitingRequest } from "../../core/conversations/requests/waitingRequests.ts";
import { readRequestArgument } from "./arguments.ts";
import { type CommandHandler, commandTable } from "./commandTable.ts";

export interface RequestCommandsOptions {
  readonly requests: RequestActions;
  readonly rules: Pick<RuleActions, "manage">;
}

/** Returns the commands that answer requests: the one in the argument, else the oldest. */
export function createRequestCommands({ requests, rules }: RequestCommandsOptions) {
  // The decision applies to the revision that the row shows.
  const decideRow =
    (kind: "allow" | "deny"): CommandHandler =>
    (row) =>
      isRequest(row) && requests.decideRow(row, kind);
  return commandTable({
    approve: (argument) => requests.approve(readRequestArgument(argument)),
    approveAlways: (argument) => requests.approveAlways(readRequestArgument(argument)),
    deny: (argument) => requests.deny(readRequestArgument(argument)),
    denyAndStop: (argument) => requests.deny(readRequestArgument(argument), true),
    "approvals.allow": decideRow("allow"),
    "approvals.reveal": (row) => isRequest(row) && requests.revealCard(row.conversation, row.view.id),
    "approvals.deny": decideRow("deny"),
    "permissions.manage": () => rules.manage(),
  });
}

/** Returns true if `row` is a row of "Waiting for you". Callers can pass any value. */
function isRequest(row: unknown): row is WaitingRequest {
  if (typeof row !== "object" || row === null || !("conversation" in row) || !("view" in row) || !("arrivedAt" in row))
    return false;
  const { conversation, view } = row;
  if (
    typeof conversation !== "string" ||
    typeof view !== "object" ||
    view === null ||
    !("id" in view) ||
    !("revision" in view)
  )
    return false;
  return typeof view.id === "string" && typeof view.revision === "number";
}
