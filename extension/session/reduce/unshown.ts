import type { Frame } from "../../protocol/decode.ts";
import type { SystemSubtype } from "../../protocol/systemFrames.ts";

/** Why a frame of a kind has no row and changes no state. A kind that is in no reducer does not compile unless it is here. */
export const unshown = {
  auth_status: "the login runs in a terminal, where the CLI says how it goes",
  autocompact_state: "the meter shows what is used; when the CLI compacts it says so by a row of its own",
  control_request_progress: "who sent the request waits for its answer and shows that",
  elicitation_complete: "its request was answered, and its card is gone",
  files_persisted: "for sessions in a cloud; nothing is stored elsewhere here",
  hook_progress: "what a hook puts out is told once, with its end, if it failed",
  hook_started: "a hook that works as it should is nobody's concern",
  keep_alive: "says that the process lives",
  tombstone: "takes a frame back that was never shown",
  transcript_mirror: "copies of what other frames say",
  turn_duration: "the end of a turn says how long it took",
} as const satisfies Partial<Record<SystemSubtype | Frame["type"], string>>;
