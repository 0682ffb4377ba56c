import { stripControl } from "../../../shared/base/invisible.ts";
import { addReported } from "../../../shared/contract/conversationState.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import { createPatchDelta, type Reduction, retract, type StoreView } from "./reduction.ts";
import { reduceNotice } from "./systemReports.ts";

type ModelFallback = Extract<
  SystemFrame,
  { subtype: "model_refusal_fallback" | "model_consent_fallback" | "model_fallback" }
>;

/** Reduces the change to another model that `claude` made on its own: a notice, and the model that is in use. */
export function reduceModelChange(store: StoreView, frame: ModelFallback, now: number | undefined): Reduction {
  const { from, to, retracted, isLasting } = readChange(frame);
  const text = frame.content ? { text: stripControl(frame.content) } : {};
  const said = reduceNotice(frame, "warning", {
    code: "modelChanged",
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...text,
  });
  // A saved frame names a model that is no longer in use.
  const asked =
    isLasting && to !== undefined && now !== undefined
      ? createPatchDelta(addReported(store.state, { model: to })).deltas
      : [];
  return { deltas: [...retract(store, retracted), ...asked, ...said.deltas] };
}

/**
 * Returns which model replaces which. Covers the way back (`direction`) and a replacement for one reply only (`scope`).
 */
function readChange(frame: ModelFallback) {
  const [original, fallback] = [frame.original_model, frame.fallback_model].map(
    (model) => model && stripControl(model),
  );
  if (frame.subtype !== "model_refusal_fallback")
    return { from: original, to: fallback, retracted: [], isLasting: true };
  const isBack = frame.direction === "revert";
  const [from, to] = isBack ? [fallback, original] : [original, fallback];
  return { from, to, retracted: frame.retracted_message_uuids ?? [], isLasting: frame.scope !== "local" };
}
