import type { PointLog } from "./points/pointLog.ts";
import type { Snapshots } from "./snapshots/snapshots.ts";

/** The parts of an open store. */
export interface FolderParts {
  /** Folder of the store. */
  readonly store: string;
  /** The workspace folder with links resolved. */
  readonly root: string;
  readonly snapshots: Snapshots;
  readonly log: PointLog;
}
