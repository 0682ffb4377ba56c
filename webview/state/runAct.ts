import type { PageAct } from "../../extension/contract/toWebview.ts";
import type { ChatState } from "./chatState.svelte.ts";

/** Does what a command of the editor asks of the page. */
export function runAct({ finding, besides, stepPrompt }: ChatState, act: PageAct): void {
  const step = act === "previousPrompt" || act === "findPrevious" ? -1 : 1;
  switch (act) {
    case "previousPrompt":
    case "nextPrompt":
      return stepPrompt?.(step);
    case "findPrevious":
    case "findNext":
      return finding.isOpen ? finding.next(step) : finding.open();
    case "showContext":
      return besides.toggleContext();
  }
}
