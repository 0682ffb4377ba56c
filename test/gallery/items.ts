import { getToolKind } from "../../extension/core/conversation/tools/describeCall.ts";
import type {
  Item,
  PromptItem,
  TextItem,
  ThinkingItem,
  ToolItem,
  TurnItem,
} from "../../extension/shared/contract/items.ts";
import type { Notice, NoticeItem, NoticeLevel } from "../../extension/shared/contract/notices.ts";
import type { OutputText } from "../../extension/shared/contract/tools.ts";

/** Time of everything in the gallery, in milliseconds since the epoch. */
export const at = Date.parse("2026-11-22T09:30:00Z");

// Items are told apart by nothing else; those that something names get an id of their own.
let made = 0;
const nextId = (): string => `item${++made}`;

export const prompt = (text: string, more: Partial<PromptItem> = {}): Item => ({
  kind: "prompt",
  id: nextId(),
  text,
  at,
  ...more,
});
export const reply = (text: string, more: Partial<TextItem> = {}): Item => ({
  kind: "text",
  id: nextId(),
  text,
  isStreaming: false,
  at,
  ...more,
});
export const thinking = (text: string, more: Partial<ThinkingItem> = {}): Item => ({
  kind: "thinking",
  id: nextId(),
  text,
  isStreaming: false,
  startedAt: at,
  ...more,
});
export const turn = (outcome: TurnItem["outcome"], more: Partial<TurnItem> = {}): Item => ({
  kind: "turn",
  id: nextId(),
  outcome,
  ...more,
});
export const notice = (level: NoticeLevel, content: Notice): NoticeItem => ({
  kind: "notice",
  id: nextId(),
  level,
  notice: content,
});

const neverRan: ReadonlySet<string | undefined> = new Set(["queued", "waiting", "denied"]);

/**
 * A call that is done unless `more` says otherwise; what kind it is of follows from its tool. One that never ran has no
 * times.
 */
export const call = (tool: string, subject: string, more: Partial<ToolItem> = {}): ToolItem => ({
  kind: "tool",
  id: nextId(),
  tool,
  toolKind: getToolKind(tool),
  subject,
  state: "done",
  threadSize: 0,
  ...(neverRan.has(more.state) ? {} : { startedAt: at, elapsedMs: 1_200 }),
  ...more,
});

/** The whole of a short output. */
export const output = (text: string): OutputText => ({ text, omitted: 0 });

/** A small picture, in base64 and as a data URL. */
export const image = {
  mediaType: "image/png",
  data: "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgAgMAAAApuhOPAAAACVBMVEU7gsT11249az1R6q2dAAAAXElEQVR42rXOMQ6AIBBEUTShofcSnMaCvQ9H2ZL8U5qgm6G00Ole+NmQ0sfb7BSyNeEw+wvZWl1/QNfbjguFIQB996jAy4gKBs+RypxHNRfVXFd1d6CurKgL4A0ulUFY6L/uAzIAAAAASUVORK5CYII=",
} as const;
export const thumbnail = `data:${image.mediaType};base64,${image.data}`;
