import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { ConversationId } from "../contract/ids.ts";
import type { MakeParticipant } from "./participant.ts";
import type { AttachmentContentStore, Files, FolderStates, Launcher, UnsavedFiles } from "./ports.ts";
import type { Remembered } from "./remembered.ts";
import type { PathRules } from "./tools/toolPath.ts";

/** What a conversation is made with. */
export interface ConversationOptions {
  /** Names the conversation to what starts its process. */
  readonly id: ConversationId;
  readonly launcher: Launcher;
  readonly files: Files;
  /** Without it nobody knows what commands changed. */
  readonly folderStates?: FolderStates | undefined;
  readonly unsaved: UnsavedFiles;
  readonly attachments: AttachmentContentStore;
  /** Who takes part beside what every conversation has; in the order in which they prepare a prompt. */
  readonly participants?: readonly MakeParticipant[] | undefined;
  /** What paths mean on the machine of the process; without them `~` stays as it is. */
  readonly paths?: PathRules | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Makes uuids: prompts and requests are named by them. */
  readonly newId: () => string;
  readonly remembered?: Remembered | undefined;
}
