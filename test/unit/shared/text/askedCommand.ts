import type { PermissionView } from "../../../../extension/shared/contract/requests/requests.ts";

/** A request to run a command, without notes. */
export const asked: PermissionView = {
  kind: "permission",
  id: "r1",
  toolId: "t1",
  tool: "Bash",
  toolKind: "command",
  subject: "npm test",
  body: "npm test",
  revision: 0,
  notes: [],
  bodyOmitted: 0,
  always: [],
  isDenyDefault: false,
  isDenyOnly: false,
  needsCard: false,
  isInputEdited: false,
};
