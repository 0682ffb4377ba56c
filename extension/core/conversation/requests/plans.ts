import { escapeProse } from "../../../shared/base/invisible.ts";
import { readString } from "../../../shared/base/read.ts";
import { allowCall, type CallKind } from "./callKind.ts";
import { getCardNotes } from "./requestView.ts";

/** A plan of the model, which the user approves or sends back. */
export const planKind: CallKind<"plan"> = {
  createView({ request, common, folder, ownFolders }) {
    const text = escapeProse(readString(request.input, "plan") ?? "");
    return {
      kind: "plan",
      ...common,
      plan: escapeEntities(text),
      text,
      isEdited: false,
      notes: getCardNotes(request, "plan", folder, ownFolders),
    };
  },

  allow({ request, input = request.input }, _, decision) {
    if (decision.kind !== "approvePlan") return undefined;
    const mode = { type: "setMode", mode: "acceptEdits", destination: "session" } as const;
    return {
      answer: { ...allowCall(request, input), ...(decision.isAcceptingEdits ? { updatedPermissions: [mode] } : {}) },
      decided: { code: decision.isAcceptingEdits ? "approvedAcceptingEdits" : "approved" },
    };
  },
};

/** Escapes entities in Markdown, since an entity can stand for an invisible character. */
function escapeEntities(text: string): string {
  return text.replace(/&(?=#?\w+;)/g, "&amp;");
}
