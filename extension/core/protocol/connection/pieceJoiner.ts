import type { Frame } from "../frames/decode.ts";
import type { StreamEventFrame } from "../frames/frames.ts";

/** A piece of a streamed block, with the field that holds its text. */
interface Piece {
  readonly frame: StreamEventFrame;
  readonly delta: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly text: string;
}

/** Returns the field of the text of a delta of this type. */
function getField(type: unknown): string | undefined {
  switch (type) {
    case "text_delta":
      return "text";
    case "thinking_delta":
      return "thinking";
    case "input_json_delta":
      return "partial_json";
    default:
      return undefined;
  }
}

/**
 * Joins the pieces of a streamed block that arrive in one step, such as those of one read of a pipe, so that a burst
 * costs the readers of its frames as much as one piece. Invariants:
 *
 * - The first piece of a step passes at once, and all others at the end of the step or before the next frame of another
 *   kind.
 * - Frames keep their order, and the texts of all pieces together stay the same.
 */
export class PieceJoiner {
  readonly #onFrame: (frame: Frame) => void;
  /** Pieces of one block that wait, without the first of their step. */
  #held: Piece | undefined;
  #texts: string[] = [];
  /** True from the first piece of a step to its end. */
  #isInStep = false;
  readonly #atEnd: () => void;

  /** `onFrame` must not throw. */
  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
    this.#atEnd = () => {
      this.#isInStep = false;
      this.flush();
    };
  }

  /** Takes a frame, and passes it on now or at the end of the step. */
  add(frame: Frame): void {
    const piece = readPiece(frame);
    if (piece && this.#isInStep) {
      if (this.#held && !isSameBlock(this.#held, piece)) this.flush();
      this.#held = piece;
      this.#texts.push(piece.text);
      return;
    }
    this.flush();
    if (piece) {
      this.#isInStep = true;
      queueMicrotask(this.#atEnd);
    }
    this.#onFrame(frame);
  }

  /** Passes what waits. Call it before anything that must come after the frames so far. */
  flush(): void {
    const held = this.#held;
    if (!held) return;
    const { frame, delta, field } = held;
    const texts = this.#texts;
    this.#held = undefined;
    this.#texts = [];
    this.#onFrame(
      texts.length === 1
        ? frame
        : { ...frame, event: { ...frame.event, delta: { ...delta, [field]: texts.join("") } } },
    );
  }
}

/** Returns the piece in a frame; undefined for any other frame, and for a piece that says more than its text. */
function readPiece(frame: Frame): Piece | undefined {
  if (frame.type !== "stream_event" || frame.event.type !== "content_block_delta") return undefined;
  const delta = frame.event["delta"];
  if (typeof delta !== "object" || delta === null) return undefined;
  const field = getField((delta as { readonly type?: unknown }).type);
  if (field === undefined) return undefined;
  const text = (delta as Readonly<Record<string, unknown>>)[field];
  if (typeof text !== "string") return undefined;
  // Without a list of the keys, which takes longer than all else here.
  for (const key in delta) if (key !== "type" && key !== field) return undefined;
  return { frame, delta: delta as Piece["delta"], field, text };
}

function isSameBlock({ frame: one, field }: Piece, { frame: other, field: otherField }: Piece): boolean {
  return (
    field === otherField &&
    one.event["index"] === other.event["index"] &&
    one.parent_tool_use_id === other.parent_tool_use_id &&
    one.session_id === other.session_id
  );
}
