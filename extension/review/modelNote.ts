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
