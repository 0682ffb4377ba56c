import type { RequestActions } from "../conversations/requestActions.ts";
import type { WaitingRequest } from "../conversations/waitingRequests.ts";
import type { Command } from "./command.ts";

/** Answers the request of a row in "Waiting for you", in the revision that the row shows. */
export function approvalRowCommand(requests: RequestActions, kind: "allow" | "deny"): Command {
  return { run: (row) => isRequest(row) && requests.decideRow(row, kind) };
}

function isRequest(row: unknown): row is WaitingRequest {
  return typeof row === "object" && row !== null && "conversation" in row && "view" in row && "arrivedAt" in row;
}
