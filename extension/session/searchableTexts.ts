import { mainThread } from "../contract/ids.ts";
import type { Item } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { Transcript } from "./transcript.ts";

/** An item of a conversation with all that is said in it. */
export interface SearchableText {
  readonly id: string;
  /** The cards of subagents in whose threads it stands, the outermost first. */
  readonly agents: readonly string[];
  readonly text: string;
}

/** Everything that was said and done, in order, subagents' work where they were called; all of it is read for that. */
export async function searchableTexts(transcript: Transcript): Promise<readonly SearchableText[]> {
  await transcript.loadUntil();
  return textsOf(transcript, mainThread, []);
}

async function textsOf(transcript: Transcript, thread: string, agents: readonly string[]): Promise<readonly SearchableText[]> {
  const texts: SearchableText[] = [];
  for (const item of transcript.page(thread, { kind: "end" }, Number.MAX_SAFE_INTEGER).items) {
    texts.push({ id: item.id, agents, text: textOf(item, item.kind === "tool" ? transcript.details(item.id) : undefined) });
    if (item.kind !== "tool" || item.toolKind !== "agent") continue;
    await transcript.loadThread(item.id);
    texts.push(...(await textsOf(transcript, item.id, [...agents, item.id])));
  }
  return texts;
}

function textOf(item: Item, details: ToolDetails | undefined): string {
  switch (item.kind) {
    case "prompt":
      return [item.text, ...(item.attachments ?? []).map(({ name }) => name)].join("\n");
    case "text":
    case "thinking":
      return item.text;
    case "tool":
      return [item.subject, ...(details && item.toolKind !== "agent" ? detailTexts(details) : [])].join("\n");
    case "turn":
      return item.message ?? "";
    case "notice":
      return item.notice.code === "text" ? item.notice.text : "";
  }
}

function detailTexts(details: ToolDetails): readonly string[] {
  switch (details.kind) {
    case "diff":
      return details.hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
    case "command":
      return [details.command, details.output.text, details.errors?.text ?? ""];
    case "output":
      return [details.output.text];
    case "places":
      return details.places.map(({ path, text }) => `${path} ${text ?? ""}`);
    case "web":
      return [...details.sources.map(({ url, title }) => `${title ?? ""} ${url}`), details.output.text];
    case "generic":
      return [details.input, details.output.text];
  }
}
