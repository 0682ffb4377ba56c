import { mainThread } from "../contract/ids.ts";
import { agentRows, type Item, isReport, type ToolItem } from "../contract/items.ts";
import type { ToolDetails } from "../contract/tools.ts";
import type { Transcript } from "./transcript.ts";

/** An item of a conversation with all that is said in it. */
export interface SearchableText {
  readonly id: string;
  /** The cards of subagents in whose threads it stands, the outermost first. */
  readonly agents: readonly string[];
  readonly text: string;
  readonly isThinking?: true;
}

/** Everything that was said and done, in order, subagents' work where they were called; all of it is read for that. */
export async function searchableTexts(transcript: Transcript): Promise<readonly SearchableText[]> {
  await transcript.loadUntil();
  return textsOf(transcript, mainThread, []);
}

async function textsOf(transcript: Transcript, thread: string, agents: readonly string[]): Promise<readonly SearchableText[]> {
  const texts: SearchableText[] = [];
  for (const item of transcript.page(thread, { kind: "end" }, Number.MAX_SAFE_INTEGER).items) {
    const text = textOf(item, item.kind === "tool" ? transcript.details(item.id) : undefined);
    texts.push({ id: item.id, agents, text, ...(item.kind === "thinking" ? { isThinking: true } : {}) });
    if (item.kind === "tool" && item.toolKind === "agent") texts.push(...(await agentTexts(transcript, item, [...agents, item.id])));
  }
  return texts;
}

/** What a subagent was told, what it did, and what it reported, unless its last step says that. */
async function agentTexts(transcript: Transcript, { id }: ToolItem, agents: readonly string[]): Promise<readonly SearchableText[]> {
  await transcript.loadThread(id, true);
  const steps = await textsOf(transcript, id, agents);
  const details = transcript.details(id);
  if (details?.kind !== "agent") return steps;
  const isSaid = isReport(transcript.page(id, { kind: "end" }, 1).items[0], details.report);
  const report = details.report === undefined || isSaid ? [] : [{ id: agentRows.report(id), agents, text: details.report }];
  return [{ id: agentRows.task(id), agents, text: details.task }, ...steps, ...report];
}

function textOf(item: Item, details: ToolDetails | undefined): string {
  switch (item.kind) {
    case "prompt":
      return [item.text, ...(item.attachments ?? []).map(({ name }) => name)].join("\n");
    case "text":
    case "thinking":
      return item.text;
    case "tool":
      return [item.subject, ...(details ? detailTexts(details) : [])].join("\n");
    case "turn":
      return item.message ?? "";
    case "notice":
      return item.notice.code === "text" ? item.notice.text : "";
  }
}

function detailTexts(details: ToolDetails): readonly string[] {
  switch (details.kind) {
    case "diff":
      return [...details.hunks.flatMap(({ lines }) => lines.map(({ text }) => text)), details.output?.text ?? ""];
    case "command":
      return [details.command, details.output.text, details.errors?.text ?? ""];
    case "output":
      return [details.output.text];
    case "places":
      return details.places.map(({ path, text }) => `${path} ${text ?? ""}`);
    case "web":
      return [...details.sources.map(({ url, title }) => `${title ?? ""} ${url}`), details.output.text];
    case "agent":
      // Each stands in a row of its own.
      return [];
    case "answers":
      return [...details.answers.map(({ question, answer }) => `${question} ${answer ?? ""}`), details.output?.text ?? ""];
    case "plan":
      return [details.plan, details.output?.text ?? ""];
    case "generic":
      return [details.input, details.output.text];
  }
}
