import type { PathKind } from "../../extension/shared/contract/composer/attachments.ts";
import type { MentionSuggestion } from "../../extension/shared/contract/composer/suggestions.ts";
import type { ConversationState } from "../../extension/shared/contract/conversationState.ts";
import type { Item } from "../../extension/shared/contract/items.ts";
import type { PageContent } from "../../extension/shared/contract/pages/pages.ts";
import type { PanelOptions } from "../../extension/shared/contract/panelOptions.ts";
import type { OutputText, ToolDetails } from "../../extension/shared/contract/tools.ts";
import type {
  ContextMessage,
  FindResults,
  OpenFailure,
  Page,
  SideQuestionAnswer,
  ToWebview,
} from "../../extension/shared/contract/toWebview.ts";

/** A file as it is dragged from the desktop. */
export interface DraggedFile {
  readonly name: string;
  readonly type?: string;
  readonly content: string;
}

/** Something done in the page. Buttons, links and fields go by the name that a screen reader says. */
export type Step =
  | { readonly press: string }
  | { readonly focus: string }
  | { readonly choose: string }
  /** Into the message. */
  | { readonly paste: string }
  | { readonly key: string }
  | { readonly type: string; readonly into: string }
  /** Files are held over the composer. */
  | { readonly drag: readonly DraggedFile[] }
  | { readonly drop: readonly DraggedFile[] };

/** State of a page of the gallery. */
export interface GalleryState {
  /** The page of an editor tab instead of a conversation. */
  readonly page?: PageContent;
  readonly state?: Partial<ConversationState>;
  readonly items?: readonly Item[];
  /** Items of subagents, by the id of their call. */
  readonly threads?: Readonly<Record<string, readonly Item[]>>;
  /** Pages of a thread beyond its items, by its id; they are never sent. */
  readonly beyond?: Readonly<Record<string, Partial<Pick<Page, "hasOlder" | "hasNewer">>>>;
  readonly details?: Readonly<Record<string, ToolDetails>>;
  /** Cards that are open, by item id. */
  readonly open?: readonly string[];
  readonly draft?: string;
  readonly options?: Partial<PanelOptions>;
  /** Messages of the host after the snapshot. */
  readonly messages?: readonly ToWebview[];
  /** Files that are there. */
  readonly files?: readonly string[];
  /** Kinds of further paths. */
  readonly kinds?: Readonly<Record<string, PathKind>>;
  /** Results of every mention. */
  readonly mentions?: readonly MentionSuggestion[];
  /** Results of every search. */
  readonly found?: FindResults["found"] | undefined;
  /** The answer to a question beside the conversation; without one it is still waited for. */
  readonly aside?: SideQuestionAnswer["answer"] | undefined;
  /** Output of tasks so far, by id; of others the CLI cannot tell. */
  readonly outputs?: Readonly<Record<string, OutputText>>;
  /** Reason why no file can be opened. */
  readonly notOpened?: OpenFailure;
  readonly context?: Omit<ContextMessage, "type"> | undefined;
  /** Done before the picture is taken, one after the other. */
  readonly steps?: readonly Step[];
}

/** States by name. */
export type GalleryStates = Readonly<Record<string, GalleryState>>;

/** Lines of recorded conversations (`../fixtures`), by the names of their files without the ending. */
export type Recordings = Readonly<Record<string, string>>;
