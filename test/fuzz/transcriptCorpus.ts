import { fuzzRuns } from "./runs.ts";

type Line = object | string;

/** A transcript that is not as one would wish, made by a script, and what of it must be read. */
export interface AwkwardTranscript {
  readonly name: string;
  /** The whole file; lines that are objects are written as JSON. */
  readonly lines: () => Iterable<Line>;
  readonly separator?: string;
  /**
   * Texts of the prompts and replies on the newest branch, oldest first; undefined where only the end of the reading is
   * promised.
   */
  readonly said?: readonly string[];
  readonly isDamaged?: boolean;
}

let count = 0;
const uuid = (): string => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;

/** A chain of entries: each names the one before as its parent. */
class Chain {
  parent: string | null = null;

  add(value: object, uuid_ = uuid()): object {
    const entry = {
      parentUuid: this.parent,
      isSidechain: false,
      ...value,
      uuid: uuid_,
      sessionId: "s",
      timestamp: "2026-11-21T09:00:00.000Z",
    };
    this.parent = uuid_;
    return entry;
  }
  prompt = (text: unknown, extra: object = {}): object =>
    this.add({ type: "user", message: { role: "user", content: text }, ...extra });
  reply = (text: string): object =>
    this.add({ type: "assistant", message: { id: uuid(), role: "assistant", content: [{ type: "text", text }] } });
}

function simple(texts: readonly string[]): object[] {
  const chain = new Chain();
  return texts.map((text, index) => (index % 2 === 0 ? chain.prompt(text) : chain.reply(text)));
}

const megabyte = 1024 * 1024;
/** Full size of entries that take seconds, under `npm run fuzz` only. */
const scale = fuzzRuns(1) > 1 ? 1 : 0.05;
const longReplies = Array.from({ length: 40 * scale }, (_, index) => `${index}${"z".repeat(megabyte)}`);

const unicode = [
  "e\u0301",
  "\u00e9",
  "\ud83c\udff4\u200d\u2620\ufe0f",
  "\u202eabc",
  "\u2028",
  "\u2029",
  "\u0085",
  "\ufeff",
  "\ud800",
  "İ",
  "ß",
  "ﷺ",
  "a\u0000b",
];

