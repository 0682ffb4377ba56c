import type { SavedSession } from "../session/ports.ts";
import { apiErrors } from "./apiError.ts";
import type { ApiEditor, ApiIsolation } from "./ports.ts";
import type { ParsedSession } from "./queryOptions.ts";

export interface RunFolderOptions {
  readonly editor: Pick<ApiEditor, "resolveFolder">;
  readonly isolation: ApiIsolation;
}

/** The folder in which a conversation works, the workspace folder whose settings apply to it, and the user's choices for it. */
export interface RunFolder {
  readonly folder: string;
  readonly origin: string;
  readonly choices: Readonly<Record<string, unknown>>;
}

/**
 * Finds the folder of a conversation: that of a saved session, also in a copy that is kept, else the chosen one or a new copy of it. Rejects with an
 * `ApiError`.
 */
export async function findRunFolder(
  { editor, isolation }: RunFolderOptions,
  { cwd, isolation: kind }: Pick<ParsedSession, "cwd" | "isolation">,
  saved: SavedSession | undefined,
  signal: AbortSignal | undefined,
): Promise<RunFolder> {
  const kept = saved && isolation.findOrigin(saved.folder);
  const wanted = kept ?? saved?.folder ?? cwd;
  const origin = await editor.resolveFolder(wanted);
  if (origin === "outside") throw apiErrors.folderNotAllowed(saved?.folder ?? wanted ?? "");
  if (origin === undefined) throw apiErrors.aborted("user");
  if (signal?.aborted) throw apiErrors.aborted("extension", signal.reason);
  if (saved && kept !== undefined) return { folder: saved.folder, origin, choices: isolation.getChoices(origin) };
  if (saved || kind !== "copy") return { folder: origin, origin, choices: {} };
  const made = await isolation.copy(origin, signal);
  if (!("code" in made)) return { folder: made.folder, origin, choices: isolation.getChoices(origin) };
  if (made.code !== "cancelled") throw apiErrors.notIsolated(made.code);
  throw signal?.aborted ? apiErrors.aborted("extension", signal.reason) : apiErrors.aborted("user");
}
