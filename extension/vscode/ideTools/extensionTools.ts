import * as vscode from "vscode";
import type { ExtensionToolPort, ResultPart } from "../../core/ideTools/port.ts";
import { isPublishedTool } from "../../core/ideTools/toolNames.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import type { ExtensionTool } from "../../shared/contract/ideTools.ts";

/** Name of the error of a cancelled call. It comes from another process, so it is no `CancellationError`. */
const canceled = "Canceled";

/** The tools that extensions offer to models, through the editor. */
export const extensionTools: ExtensionToolPort = {
  list: () => vscode.lm.tools,

  async call(name, input, signal) {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => cancellation.cancel();
    if (signal.aborted) cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      // Without the token of a chat request the editor asks for a confirmation in a dialog.
      const { content } = await vscode.lm.invokeTool(
        name,
        { input, toolInvocationToken: undefined },
        cancellation.token,
      );
      return content.map(toPart);
    } catch (error) {
      if (!(error instanceof Error && error.name === canceled)) throw error;
      throw new Error(signal.aborted ? "The call was cancelled." : "The user did not confirm the call.");
    } finally {
      signal.removeEventListener("abort", cancel);
      cancellation.dispose();
    }
  },
};

/**
 * Calls back when extensions were installed, removed, enabled or disabled: the editor tells of no change of their tools
 * itself.
 */
export function onDidChangeExtensions(listener: () => void): Disposable {
  return vscode.extensions.onDidChange(listener);
}

/** Returns the tools of other extensions. */
export function listOtherTools(): readonly ExtensionTool[] {
  return extensionTools.list().filter(({ name }) => !isPublishedTool(name));
}

function toPart(part: unknown): ResultPart {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: "text", text: part.value };
  if (part instanceof vscode.LanguageModelPromptTsxPart) return { kind: "tree", value: part.value };
  if (!(part instanceof vscode.LanguageModelDataPart)) return { kind: "other", type: "unknown" };
  const isText = part.mimeType.startsWith("text/") || part.mimeType.endsWith("json");
  return isText ? { kind: "text", text: new TextDecoder().decode(part.data) } : { kind: "other", type: part.mimeType };
}
