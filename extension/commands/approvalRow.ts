import type { RequestActions } from "../conversations/requestActions.ts";
import type { WaitingRequest } from "../conversations/waitingRequests.ts";
import type { Command } from "./command.ts";

/** Answers the request of a row in "Waiting for you", in the revision that the row shows. */
export function approvalRowCommand(requests: RequestActions, kind: "allow" | "deny"): Command {
  return { run: (row) => isRequest(row) && requests.decideRow(row, kind) };
}

/** Shows the card of the request of a row. */
export function revealRowCommand(requests: RequestActions): Command {
  return { run: (row) => isRequest(row) && requests.revealCard(row.conversation, row.view.id) };
}

/** What comes as an argument can be anything: of a row only these are looked at. */
function isRequest(row: unknown): row is WaitingRequest {
  if (typeof row !== "object" || row === null || !("conversation" in row) || !("view" in row) || !("arrivedAt" in row)) return false;
  const { conversation, view } = row;
  if (typeof conversation !== "string" || typeof view !== "object" || view === null || !("id" in view) || !("revision" in view)) return false;
  return typeof view.id === "string" && typeof view.revision === "number";
}
