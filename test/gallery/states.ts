import { askedStates } from "./askedStates.ts";
import { composerStates } from "./composerStates.ts";
import { detailStates } from "./detailStates.ts";
import { dockStates } from "./dockStates.ts";
import { markdownStates } from "./markdownStates.ts";
import { noticeStates } from "./noticeStates.ts";
import { pageStates } from "./pageStates.ts";
import { permissionStates } from "./permissionStates.ts";
import { failureStates, loginStates, problemStates } from "./problemStates.ts";
import { recordedStates } from "./recordedStates.ts";
import { repositoryStates } from "./repositoryStates.ts";
import type { GalleryStates, Recordings } from "./state.ts";
import { toolStates } from "./toolStates.ts";
import { transcriptStates } from "./transcriptStates.ts";
import { usageStates } from "./usageStates.ts";

/** Every state of the gallery, by name. */
export function getStates(recordings: Recordings): GalleryStates {
  return {
    ...recordedStates(recordings),
    ...transcriptStates,
    ...noticeStates,
    ...problemStates,
    ...repositoryStates,
    ...failureStates,
    ...loginStates(recordings),
    ...toolStates,
    ...detailStates,
    ...markdownStates,
    ...composerStates,
    ...dockStates,
    ...permissionStates,
    ...askedStates,
    ...pageStates,
    ...usageStates,
  };
}
