import * as z from "zod";
import type { ProposedFileChange } from "../port.ts";
import { findSymbol, symbolInput } from "../symbolAt.ts";
import { checkChanges, describeChanges } from "../textChanges.ts";
import { count, type IdeTool, type IdeToolContext, locate, type ToolResult, tool } from "../tool.ts";

/** Maximum number of changed lines that the model is told. */
const maxLines = 400;

const anyLine = { first: 1, last: Number.MAX_SAFE_INTEGER };

/** Creates a tool that changes files as planned. */
function changeTool<Shape extends z.ZodObject>(definition: {
  readonly title: string;
  readonly description: string;
  readonly input: Shape;
  readonly plan: (input: z.infer<Shape>, context: IdeToolContext) => Promise<readonly ProposedFileChange[]>;
}): IdeTool<unknown> {
  const { title, description, input, plan } = definition;
  return {
    title,
    description: `${description} The user sees all changes before. Changed files are saved; read them again before you edit them.`,
    input,
    limitMs: 30_000,
    change: {
      plan: async (given, context) => {
        const { path } = given as { readonly path: unknown };
        return checkChanges(await planWhenReady(() => plan(given as z.infer<Shape>, context), String(path), context));
      },
      apply: async (changes, context) => {
        if (changes.length > 0) await context.editor.changes.apply(changes);
        return toResult(changes);
      },
    },
  } satisfies IdeTool<unknown>;
}

/**
 * Plans changes. If there are none, the language server may just have been started by the question: waits for it, and
 * plans once more.
 */
async function planWhenReady(
  plan: () => Promise<readonly ProposedFileChange[]>,
  path: string,
  context: IdeToolContext,
): Promise<readonly ProposedFileChange[]> {
  const planned = await plan().catch(() => []);
  if (planned.length > 0) return planned;
  await context.editor.analyze((await locate(path, context)).path, context.signal);
  return plan();
}

function toResult(changed: readonly ProposedFileChange[]): ToolResult {
  if (changed.length === 0) return { summary: "Nothing had to be changed.", items: [] };
  return {
    summary: `Changed and saved ${count(changed.length, "file")}:`,
    items: describeChanges(changed, maxLines).map((text) => ({ text })),
  };
}

async function locateFile(path: string, context: IdeToolContext): Promise<string> {
  const located = await locate(path, context);
  if (located.isFolder) throw new Error(`${path} is a folder.`);
  return located.path;
}

const renameSymbol = changeTool({
  title: "Rename symbol",
  description:
    "Renames a function, variable, class, or similar everywhere in the workspace, with the editor's language features.",
  input: z.strictObject({ ...symbolInput, new_name: z.string().min(1) }),
  plan: async (input, context) => {
    const at = await findSymbol(input, context);
    // A language server that has not read the whole project yet renames in the files that it knows, and misses others.
    await context.editor.analyze(at.path, context.signal);
    return context.editor.changes.planRename(at, input.new_name, context.folder);
  },
});

const format = changeTool({
  title: "Format",
  description: "Formats a file with the formatter that the user has chosen for its language.",
  input: z.strictObject({ path: z.string() }),
  plan: async ({ path }, context) => context.editor.changes.planFormat(await locateFile(path, context), context.folder),
});

const organizeImports = changeTool({
  title: "Organize imports",
  description: "Sorts the imports of a file and removes unused ones.",
  input: z.strictObject({ path: z.string() }),
  plan: async ({ path }, context) => {
    const found = await context.editor.changes.findActions(
      await locateFile(path, context),
      anyLine,
      context.folder,
      "source.organizeImports",
    );
    if (found.length === 0) throw new Error(`The editor cannot organize imports of ${path}.`);
    if (found.every((action) => action.changes === undefined))
      throw new Error(`Organizing the imports of ${path} does more than change texts, so only the user can do it.`);
    return found.find((action) => action.changes !== undefined)?.changes ?? [];
  },
});

const lines = {
  path: z.string(),
  line: z.int().min(1).describe("The line, counted from 1."),
  last_line: z.int().min(1).optional().describe("The last line of a range."),
};

const hiddenFile =
  "No tab shows the file, and some languages offer fixes of problems only for files in tabs. Call open_file first to get these.";

/** Returns whether a tab shows a file: the editor tells fixes of problems only to features that know these problems. */
function isInTab(path: string, { editor, folder }: IdeToolContext): boolean {
  return editor.openEditors(folder).some((open) => open.path === path);
}

const codeActions = tool({
  title: "Code actions",
  description:
    "Lists the quick fixes and refactorings that the editor offers for lines of a file. Use apply_code_action to apply one.",
  input: z.strictObject(lines),
  limitMs: 30_000,
  async run({ path: wanted, line, last_line: last = line }, context) {
    const path = await locateFile(wanted, context);
    const found = await context.editor.changes.findActions(path, { first: line, last }, context.folder);
    const usable = found.filter((action) => action.changes !== undefined);
    return {
      summary: `${count(usable.length, "code action")}.`,
      items: usable.map(({ name, kind }) => ({ text: `${name}${kind === "" ? "" : ` (${kind})`}` })),
      notes: [
        ...(found.length === usable.length
          ? []
          : [
              `Left out: ${count(found.length - usable.length, "action")} that do more than change texts, such as asking the user.`,
            ]),
        ...(isInTab(path, context) || usable.some(({ kind }) => kind.startsWith("quickfix")) ? [] : [hiddenFile]),
      ],
    };
  },
});

const applyCodeAction = changeTool({
  title: "Apply code action",
  description: "Applies a quick fix or refactoring that code_actions listed.",
  input: z.strictObject({
    ...lines,
    action: z.string().min(1).describe("The title of the action, exactly as it was listed."),
  }),
  plan: async ({ path, line, last_line: last = line, action }, context) => {
    const file = await locateFile(path, context);
    const found = await context.editor.changes.findActions(file, { first: line, last }, context.folder);
    const wanted = found.filter(({ name }) => name === action);
    const [only] = wanted;
    if (!only)
      throw new Error(
        `The editor offers no action “${action}” there. Call code_actions to see what it offers.${isInTab(file, context) ? "" : ` ${hiddenFile}`}`,
      );
    if (wanted.length > 1) throw new Error(`The editor offers several actions “${action}” there.`);
    if (!only.changes)
      throw new Error(`The action “${action}” does more than change texts, so only the user can run it.`);
    return only.changes;
  },
});

/** Tools that change files, and the one that lists such changes. */
export const changingTools = {
  code_actions: codeActions,
  rename_symbol: renameSymbol,
  apply_code_action: applyCodeAction,
  organize_imports: organizeImports,
  format,
};
