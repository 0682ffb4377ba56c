import * as z from "zod";
import { parseSavedText } from "../../shared/base/savedText.ts";
import type { ViewState } from "../../shared/contract/viewState.ts";
import type { RememberedState } from "../conversation/remembered.ts";
import { choicesSchema, earlierChoices, migrateChoices } from "../options/savedChoices.ts";
import { forkSource, rememberedRewinds } from "./rewind/savedRewinds.ts";
import { savedAttachment as attachment } from "./savedAttachment.ts";

/** The state on disk of a conversation that is open in a window. */
export interface SavedConversation extends RememberedState {
  readonly draft: string;
  readonly view?: ViewState | undefined;
  /** True when the saved state could not be read. */
  readonly wasDamaged?: boolean | undefined;
}

const version = 1;

const viewState: z.ZodType<ViewState> = z.strictObject({
  anchor: z.strictObject({ id: z.string(), offset: z.number() }).optional(),
  editing: z.strictObject({ id: z.string(), text: z.string(), without: z.array(z.string()).optional() }).optional(),
  open: z.array(z.string()),
});

const flag = z.boolean().optional();

const saved = z.object({
  version: z.literal(version),
  draft: z.string(),
  view: viewState.optional().catch(undefined),
  sessionId: z.string().optional(),
  title: z.string().optional(),
  titledSession: z.string().optional().catch(undefined),
  isResting: z.boolean().optional(),
  isInterrupted: z.boolean().optional(),
  folder: z.string().optional(),
  profile: z.string().optional(),
  startedBy: z.strictObject({ id: z.string(), name: z.string() }).optional().catch(undefined),
  choices: choicesSchema.optional(),
  ...earlierChoices,
  grants: z
    .strictObject({
      rules: z.array(z.string()),
      directories: z.array(z.string()),
      denied: z.array(z.string()).optional(),
    })
    .optional(),
  kept: z
    .array(
      z.strictObject({
        id: z.string(),
        code: z.enum(["keptVersion", "notAsAccepted"]),
        subject: z.string(),
        path: z.string(),
        mine: z.string(),
      }),
    )
    .optional(),
  reviewed: z.record(z.string(), z.string()).optional(),
  waited: z.array(z.string()).optional().catch(undefined),
  firstPrompt: z.string().optional(),
  byCommands: z
    .array(z.strictObject({ toolId: z.string(), path: z.string(), state: z.enum(["changed", "created", "deleted"]) }))
    .optional()
    .catch(undefined),
  firstUnknown: z.string().optional().catch(undefined),
  newTokens: z.number().optional().catch(undefined),
  costUsd: z.number().optional().catch(undefined),
  rewoundCostUsd: z.number().optional().catch(undefined),
  contextWindow: z.number().positive().optional().catch(undefined),
  forkedFrom: forkSource.optional(),
  cutBefore: z.string().optional(),
  rewinds: rememberedRewinds.optional().catch(undefined),
  atPrompts: z
    .array(
      z.strictObject({
        id: z.string(),
        contextTokens: z.number(),
        costUsd: z.number().optional(),
        mode: z.string().optional(),
      }),
    )
    .optional()
    .catch(undefined),
  attachments: z.array(attachment).optional(),
  unsent: z
    .array(
      z.strictObject({ id: z.string(), text: z.string(), attachments: z.array(attachment).optional(), isHeld: flag }),
    )
    .optional(),
  /**
   * Ignored: earlier versions saved the commands here; they have a file of their own now (`composer/knownCommands.ts`).
   */
  offered: z.undefined().optional().catch(undefined),
});

const savedSession = z.strictObject({ sessionId: z.string(), folder: z.string(), profile: z.string().optional() });
const id = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
/** State of a window. */
const savedWindow = z.object({
  version: z.literal(version),
  shown: id.optional(),
  open: z.array(id).optional(),
  sessions: z.record(id, savedSession).optional().catch(undefined),
});

/** Checks whether a saved text can belong to a conversation, by its name. */
export function isConversationName(name: string): boolean {
  return id.safeParse(name).success;
}

/** Conversation of the side panel, and all open conversations of a window. */
export interface SavedWindow {
  readonly shown?: string | undefined;
  readonly open: readonly string[];
  /** Session by conversation id, from which a conversation continues if its own state is damaged. */
  readonly sessions?: Readonly<Record<string, z.infer<typeof savedSession>>> | undefined;
}

export function serializeConversation(value: Omit<SavedConversation, "wasDamaged">): string {
  return JSON.stringify({ version, ...value });
}

/** Returns undefined for a damaged text. */
export function parseConversation(text: string): SavedConversation | undefined {
  const value = parseSavedText(text, saved);
  return value && migrateChoices(value);
}

export function serializeWindow(value: SavedWindow): string {
  return JSON.stringify({ version, ...value });
}

/** Returns undefined for a damaged text. */
export function parseWindow(text: string): SavedWindow | undefined {
  const window = parseSavedText(text, savedWindow);
  return (
    window && {
      shown: window.shown,
      sessions: window.sessions,
      open: window.open ?? (window.shown === undefined ? [] : [window.shown]),
    }
  );
}
