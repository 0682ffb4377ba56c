import fc from "fast-check";
import { fuzzRuns } from "../fuzz/runs.ts";

interface About {
  readonly sessionId: string;
  readonly cwd: string;
}

/** A transcript as `claude` can leave it. All prompts and replies begin with "said". */
export interface SavedTranscript {
  readonly name: string;
  /** Returns the text of the file. */
  readonly lines: (about: About) => string;
  /**
   * The version since which `claude` reads as much of it; older ones end at the first gap, and go on with the newest
   * message by its time.
   */
  readonly isReadSince?: "2.1.329";
}

const begin = Date.UTC(2026, 10, 20, 9);

/** Makes the entries of one conversation, numbered from 1. */
class Entries {
  readonly #about: About;
  #count = 0;

  constructor(about: About) {
    this.#about = about;
  }

  /** Returns the next entry, as a line without its end. `second`: when it was written. */
  add(kind: "user" | "assistant", parent: number | undefined, second: number, content?: unknown): string {
    const number = ++this.#count;
    const text = content ?? `said ${number}`;
    const message =
      kind === "user"
        ? { role: "user", content: text }
        : {
            id: `msg_${number}`,
            type: "message",
            role: "assistant",
            model: "claude-opus-4-5",
            content: [{ type: "text", text }],
            stop_reason: "end_turn",
            stop_sequence: null,
            usage: { input_tokens: 1, output_tokens: 1 },
          };
    const timestamp = new Date(begin + second * 1_000).toISOString();
    const at = {
      parentUuid: parent === undefined ? null : getUuid(parent),
      isSidechain: false,
      userType: "external",
      ...this.#about,
      version: "2.1.329",
    };
    return JSON.stringify({ ...at, gitBranch: "", type: kind, message, uuid: getUuid(number), timestamp });
  }
}

function getUuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

const never = 999;
const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** Writes the four entries of two turns as lines, in an order in which some can be there twice. */
function inOrder(about: About, order: readonly number[]): string {
  const entries = new Entries(about);
  const lines = [1, 2, 3, 4].map((number) =>
    entries.add(number % 2 === 1 ? "user" : "assistant", number === 1 ? undefined : number - 1, number),
  );
  return text(...order.map((number) => lines[number - 1] ?? ""));
}

/** A conversation of two prompts, the second of which is given. */
function withSecond(about: About, write: (entries: Entries, first: string) => string): string {
  const entries = new Entries(about);
  return write(entries, text(entries.add("user", undefined, 0), entries.add("assistant", 1, 1)));
}

/**
 * Writes turns of which each continues from an earlier one, as rewinds leave them, between entries and lines of other
 * kinds.
 */
function generate(about: About, steps: readonly { readonly from: number; readonly beside: number }[]): string {
  const entries = new Entries(about);
  const lines: string[] = [];
  steps.forEach(({ from, beside }, turn) => {
    const parent = turn === 0 ? undefined : 2 * (1 + Math.min(turn - 1, from));
    lines.push(entries.add("user", parent, turn * 60), entries.add("assistant", 2 * turn + 1, turn * 60 + 1));
    const others = [
      JSON.stringify({ type: "custom-title", customTitle: "a title", sessionId: about.sessionId }),
      "",
      "\0".repeat(50),
      '{"type":"us',
    ];
    lines.push(...others.slice(0, beside));
  });
  return text(...lines);
}

const arbitrary = fc.array(fc.record({ from: fc.nat(5), beside: fc.nat(4) }), { minLength: 1, maxLength: 6 });

export const savedTranscripts: readonly SavedTranscript[] = [
  ...fc.sample(arbitrary, { numRuns: fuzzRuns(3), seed: 42 }).map((steps, index) => ({
    name: `turns of several branches, ${index + 1}`,
    lines: (about: About) => generate(about, steps),
  })),
  {
    name: "a parent that was never written, close to a branch that a rewind left",
    isReadSince: "2.1.329",
    lines: (about) =>
      withSecond(about, (entries, first) => {
        const left = text(entries.add("user", 2, 20), entries.add("assistant", 3, 21));
        return first + left + text(entries.add("user", never, 4), entries.add("assistant", 5, 5));
      }),
  },
  {
    name: "a parent that was never written, after two parts of a reply of one time",
    isReadSince: "2.1.329",
    lines: (about) => {
      const entries = new Entries(about);
      const [first, second] = [entries.add("user", undefined, 0), entries.add("assistant", 1, 1)];
      const more = entries.add("assistant", 2, 1).replace('"msg_3"', '"msg_2"');
      return text(first, second, more, entries.add("user", never, 1), entries.add("assistant", 4, 2));
    },
  },
  ...[
    [1, 2, 3, 4, 2],
    [1, 2, 3, 4, 3],
    [1, 2, 3, 4, 1, 2],
    [1, 2, 3, 4, 1, 2, 3, 4],
    [2, 1, 4, 3],
  ].map((order) => ({
    name: `records in the order ${order.join(" ")}`,
    lines: (about: About) => inOrder(about, order),
  })),
  {
    name: "an older branch that was written last",
    isReadSince: "2.1.329",
    lines: (about) =>
      withSecond(about, (entries, first) => {
        const newer = text(entries.add("user", 2, 60), entries.add("assistant", 3, 61));
        return first + newer + text(entries.add("user", 2, 20), entries.add("assistant", 5, 21));
      }),
  },
  {
    name: "a whole record and a cut one on a line",
    isReadSince: "2.1.329",
    lines: (about) =>
      withSecond(about, (entries, first) => {
        const second = text(entries.add("user", 2, 2), entries.add("assistant", 3, 3));
        return first.replace(/\n$/, '{"parentUuid":"x","type":"us\n') + second;
      }),
  },
  {
    name: "an incomplete last record",
    lines: (about) =>
      withSecond(
        about,
        (entries, first) => first + text(entries.add("user", 2, 2)) + entries.add("assistant", 3, 3).slice(0, 100),
      ),
  },
  {
    name: "an incomplete call whose input has an id",
    lines: (about) =>
      withSecond(about, (entries, first) => {
        const input = { issue: { type: "issue", uuid: "5f3c", sessionId: "one" } };
        const content = [{ type: "tool_use", id: "t1", name: "mcp__tracker__get", input }];
        const message = { id: "m9", type: "message", role: "assistant", model: "x", content, usage: {} };
        const call = JSON.stringify({
          parentUuid: getUuid(3),
          isSidechain: false,
          ...about,
          type: "assistant",
          message,
          uuid: getUuid(4),
        });
        return first + text(entries.add("user", 2, 2)) + call.slice(0, -60);
      }),
  },
];
