import type { ChangesView } from "../../core/conversations/requests/reviewPorts.ts";
import type { ProposedFileChange } from "../../core/ideTools/port.ts";

/** Shows the changes that a call of a tool plans; returns false if there are none. */
export async function showPlannedChanges(
  view: Pick<ChangesView, "openAll">,
  title: string,
  changes: readonly ProposedFileChange[],
): Promise<boolean> {
  if (changes.length === 0) return false;
  const files = changes.map(({ path, before, after }) => ({
    path,
    before,
    after: { kind: "text", text: after } as const,
  }));
  await view.openAll(title, files, "compare");
  return true;
}
