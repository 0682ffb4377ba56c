import type { FolderSettings } from "../../options/folderSettings.ts";
import { getIsolatedChoices } from "../../options/isolatedChoices.ts";
import type { CopyChoice } from "../isolationPorts.ts";
import type { WorktreeSettings } from "./worktreeActions.ts";

/**
 * Reads the choices with which a conversation in an isolated folder of `origin` starts: none unless its edits need no
 * approval.
 */
export function readIsolatedChoices(
  settings: Pick<FolderSettings, "read">,
  origin: string,
  canSandbox: (origin: string) => boolean,
): Readonly<Record<string, unknown>> {
  if (!settings.read("isolation.allowEdits")) return {};
  const [permissionMode, sandbox] = [settings.read("permissionMode", origin), settings.read("sandbox", origin)];
  return getIsolatedChoices({ permissionMode, sandbox, canSandbox: canSandbox(origin) });
}

/** Reads the content of a copy of `origin`. */
export function readCopyChoice(settings: Pick<FolderSettings, "read">, origin: string): CopyChoice {
  return {
    rules: {
      include: settings.read("copy.include", origin),
      exclude: settings.read("copy.exclude", origin),
      isFollowingLinks: settings.read("isolation.followLinks"),
    },
    mounts: settings.read("isolation.mounts", origin),
  };
}

/** Reads the content and the setup command of a new worktree of `origin`. */
export function readWorktreeSettings(settings: Pick<FolderSettings, "read">, origin: string): WorktreeSettings {
  return {
    include: settings.read("worktree.include", origin),
    setUpCommand: settings.read("worktree.setupCommand", origin),
  };
}
