import type { Participant, ParticipantContext } from "../ports/participant.ts";
import type { TraceRecorder } from "./traceRecorder.ts";

/** Passes the events of a conversation to its trace, while one is recorded. */
export class TracedEvents implements Participant {
  readonly name = "trace";

  constructor(recorder: Pick<TraceRecorder, "noteEvent">, { id, events }: Pick<ParticipantContext, "id" | "events">) {
    events.onDidPublish((event) => recorder.noteEvent(id, event));
  }
}
