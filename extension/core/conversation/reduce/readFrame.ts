import { getErrorMessage } from "../../../shared/base/failure.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import { reduceFrame } from "./reduceFrame.ts";
import { emptyReduction, type Reduction, type StoreView } from "./reduction.ts";

/**
 * Reduces a frame. Logs a frame on which a reducer fails, and returns an empty reduction for it, so that later frames
 * are still read.
 */
export function readFrame(store: StoreView, frame: Frame, now: number | undefined, logger: Logger): Reduction {
  try {
    return reduceFrame(store, frame, now);
  } catch (error) {
    logger.error(`a ${frame.type} frame could not be read: ${getErrorMessage(error)}`);
    return emptyReduction;
  }
}
