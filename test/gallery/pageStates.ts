import type { StatusContent, StatusRow } from "../../extension/contract/statusPage.ts";
import type { GalleryStates } from "./state.ts";

const row = (name: string, value: string, more: Partial<StatusRow> = {}): StatusRow => ({ id: name, name, value, origin: "", ...more });

const status: StatusContent = {
  sections: [
    {
      id: "settings",
      heading: "Settings",
      rows: [
        row("model", "opus", {
          origin: "Workspace settings",
          losers: [
            { value: "sonnet", origin: "User settings" },
            { value: "haiku", origin: "claude's user settings" },
          ],
          button: { label: "Change", longLabel: "Change model", action: "selectModel" },
        }),
        row("maxTurns", "20", { origin: "User settings", mark: { level: "warning", text: "needs restart" } }),
        row("temprature", "0.5", { origin: "User settings", mark: { level: "warning", text: "set but ignored" }, more: "No setting has this name." }),
      ],
    },
    { id: "hooks", heading: "Hooks", note: "No hooks are configured.", rows: [] },
  ],
};

/** States of the pages in editor tabs. */
export const pageStates: GalleryStates = {
  "page-status": { page: { type: "content", kind: "status", content: status } },
  "page-status-found": { page: { type: "content", kind: "status", content: status }, steps: [{ type: "restart", into: "Search status" }] },
  "page-status-nothing": {
    page: { type: "content", kind: "status", content: { ...status, note: "No conversation is running." } },
    steps: [{ type: "zzz", into: "Search status" }],
  },
};
