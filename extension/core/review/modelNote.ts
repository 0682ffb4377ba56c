import { createTwoFilesPatch } from "diff";
import { cutText } from "../../shared/base/cutText.ts";
import { toEditorText } from "./lineEnds.ts";

/** Maximum number of characters of a patch in a note to the model. */
const maxPatchLength = 20_000;

/**
 * Builds the note for a file that was written with another text than the model proposed, so that the model does not
 * assume its own version on disk.
 */
export function buildChangedNote(path: string, proposed: string, written: string): string {
  const patch = createTwoFilesPatch("proposed", "written", toEditorText(proposed), toEditorText(written), "", "", {
    context: 3,
    timeout: 2_000,
  });
  const shown =
    patch === undefined || patch.length > maxPatchLength
      ? "The difference is too long to be shown: read the file again."
      : patch;
  return `The user changed your edit of ${path} before it was written. The file holds the user's version, not yours. From yours to the user's:\n\n${shown}`;
}

/** Builds the note for a tool that ran with another input than the model's. */
export function buildChangedInputNote(tool: string, asked: object, ran: object): string {
  const [before, after] = [asked, ran].map((input) => `${JSON.stringify(input, null, 2)}\n`) as [string, string];
  const patch = createTwoFilesPatch("asked", "ran", before, after, "", "", { context: 3, timeout: 2_000 });
  const shown =
    patch === undefined || patch.length > maxPatchLength ? `It ran with: ${cutText(after, maxPatchLength)}` : patch;
  return `The user changed the input of your ${tool} call before it ran. The result is that of the user's input, not of yours. From yours to the user's:\n\n${shown}`;
}

/** Builds the note for a changed plan, needed where `claude` reports to the model that its own plan was approved. */
export function buildChangedPlanNote(plan: string): string {
  return `The user changed your plan before approving it. Follow the user's plan, not yours:\n\n${plan}`;
}
