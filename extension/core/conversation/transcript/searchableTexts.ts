import { agentRows, type Item, isReport, type ToolItem } from "../../../shared/contract/items.ts";
import type { Notice } from "../../../shared/contract/notices.ts";
import type { RequestNote, ToolDetails } from "../../../shared/contract/tools.ts";
import { getOutputs, getWholeText } from "../tools/output.ts";
import type { ThreadReader, TranscriptPart } from "./earlierParts.ts";

/** An item of a conversation with its whole text. */
export interface SearchableText {
  readonly id: string;
  /** Ids of the subagent cards whose threads contain the item, outermost first. */
  readonly agents: readonly string[];
  readonly text: string;
  readonly isThinking?: true;
}

/** Renders content to the text that the user reads on the screen. */
export interface TextRenderer {
  markdown(text: string): string;
  notice(notice: Notice): string;
  note(note: RequestNote): string;
}

/** Collects all texts of a part of a conversation in order, with the work of subagents at the place of their calls. */
export function collectSearchableTexts(
  { items, threads }: TranscriptPart,
  shown: TextRenderer,
): Promise<readonly SearchableText[]> {
  return new TextCollector(threads, shown).textsOf(items, []);
}

/** Cache of rendered texts. Items are immutable, so each is rendered once. */
const known = new WeakMap<Item, string>();

class TextCollector {
  readonly #threads: ThreadReader;
  readonly #shown: TextRenderer;

  constructor(threads: ThreadReader, shown: TextRenderer) {
    this.#threads = threads;
    this.#shown = shown;
  }

  async textsOf(items: readonly Item[], agents: readonly string[]): Promise<readonly SearchableText[]> {
    const texts: SearchableText[] = [];
    for (const item of items) {
      texts.push({
        id: item.id,
        agents,
        text: this.#textOf(item),
        ...(item.kind === "thinking" ? { isThinking: true } : {}),
      });
      if (item.kind === "tool" && item.toolKind === "agent")
        texts.push(...(await this.#agentTexts(item, [...agents, item.id])));
    }
    return texts;
  }

  /**
   * Returns the task, the steps and the report of a subagent. Leaves the report out if the last step already contains
   * it.
   */
  async #agentTexts({ id }: ToolItem, agents: readonly string[]): Promise<readonly SearchableText[]> {
    await this.#threads.loadThread(id, true);
    const thread = this.#threads.page(id, { kind: "end" }, Number.MAX_SAFE_INTEGER).items;
    const steps = await this.textsOf(thread, agents);
    const details = this.#threads.calls.details(id);
    if (details?.kind !== "agent") return steps;
    const isSaid = isReport(thread.at(-1), details.report);
    const report =
      details.report === undefined || isSaid
        ? []
        : [{ id: agentRows.report(id), agents, text: this.#shown.markdown(details.report) }];
    return [{ id: agentRows.task(id), agents, text: details.task }, ...steps, ...report];
  }

  #textOf(item: Item): string {
    if (item.kind !== "text") return this.#plainTextOf(item);
    const text = known.get(item) ?? this.#shown.markdown(item.text);
    known.set(item, text);
    return text;
  }

  #plainTextOf(item: Exclude<Item, { kind: "text" }>): string {
    switch (item.kind) {
      case "thinking":
        return item.text;
      case "prompt":
        return [
          ...(item.mentioned ?? []).map(({ path }) => path),
          ...(item.attachments ?? []).map(({ name }) => name),
          item.text,
        ].join("\n");
      case "tool": {
        const details = this.#threads.calls.details(item.id);
        const texts = details ? [...this.#detailTexts(details), ...getOutputs(details).map(getWholeText)] : [];
        return [item.subject, ...texts].join("\n");
      }
      case "turn":
        return item.message ?? "";
      case "notice":
        return this.#shown.notice(item.notice);
    }
  }

  /** Returns the texts of a card before its output. */
  #detailTexts(details: ToolDetails): readonly string[] {
    switch (details.kind) {
      case "diff":
        return details.hunks.flatMap(({ lines }) => lines.map(({ text }) => text));
      case "command":
        return [details.command, ...details.notes.map((note) => this.#shown.note(note))];
      case "output":
        return (details.notes ?? []).map((note) => this.#shown.note(note));
      case "places":
        return [
          ...details.notes.map((note) => this.#shown.note(note)),
          ...details.places.map(({ path, text }) => `${path} ${text ?? ""}`),
        ];
      case "web":
        return [
          ...details.sources.map(({ url, title }) => `${title ?? ""} ${url}`),
          ...details.notes.map((note) => this.#shown.note(note)),
        ];
      case "agent":
        // The texts of a subagent have rows of their own.
        return [];
      case "answers":
        return details.answers.map(({ question, answer }) => `${question} ${answer ?? ""}`);
      case "plan":
        return [this.#shown.markdown(details.plan)];
      case "generic":
        return [details.input];
    }
  }
}
