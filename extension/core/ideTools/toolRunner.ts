import * as z from "zod";
import type { Clock } from "../../shared/base/clock.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { ProposedFileChange } from "./port.ts";
import { ResultPages } from "./resultPages.ts";
import { describeChanges } from "./textChanges.ts";
import { defaultLimitMs, type IdeTool, type IdeToolContext } from "./tool.ts";

export interface ToolRunnerOptions {
  readonly tools: ReadonlyMap<string, IdeTool<unknown>>;
  readonly context: Omit<IdeToolContext, "signal">;
  /** Returns whether a tool may be called at this moment. */
  readonly isOn: (name: string) => boolean;
  /** Asks for consent to the changes of a call, unless the user has seen exactly these on its card. */
  readonly approve: (planned: PlannedCall, signal: AbortSignal) => Promise<ChangeConsent>;
  readonly clock: Clock;
}

/** A call with the changes that it would make. */
export interface PlannedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The id under which `claude` shows the call; undefined if it names none. */
  readonly callId: string | undefined;
  readonly changes: readonly ProposedFileChange[];
}

/** The decision about changes. `feedback`: what the user wrote to the model. */
export interface ChangeConsent {
  readonly isAllowed: boolean;
  readonly feedback?: string | undefined;
}

/** The text of a call for the model; `isError` where the call failed. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Changes that a call would make, and lines that describe them. */
export interface ChangePreview {
  readonly lines: readonly string[];
  readonly changes: readonly ProposedFileChange[];
}

const cursor = z
  .string()
  .optional()
  .describe("Continues a long result. Repeat the same input with the cursor that the result named.");

/** Runs calls of the editor's tools: checks the input, limits time and size, and turns failures into answers. */
export class ToolRunner {
  readonly #options: ToolRunnerOptions;
  readonly #pages = new ResultPages();

  constructor(options: ToolRunnerOptions) {
    this.#options = options;
  }

  /** Returns the tools that are on, with the JSON schema of their input. */
  list(): readonly {
    readonly name: string;
    readonly tool: IdeTool<unknown>;
    readonly inputSchema: { type: "object"; [key: string]: unknown };
  }[] {
    return [...this.#options.tools].flatMap(([name, tool]) => {
      if (!this.#options.isOn(name)) return [];
      const { $schema: _, ...schema } = z.toJSONSchema(tool.input.extend({ cursor }), { io: "input" });
      return [{ name, tool, inputSchema: { ...schema, type: "object" as const } }];
    });
  }

  /** Runs a call. Never rejects. */
  async call(
    name: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    callId?: string,
  ): Promise<ToolAnswer> {
    try {
      return { text: await this.#run(name, given, signal, callId), isError: false };
    } catch (error) {
      return { text: getErrorMessage(error), isError: true };
    }
  }

  /**
   * Returns what the user is shown of a call; undefined for a tool without a preview. Rejects with the reason if the
   * call would fail.
   */
  async preview(
    name: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ChangePreview | undefined> {
    const change = this.#options.tools.get(name)?.change;
    if (!change) return undefined;
    const { tool, input } = this.#read(name, given);
    const changes = await this.#limited(tool, signal, (context) => change.plan(input, context));
    return { lines: describeChanges(changes), changes };
  }

  async #run(
    name: string,
    given: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    callId: string | undefined,
  ): Promise<string> {
    const { tool, input, cursor: at } = this.#read(name, given);
    const { run, change } = tool;
    if (change) {
      const changes = await this.#limited(tool, signal, (context) => change.plan(input, context));
      const { isAllowed, feedback = "" } =
        changes.length === 0
          ? { isAllowed: true }
          : await this.#options.approve({ name, input: given, callId, changes }, signal);
      if (!isAllowed)
        throw new Error(
          ["The user did not allow these changes. Nothing was changed.", feedback]
            .filter(Boolean)
            .join(" The user says: "),
        );
      return this.#pages.begin(await this.#limited(tool, signal, (context) => change.apply(changes, context)));
    }
    if (at === undefined && run)
      return this.#pages.begin(await this.#limited(tool, signal, (context) => run(input, context)));
    if (at === undefined) throw new Error(`There is no tool ${name}.`);
    const page = this.#pages.continue(at);
    if (page === undefined) throw new Error("The cursor is no longer valid. Repeat the call without it.");
    return page;
  }

  /** Checks a call. Throws a sentence for the model. */
  #read(
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): { readonly tool: IdeTool<unknown>; readonly input: unknown; readonly cursor: string | undefined } {
    const { tools, isOn, context } = this.#options;
    const tool = tools.get(name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    if (!isOn(name)) throw new Error(`The user turned off the tool ${name}.`);
    if (!context.editor.isTrusted())
      throw new Error("The user does not trust this workspace, so the editor's tools are off.");
    const parsed = tool.input.extend({ cursor, changes: z.array(z.string()).optional() }).safeParse(given);
    if (!parsed.success) throw new Error(`The input is not valid.\n${z.prettifyError(parsed.error)}`);
    // `changes` is what the card showed; what is changed is decided by what was planned.
    const { cursor: at, changes: _, ...input } = parsed.data;
    return { tool, input, cursor: typeof at === "string" ? at : undefined };
  }

  #limited<T>(
    { limitMs = defaultLimitMs }: IdeTool<unknown>,
    signal: AbortSignal,
    work: (context: IdeToolContext) => Promise<T>,
  ): Promise<T> {
    const { clock, context } = this.#options;
    const controller = new AbortController();
    return new Promise((resolve, reject) => {
      const stop = (reason: string): void => {
        controller.abort();
        reject(new Error(reason));
      };
      const onAbort = (): void => stop("The call was cancelled.");
      if (signal.aborted) return onAbort();
      const timer = clock.after(limitMs, () =>
        stop(`The editor did not answer within ${limitMs / 1000} seconds. A language server may still be starting.`),
      );
      signal.addEventListener("abort", onAbort, { once: true });
      Promise.resolve()
        .then(() => work(withSignal(context, controller.signal)))
        .then(resolve, reject)
        .finally(() => {
          timer.dispose();
          signal.removeEventListener("abort", onAbort);
        });
    });
  }
}

/** Keeps the getters of a context, whose folder can change. */
function withSignal(context: Omit<IdeToolContext, "signal">, signal: AbortSignal): IdeToolContext {
  return { editor: context.editor, folder: context.folder, beforeEdit: context.beforeEdit, signal };
}
