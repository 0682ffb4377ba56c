import { cutText } from "../../shared/base/cutText.ts";
import { readArray, readString } from "../../shared/base/read.ts";
import type { GuardCause } from "../../shared/contract/requests/guards.ts";

/** Number of failures in a row after which the same call is held. */
const maxFailures = 3;
/** Maximum number of characters of an error that a card shows. */
const maxError = 500;

/** A call that ended. */
export interface EndedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly isDone: boolean;
  readonly error: string;
}

interface FailingCall {
  readonly key: string;
  count: number;
  error: string;
}

/** Repetitions in one thread: the last failing call, and the last two edits of each place. */
export class Repetitions {
  #failing: FailingCall | undefined;
  /** The last two edits of a file or cell, oldest first. */
  readonly #edits = new Map<string, readonly string[]>();

  note({ tool, input, isDone, error }: EndedCall): void {
    this.#failing = isDone ? undefined : this.#count(getKey(tool, input), error);
    const edit = isDone ? readEdit(input) : undefined;
    if (edit) this.#edits.set(edit.place, [...(this.#edits.get(edit.place) ?? []), edit.change].slice(-2));
  }

  #count(key: string, error: string): FailingCall {
    return { key, count: this.#failing?.key === key ? this.#failing.count + 1 : 1, error };
  }

  /** Returns the reason to hold a call that is about to run; undefined if it repeats no failure and no undone edit. */
  find(tool: string, input: Readonly<Record<string, unknown>>): GuardCause | undefined {
    const failing = this.#failing;
    if (failing && failing.count >= maxFailures && failing.key === getKey(tool, input))
      return { code: "failingCall", count: failing.count, error: cutText(failing.error, maxError) };
    const edit = readEdit(input);
    if (!edit) return undefined;
    const [before, last] = this.#edits.get(edit.place) ?? [];
    const isUndone = edit.inverse === undefined ? last !== edit.change : last === edit.inverse;
    return before === edit.change && isUndone ? { code: "repeatedEdit" } : undefined;
  }

  /** Forgets everything: the user wants the work to go on. */
  clear(): void {
    this.#failing = undefined;
    this.#edits.clear();
  }
}

/**
 * Returns the same text for the same call. The description of a command is not part of it: a model words it anew each
 * time.
 */
function getKey(tool: string, input: Readonly<Record<string, unknown>>): string {
  const isCommand = typeof input["command"] === "string";
  const fields = Object.entries(input).filter(([name]) => !(isCommand && name === "description"));
  return JSON.stringify([tool, fields.sort(([left], [right]) => (left < right ? -1 : 1))]);
}

interface ReadEdit {
  /** The file or cell that it changes. */
  readonly place: string;
  readonly change: string;
  /** The edit that undoes it; undefined where every other edit does, as it sets the whole content. */
  readonly inverse?: string;
}

/** Reads what a call of Edit, MultiEdit, Write or NotebookEdit changes; undefined for another call. */
function readEdit(input: Readonly<Record<string, unknown>>): ReadEdit | undefined {
  const [path, notebook] = [readString(input, "file_path"), readString(input, "notebook_path")];
  const whole = notebook === undefined ? readString(input, "content") : readString(input, "new_source");
  const place = notebook === undefined ? path : JSON.stringify([notebook, input["cell_id"], input["edit_mode"]]);
  if (place === undefined) return undefined;
  if (whole !== undefined) return { place, change: whole };
  const edits = (readArray(input, "edits") ?? [input]).map((edit) => [
    readString(edit, "old_string"),
    readString(edit, "new_string"),
  ]);
  if (edits.flat().includes(undefined)) return undefined;
  return {
    place,
    change: JSON.stringify(edits),
    inverse: JSON.stringify(edits.map(([from, to]) => [to, from]).reverse()),
  };
}
