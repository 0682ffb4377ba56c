import type { Clock } from "../../shared/base/clock.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { MakeFileHistory } from "./ports/fileHistory.ts";
import type { MakeParticipant } from "./ports/participant.ts";
import type { AttachmentContentStore, Files, Launcher, TextStore, UnsavedFiles } from "./ports/ports.ts";
import type { RememberedState } from "./remembered.ts";
import type { StoredPermissionsListener } from "./requests/storedPermissions.ts";
import type { PathRules } from "./tools/toolPath.ts";

/** Constructor options of a conversation. */
export interface ConversationOptions {
  /** Identifies the conversation to the launcher of its process. */
  readonly id: ConversationId;
  readonly launcher: Launcher;
  readonly files: Files;
  /** Without it, earlier texts of files stay in memory. */
  readonly texts?: TextStore | undefined;
  readonly unsavedFiles: UnsavedFiles;
  readonly attachments: AttachmentContentStore;
  /** Participants in addition to those of every conversation; in the order in which they prepare a prompt. */
  readonly participants?: readonly MakeParticipant[] | undefined;
  /** Without it, no states of files are recorded. */
  readonly fileHistory?: MakeFileHistory | undefined;
  /** Path rules of the machine that runs the process; without them `~` is not resolved. */
  readonly paths?: PathRules | undefined;
  /** Returns whether edits in a copy or worktree need no approval; without it they do. */
  readonly allowsIsolatedEdits?: (() => boolean) | undefined;
  /** Called with permissions that the user gave beyond the conversation. */
  readonly onStoredPermissions?: StoredPermissionsListener | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Returns a new uuid, as id of a prompt or request. */
  readonly newId: () => string;
  readonly remembered?: RememberedState | undefined;
}
