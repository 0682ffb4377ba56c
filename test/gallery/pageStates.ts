import type { StatusContent } from "../../extension/contract/statusPage.ts";
import { getStatusContent } from "../../extension/text/statusPage.ts";
import type { GalleryState, GalleryStates } from "./state.ts";
import { statusFacts } from "./statusFacts.ts";

const statusPage = (content: StatusContent, ...steps: NonNullable<GalleryState["steps"]>): GalleryState => ({
  page: { type: "content", kind: "status", content },
  steps,
});
const { conversation, ...closed } = statusFacts;
const asking = { claudeSettings: "waiting", hooks: "waiting", rules: "waiting", servers: "waiting" } as const;

/** States of the pages in editor tabs. */
export const pageStates: GalleryStates = {
  "page-status": statusPage(getStatusContent(statusFacts)),
  "page-status-found": statusPage(getStatusContent(statusFacts), { type: "ignored", into: "Search status" }),
  "page-status-closed": statusPage(getStatusContent(closed)),
  "page-status-nothing": statusPage(getStatusContent(closed), { type: "zzz", into: "Search status" }),
  ...(conversation ? { "page-status-asking": statusPage(getStatusContent({ ...statusFacts, conversation: { ...conversation, ...asking } })) } : {}),
};
