import { createTwoFilesPatch } from "diff";
import { editorText } from "./lineEnds.ts";

/** Characters of a patch that the model is told. */
const longestPatch = 20_000;

/** What the model must know when a file got another text than it proposed, so that it does not believe its own version to be on disk. */
export function changedNote(path: string, proposed: string, written: string): string {
  const patch = createTwoFilesPatch("proposed", "written", editorText(proposed), editorText(written), "", "", { context: 3, timeout: 2_000 });
  const shown = patch === undefined || patch.length > longestPatch ? "The difference is too long to be shown: read the file again." : patch;
  return `The user changed your edit of ${path} before it was written. The file holds the user's version, not yours. From yours to the user's:\n\n${shown}`;
}

/** What the model must know when a tool ran with another input than it gave. */
export function changedInputNote(tool: string, asked: object, ran: object): string {
  const [before, after] = [asked, ran].map((input) => `${JSON.stringify(input, null, 2)}\n`) as [string, string];
  const patch = createTwoFilesPatch("asked", "ran", before, after, "", "", { context: 3, timeout: 2_000 });
  const shown = patch === undefined || patch.length > longestPatch ? `It ran with: ${after.slice(0, longestPatch)}` : patch;
  return `The user changed the input of your ${tool} call before it ran. The result is that of the user's input, not of yours. From yours to the user's:\n\n${shown}`;
}

/** What the model must know where its program tells it that its own plan was approved. */
export function changedPlanNote(plan: string): string {
  return `The user changed your plan before approving it. Follow the user's plan, not yours:\n\n${plan}`;
}
