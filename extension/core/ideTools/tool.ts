import type * as z from "zod";
import type { FileDiagnostics, IdePort, ProposedFileChange } from "./port.ts";

/** Context of a call of a tool. */
export interface IdeToolContext {
  readonly editor: IdePort;
  /** Working folder of the conversation, absolute. */
  readonly folder: string;
  /** Fires when the call is cancelled, or its time is over. */
  readonly signal: AbortSignal;
  /**
   * Returns the files that the editor knew before the last edit of the conversation, also those without a diagnostic;
   * undefined before the first edit.
   */
  readonly beforeEdit: () => readonly FileDiagnostics[] | undefined;
}

/** One line or paragraph of a result. Entries of one file follow each other and name it once. */
export interface ResultItem {
  /** Path of the file, absolute. */
  readonly path?: string | undefined;
  readonly text: string;
}

/** A result, as text for the model. It is divided into pages between items. */
export interface ToolResult {
  /** A sentence before the items. */
  readonly summary: string;
  readonly items: readonly ResultItem[];
  /** Omissions and uncertainties, a sentence each. */
  readonly notes?: readonly string[];
}

/** A tool of the editor. Its texts are read by a model and are not translated. */
export interface IdeTool<Input = never> {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject & z.ZodType<Input>;
  /** The tool is in every request to the model; `claude` lets the model search for the others (2.1.329). */
  readonly isAlwaysLoaded?: true;
  /** Time limit of a call in milliseconds; default `defaultLimitMs`. */
  readonly limitMs?: number;
  /** Rejects with a sentence for the model. A tool that changes files has `change` instead. */
  run?(input: Input, context: IdeToolContext): Promise<ToolResult>;
  readonly change?: ChangeTool<Input>;
}

/**
 * A tool that changes files: what it plans is shown to the user, and nothing else is applied. Both functions reject
 * with a sentence for the model.
 */
interface ChangeTool<Input> {
  plan(input: Input, context: IdeToolContext): Promise<readonly ProposedFileChange[]>;
  /** Makes exactly these changes. Rejects if a file is not as they begin. */
  apply(changes: readonly ProposedFileChange[], context: IdeToolContext): Promise<ToolResult>;
}

export const defaultLimitMs = 15_000;

/** Checks the types of a tool. */
export function tool<Shape extends z.ZodObject>(
  definition: IdeTool<z.infer<Shape>> & { readonly input: Shape },
): IdeTool<unknown> {
  return definition as IdeTool<unknown>;
}

/** Resolves a path of a call. Rejects for one that the tools must not look at, or that does not exist. */
export async function locate(
  path: string,
  { editor, folder }: IdeToolContext,
): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  const located = await editor.locate(path, folder);
  if (located.kind === "outside")
    throw new Error(`${path} is outside the workspace. The editor's tools only work on files in it.`);
  if (located.kind === "missing") throw new Error(`${path} does not exist.`);
  return { path: located.path, isFolder: located.kind === "folder" };
}

/** Returns a count with its noun: "1 file", "2 files". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
