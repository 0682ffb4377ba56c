import type { RemovedPrompt } from "../../conversation/rewind/rewindMemory.ts";
import { readAttachments } from "../composer/readAttachments.ts";
import type { OpenConversation } from "../openConversation.ts";
import type { Panels } from "../ports.ts";

/** Maximum number of characters of a prompt in a notice or title. */
const shownPrompt = 40;

/** Puts a removed prompt into the composer, in front of what is there. */
export function giveBackPrompt(
  open: OpenConversation,
  { text, attachments }: RemovedPrompt,
  panels: Pick<Panels, "setDraft">,
): void {
  open.attach(...attachments);
  panels.setDraft(open.id, [text, open.draft].filter(Boolean).join("\n"));
}

/**
 * Reads a prompt that is in the conversation now, also if it is not loaded; undefined without an id, or if there is
 * none.
 */
export async function readRemovedPrompt(
  open: OpenConversation,
  id: string | undefined,
): Promise<RemovedPrompt | undefined> {
  const { conversation } = open;
  const { transcript } = conversation;
  const prompt =
    id === undefined
      ? undefined
      : (transcript.prompts.loaded.find((each) => each.id === id) ??
        (await transcript.prompts.findEarlier(({ item }) => item.id === id))?.item);
  return prompt && { text: prompt.text, attachments: await readAttachments(conversation, prompt.id) };
}

/**
 * Takes a prompt that is in the conversation again out of the composer, into which its rewind had put it. A composer
 * that has another text, because the user changed it, stays as it is.
 */
export function takeBackPrompt(
  open: OpenConversation,
  { text, attachments }: RemovedPrompt,
  panels: Pick<Panels, "setDraft">,
): void {
  const { draft } = open;
  if (draft !== text && !draft.startsWith(`${text}\n`)) return;
  panels.setDraft(open.id, draft.slice(text.length + 1));
  const left = [...open.conversation.state.attachments];
  const ids = attachments.flatMap(({ name, mediaType, size }) => {
    const at = left.findIndex((each) => each.name === name && each.mediaType === mediaType && each.size === size);
    return at === -1 ? [] : left.splice(at, 1).map(({ id }) => id);
  });
  open.detach(ids);
}

/**
 * Returns the first words of a prompt for a notice or a title: its first line, shortened, without a full stop. Empty
 * for a prompt without text.
 */
export function formatPromptTitle(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const letters = [...line.trim()];
  return letters.length > shownPrompt
    ? `${letters
        .slice(0, shownPrompt - 1)
        .join("")
        .trimEnd()}…`
    : line.trim().replace(/(?<!\.)\.$/, "");
}
