import { screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import type { MentionSuggestion } from "../../extension/shared/contract/composer/suggestions.ts";
import { open } from "./appSetup.ts";
import { about } from "./fakeHost.ts";

export const options = () => screen.queryAllByRole("option").map((option) => option.textContent?.trim());
export const file = (text: string): MentionSuggestion => ({ kind: "file", text });
export const folder = (text: string): MentionSuggestion => ({ kind: "folder", text });

/** The page with a host that finds things. */
export function openWithHost() {
  const page = open();
  /** Answers the search that was asked for last. */
  const find = (...found: MentionSuggestion[]) => {
    const asked = page.host.sent.findLast(({ type }) => type === "findMentions");
    if (asked?.type === "findMentions") page.chat.receive(about({ type: "mentions", search: asked.search, found }));
    flushSync();
  };
  const query = () => {
    const asked = page.host.sent.findLast(({ type }) => type === "findMentions");
    return asked?.type === "findMentions" ? asked.query : undefined;
  };
  /** Imitates the field when a key removes a letter. */
  const backspace = () => {
    const { message } = page;
    if (page.key({ key: "Backspace" }).defaultPrevented) return;
    const at = message.selectionStart;
    message.setRangeText("", at - 1, at, "end");
    message.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  return { ...page, find, query, backspace };
}
