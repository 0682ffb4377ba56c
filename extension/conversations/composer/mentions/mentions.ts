import type { AttachmentContent, MentionedPath, PathKind } from "../../../contract/attachments.ts";
import type { ConversationId } from "../../../contract/ids.ts";
import { findMentions, getMentionLocation } from "../../../contract/mentions.ts";
import { findSourceMentions, type MentionSuggestion, type SourceMention } from "../../../contract/suggestions.ts";
import type { MentionContents, MentionReader } from "../../../session/ports.ts";
import { attachedText } from "../../../text/prompts.ts";
import type { FileMentions } from "./fileMentions.ts";

/** Something beside files that can be mentioned with @. */
export interface MentionSource {
  /** What of it fits a query, the best first. May reject: then it has nothing. */
  suggest(place: MentionContext, query: string): Promise<readonly MentionSuggestion[]>;
  /** What goes to the model for a mention; undefined for one of another source. Rejects when it cannot be read, with the reason for the user. */
  read?(place: MentionContext, mention: SourceMention): Promise<string | undefined>;
}

/** What is at a path that is absolute or seen from a folder. Never rejects. */
type KindOf = (folder: string, path: string) => Promise<PathKind>;

/** For which conversation something is mentioned, and its working folder. */
export interface MentionContext {
  readonly conversation: ConversationId;
  readonly folder: string;
}

/** Rows of sources that are shown at once, and files before them where nothing is typed yet. */
const maxPerSource = 10;
const filesFirst = 8;
/** Characters that go with a prompt for one mention. */
const maxTextLength = 400_000;

/** Finds what can be mentioned with @, and reads what the CLI does not read by itself. */
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
   * Tells `found` what fits a query, files first, and all again as soon as more is known; where nothing does, that it is done. Rejects
   * when files cannot be listed.
   */
  async search(place: MentionContext, query: string, found: (found: readonly MentionSuggestion[], isDone: boolean) => void): Promise<void> {
    let files: readonly MentionSuggestion[] = [];
    // Each in its place, however late it comes.
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
   * What goes with a prompt beside its text, in the order in which it is mentioned, each once. Rejects when something cannot be read,
   * unless `isPartial` leaves that out.
   */
  async read(place: MentionContext, text: string, isPartial = false): Promise<MentionContents> {
    const mentions = new Map(findSourceMentions(text).map((mention) => [mention.text, mention]));
    const written = new Set(findMentions(text).flatMap(({ path, isFile }) => (isFile ? [path] : [])));
    const reading = [...mentions.values()].map((mention) => this.readOne(place, mention));
    const [read, paths] = await Promise.all([Promise.allSettled(reading), Promise.all([...written].map((path) => this.#lookAt(place.folder, path)))]);
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

/** A text as an attachment; of a very long one the end is left out, and that is said in it. */
export function createTextContent(name: string, text: string): AttachmentContent {
  const data = text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}\n${attachedText.truncated(maxTextLength, text.length)}`;
  return { kind: "text", name, mediaType: "text/plain", size: data.length, data };
}

/**
 * Where nothing is typed yet, sources stand where they are seen; else behind the files, so that no row moves when they come. Of
 * several rows that would write the same, the first one stands.
 */
function inOrder(query: string, files: readonly MentionSuggestion[], others: readonly MentionSuggestion[]): readonly MentionSuggestion[] {
  const rows = query === "" ? [...files.slice(0, filesFirst), ...others, ...files.slice(filesFirst)] : [...files, ...others];
  const first = new Map<string, MentionSuggestion>();
  for (const row of rows) if (!first.has(row.text)) first.set(row.text, row);
  return [...first.values()];
}

/** Whether a mention begins with, or a title or description holds, what was typed. */
export function isMatchingMention(query: string, text: string, ...words: readonly string[]): boolean {
  const wanted = query.toLowerCase();
  return text.toLowerCase().startsWith(wanted) || (wanted.length > 1 && words.some((word) => word.toLowerCase().includes(wanted)));
}
