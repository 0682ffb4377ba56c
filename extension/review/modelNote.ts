import { createTwoFilesPatch } from "diff";
import { toEditorText } from "./lineEnds.ts";

/** Characters of a patch that the model is told. */
const maxPatchLength = 20_000;

/** What the model must know when a file got another text than it proposed, so that it does not believe its own version to be on disk. */
export function buildChangedNote(path: string, proposed: string, written: string): string {
  const patch = createTwoFilesPatch("proposed", "written", toEditorText(proposed), toEditorText(written), "", "", { context: 3, timeout: 2_000 });
  const shown = patch === undefined || patch.length > maxPatchLength ? "The difference is too long to be shown: read the file again." : patch;
  return `The user changed your edit of ${path} before it was written. The file holds the user's version, not yours. From yours to the user's:\n\n${shown}`;
}

/** What the model must know when a tool ran with another input than it gave. */
export function buildChangedInputNote(tool: string, asked: object, ran: object): string {
  const [before, after] = [asked, ran].map((input) => `${JSON.stringify(input, null, 2)}\n`) as [string, string];
  const patch = createTwoFilesPatch("asked", "ran", before, after, "", "", { context: 3, timeout: 2_000 });
  const shown = patch === undefined || patch.length > maxPatchLength ? `It ran with: ${after.slice(0, maxPatchLength)}` : patch;
  return `The user changed the input of your ${tool} call before it ran. The result is that of the user's input, not of yours. From yours to the user's:\n\n${shown}`;
}

/** What the model must know where its program tells it that its own plan was approved. */
export function buildChangedPlanNote(plan: string): string {
  return `The user changed your plan before approving it. Follow the user's plan, not yours:\n\n${plan}`;
}
