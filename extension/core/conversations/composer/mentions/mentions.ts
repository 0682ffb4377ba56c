import { cutText } from "../../../../shared/base/cutText.ts";
import type { AttachmentContent, MentionedPath, PathKind } from "../../../../shared/contract/composer/attachments.ts";
import { findMentions, getMentionLocation } from "../../../../shared/contract/composer/mentions.ts";
import {
  findSourceMentions,
  type MentionSuggestion,
  type SourceMention,
} from "../../../../shared/contract/composer/suggestions.ts";
import type { ConversationId } from "../../../../shared/contract/ids.ts";
import { attachedText } from "../../../../shared/text/prompts.ts";
import type { MentionContents, MentionReader } from "../../../conversation/ports/ports.ts";
import type { FileMentions } from "./fileMentions.ts";

/** A source of mentions other than files. */
export interface MentionSource {
  /** Returns suggestions for a query, the best first. May reject, which counts as no suggestions. */
  suggest(place: MentionContext, query: string): Promise<readonly MentionSuggestion[]>;
  /**
   * Returns the text that the model gets for a mention; undefined for one of another source. Rejects with a reason for
   * the user when reading fails.
   */
  read?(place: MentionContext, mention: SourceMention): Promise<string | LongText | undefined>;
}

/** The start of a text that is not in memory as a whole. */
export interface LongText {
  readonly start: string;
  /** Length of the whole text. */
  readonly length: number;
}

/** Returns the kind of a path, absolute or relative to the folder. Never rejects. */
type KindOf = (folder: string, path: string) => Promise<PathKind>;

/** The conversation of a mention and its working folder. */
export interface MentionContext {
  readonly conversation: ConversationId;
  readonly folder: string;
  /** Name of the conversation's profile; empty or undefined for none. */
  readonly profile?: string | undefined;
}

/** Maximum number of suggestions per source, and number of files before them for an empty query. */
const maxPerSource = 10;
const filesFirst = 8;
/** Maximum length in characters of the text that a prompt gets for one mention. */
export const maxMentionLength = 400_000;

/** Finds suggestions for @ mentions, and reads the mentions that `claude` does not read itself. */
export class Mentions implements MentionReader {
  readonly #files: Pick<FileMentions, "search">;
  readonly #kindOf: KindOf;
  readonly #sources: readonly MentionSource[];

  constructor(files: Pick<FileMentions, "search">, kindOf: KindOf, sources: readonly MentionSource[]) {
    this.#files = files;
    this.#kindOf = kindOf;
    this.#sources = sources;
  }

  /**
   * Reports suggestions through `found`, files first, and all again as soon as more are known. Reports an empty list at
   * the end (`isDone`) where nothing matches. Rejects when files cannot be listed.
   */
  async search(
    place: MentionContext,
    query: string,
    found: (found: readonly MentionSuggestion[], isDone: boolean) => void,
  ): Promise<void> {
    let files: readonly MentionSuggestion[] = [];
    // Each source keeps its position, however late its suggestions arrive.
    const others: (readonly MentionSuggestion[])[] = this.#sources.map(() => []);
    const looking = this.#sources.map(async (source, index) => {
      const suggestions = await source.suggest(place, query).catch(() => []);
      if (suggestions.length === 0) return;
      others[index] = suggestions.slice(0, maxPerSource);
      found(inOrder(query, files, others.flat()), false);
    });
    await this.#files.search(place.folder, query, (paths) => {
      files = paths;
      found(inOrder(query, files, others.flat()), false);
    });
    await Promise.all(looking);
    const all = inOrder(query, files, others.flat());
    if (all.length === 0) found(all, true);
  }

  /**
   * Reads the contents and paths that accompany the text of a prompt, each once, in the order of the mentions. Rejects
   * when something cannot be read; with `isPartial` it leaves that out.
   */
  async read(place: MentionContext, text: string, isPartial = false): Promise<MentionContents> {
    const mentions = new Map(findSourceMentions(text).map((mention) => [mention.text, mention]));
    const written = new Set(findMentions(text).flatMap(({ path, isFile }) => (isFile ? [path] : [])));
    const reading = [...mentions.values()].map((mention) => this.readOne(place, mention));
    const [read, paths] = await Promise.all([
      Promise.allSettled(reading),
      Promise.all([...written].map((path) => this.#lookAt(place.folder, path))),
    ]);
    if (!isPartial) await Promise.all(reading);
    const contents = read.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const unread = [...mentions.keys()].filter((_, index) => read[index]?.status === "rejected");
    return { contents, paths: paths.flat(), unread };
  }

  async #lookAt(folder: string, path: string): Promise<readonly MentionedPath[]> {
    const kind = await this.#kindOf(folder, getMentionLocation(path).path);
    return kind === "none" ? [] : [{ path, kind }];
  }

  async readOne(place: MentionContext, mention: SourceMention): Promise<AttachmentContent> {
    for (const source of this.#sources) {
      const data = await source.read?.(place, mention);
      if (data !== undefined) return createTextContent(mention.text, data);
    }
    throw new Error(attachedText.unknown(mention.text));
  }
}

/** Creates a text attachment. A text over the maximum is truncated at its end, with a note. */
export function createTextContent(name: string, text: string | LongText): AttachmentContent {
  const { start, length } = typeof text === "string" ? { start: text, length: text.length } : text;
  const data =
    length <= maxMentionLength
      ? start
      : `${cutText(start, maxMentionLength)}\n${attachedText.truncated(maxMentionLength, length)}`;
  return { kind: "text", name, mediaType: "text/plain", size: data.length, data };
}

/**
 * Orders suggestions. For an empty query sources follow the first files, where they are visible; otherwise they follow
 * all files, so that no row moves when they arrive. Of several rows that insert the same text, the first one remains.
 */
function inOrder(
  query: string,
  files: readonly MentionSuggestion[],
  others: readonly MentionSuggestion[],
): readonly MentionSuggestion[] {
  const rows =
    query === "" ? [...files.slice(0, filesFirst), ...others, ...files.slice(filesFirst)] : [...files, ...others];
  const first = new Map<string, MentionSuggestion>();
  for (const row of rows) if (!first.has(row.text)) first.set(row.text, row);
  return [...first.values()];
}

/**
 * Checks whether a mention begins with the query, or a title or description contains it. `words` count for two
 * characters or more.
 */
export function isMatchingMention(query: string, text: string, ...words: readonly string[]): boolean {
  const wanted = query.toLowerCase();
  return (
    text.toLowerCase().startsWith(wanted) ||
    (wanted.length > 1 && words.some((word) => word.toLowerCase().includes(wanted)))
  );
}