/** Every awkward kind of transcript that was met or thought of. */
export const transcriptCorpus: readonly AwkwardTranscript[] = [
  { name: "0 bytes", lines: () => [], said: [] },
  { name: "only line ends", lines: () => ["", "", "\r", ""], said: [] },
  {
    name: "a line that is cut at the end",
    lines: () => [...simple(["one", "two"]), '{"uuid":"x","parentUuid":"'],
    said: ["one", "two"],
    isDamaged: true,
  },
  {
    name: "a line that is cut in the middle",
    lines: () => [...simple(["one", "two"]).slice(0, 1), "{", ...simple(["three", "four"])],
    said: ["three", "four"],
  },
  { name: "line ends of another system", lines: () => simple(["one", "two"]), separator: "\r\n", said: ["one", "two"] },
  {
    name: "a byte-order mark",
    lines: () => simple(["one", "two"]).map((line, index) => (index === 0 ? `\ufeff${JSON.stringify(line)}` : line)),
    said: ["one", "two"],
  },
  {
    name: "several records on a line, cut ones, and zeros",
    lines: () => {
      const [one, two, three, four] = simple(["one", "two", 'three {"a"', "four"]).map((line) => JSON.stringify(line));
      const cut = JSON.stringify(simple(["never"])[0]).slice(0, 60);
      return [`${one}${two}`, `${cut}${three}`, `${"\0".repeat(200)}${four}{"type":"us`];
    },
    said: ["one", "two", 'three {"a"', "four"],
    isDamaged: true,
  },
  {
    name: "prompts to which other programs added text",
    lines: () => {
      const chain = new Chain();
      const added = [
        "<ide_opened_file>open</ide_opened_file>",
        "<ide_selection>chosen</ide_selection>",
        "<system-reminder>\nknow\n</system-reminder>",
      ];
      const blocks = [...added, "one"].map((text) => ({ type: "text", text }));
      return [
        chain.prompt(blocks),
        chain.reply("two"),
        chain.prompt("<ide_opened_file>open</ide_opened_file>\nthree"),
        chain.reply("four"),
      ];
    },
    said: ["one", "two", "three", "four"],
  },
  {
    name: "null and other values that are no entries",
    lines: () => ["null", "[]", "7", '"x"', "true", ...simple(["one", "two"]), "null"],
    said: ["one", "two"],
  },
  {
    name: "entries of kinds that nobody knows, also within the chain",
    lines: () => {
      const chain = new Chain();
      return [
        chain.prompt("one"),
        chain.add({ type: "from-the-future", payload: { deep: [1] } }),
        chain.add({ type: 7 }),
        chain.add({}),
        chain.reply("two"),
        { type: "odd" },
      ];
    },
    said: ["one", "two"],
  },
  {
    name: "a tree with branches that were given up",
    lines: () => {
      const chain = new Chain();
      const lines = [chain.prompt("one"), chain.reply("two")];
      const fork = chain.parent;
      for (let branch = 0; branch < 50; branch++) {
        chain.parent = fork;
        lines.push(chain.prompt(`given up ${branch}`), chain.reply("gone"));
      }
      chain.parent = fork;
      return [...lines, chain.prompt("three"), chain.reply("four")];
    },
    said: ["one", "two", "three", "four"],
  },
  {
    name: "a compaction, which begins a root of its own",
    lines: () => {
      const chain = new Chain();
      const before = [chain.prompt("one"), chain.reply("two")];
      const { parent } = chain;
      chain.parent = null;
      const boundary = chain.add({
        type: "system",
        subtype: "compact_boundary",
        logicalParentUuid: parent,
        compactMetadata: { trigger: "auto", preTokens: 9 },
      });
      return [
        ...before,
        boundary,
        chain.prompt("the summary", { isCompactSummary: true }),
        chain.prompt("three"),
        chain.reply("four"),
      ];
    },
    said: ["one", "two", "three", "four"],
  },
  {
    name: "sidechains between the entries",
    lines: () =>
      simple(["one", "two", "three"]).flatMap((line) => [
        { ...line, uuid: uuid(), isSidechain: true, message: { role: "user", content: "a subagent's" } },
        line,
      ]),
    said: ["one", "two", "three"],
  },
  {
    name: "contents that are texts, lists, nothing, or of no shape",
    lines: () => {
      const chain = new Chain();
      const odd = [null, 7, {}, [null], [{ type: "text" }], [{ type: "text", text: 7 }], [[]]].map((content) =>
        chain.prompt(content),
      );
      return [
        chain.prompt("one"),
        chain.add({ type: "assistant", message: { role: "assistant", content: "two" } }),
        ...odd,
        chain.prompt([{ type: "text", text: "three" }]),
      ];
    },
  },
  {
    name: "names and texts of every kind",
    lines: () => simple(unicode.map((text) => `[${text}]`)),
    said: unicode.map((text) => `[${text}]`),
  },
  {
    name: "parents that are missing, lead in a circle, or forward",
    lines: () => {
      const chain = new Chain();
      const [a, b] = [uuid(), uuid()];
      chain.parent = "nowhere";
      const first = chain.prompt("one");
      chain.parent = b;
      const second = chain.add({ type: "user", message: { role: "user", content: "two" } }, a);
      chain.parent = a;
      return [first, second, chain.add({ type: "user", message: { role: "user", content: "three" } }, b)];
    },
    said: ["one", "two", "three"],
    isDamaged: true,
  },
  {
    name: "two entries of the same name",
    lines: () => {
      const chain = new Chain();
      const twin = uuid();
      return [
        chain.prompt("one"),
        chain.add({ type: "user", message: { role: "user", content: "two" } }, twin),
        chain.add({ type: "user", message: { role: "user", content: "three" } }, twin),
      ];
    },
  },
  {
    name: "100 MB, and one line of it longer than anything that can be shown",
    *lines() {
      const chain = new Chain();
      yield chain.prompt("one");
      for (const text of longReplies) yield chain.reply(text);
      yield chain.reply("y".repeat(60 * megabyte * scale + 9 * megabyte));
      yield chain.prompt("three");
    },
    said: ["one", ...longReplies, "three"],
    isDamaged: true,
  },
  {
    name: "50,000 entries",
    *lines() {
      const chain = new Chain();
      for (let index = 0; index < 50_000 * scale; index++)
        yield index % 2 === 0 ? chain.prompt(`ask ${index}`) : chain.reply(`reply ${index}`);
    },
    said: Array.from({ length: 50_000 * scale }, (_, index) => (index % 2 === 0 ? `ask ${index}` : `reply ${index}`)),
  },
];
