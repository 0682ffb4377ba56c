import type { SavedSession } from "../conversation/ports/ports.ts";
import { apiErrors } from "./apiError.ts";
import type { ApiEditor, ApiIsolation } from "./ports.ts";
import type { ParsedSession } from "./queryOptions.ts";

export interface RunFolderOptions {
  readonly editor: Pick<ApiEditor, "resolveFolder">;
  readonly isolation: ApiIsolation;
}

/**
 * The folder in which a conversation works, the workspace folder whose settings apply to it, and the user's choices for
 * it.
 */
export interface RunFolder {
  readonly folder: string;
  readonly origin: string;
  readonly choices: Readonly<Record<string, unknown>>;
}

/** Tools of `claude` (2.0.77 to 2.1.329) that change no file. */
const readingTools: ReadonlySet<string> = new Set([
  "Glob",
  "Grep",
  "LS",
  "NotebookRead",
  "Read",
  "TodoWrite",
  "ToolSearch",
  "WebFetch",
  "WebSearch",
]);

/**
 * Finds the folder of a conversation: that of a saved session, also in a copy that is kept, else a new copy of the
 * chosen one, or that itself. Rejects with an `ApiError`.
 */
export async function findRunFolder(
  { editor, isolation }: RunFolderOptions,
  options: ParsedSession,
  saved: SavedSession | undefined,
  signal: AbortSignal | undefined,
): Promise<RunFolder> {
  const kept = saved && isolation.findOrigin(saved.folder);
  const wanted = kept ?? saved?.folder ?? options.cwd;
  const origin = await editor.resolveFolder(wanted);
  if (origin === "outside") throw apiErrors.folderNotAllowed(saved?.folder ?? wanted ?? "");
  if (origin === undefined) throw apiErrors.aborted("user");
  if (signal?.aborted) throw apiErrors.aborted("extension", signal.reason);
  if (saved && kept !== undefined) return { folder: saved.folder, origin, choices: isolation.getChoices(origin) };
  if (saved || !needsCopy(options)) return { folder: origin, origin, choices: {} };
  const made = await isolation.copy(origin, signal);
  if (!("code" in made)) return { folder: made.folder, origin, choices: isolation.getChoices(origin) };
  if (made.code !== "cancelled") throw apiErrors.notIsolated(made.code);
  throw signal?.aborted ? apiErrors.aborted("extension", signal.reason) : apiErrors.aborted("user");
}

/**
 * Returns whether a new conversation gets a copy: unless its extension says otherwise, where its program can change
 * files of the folder.
 */
function needsCopy({ isolation, tools, mcpServers, spawn, relay }: ParsedSession): boolean {
  if (isolation !== undefined) return isolation === "copy";
  if (spawn || relay) return false;
  return mcpServers !== undefined || tools?.every((tool) => readingTools.has(tool)) !== true;
}
