import * as z from "zod";
import { locate, tool } from "../tool.ts";

const openFile = tool({
  title: "Open file",
  description: "Shows the user a file in an editor tab, at a line. The user keeps the focus.",
  input: z.strictObject({ path: z.string(), line: z.int().min(1).optional() }),
  async run({ path: wanted, line }, context) {
    const { path, isFolder } = await locate(wanted, context);
    if (isFolder) throw new Error(`${wanted} is a folder.`);
    await context.editor.openFile(path, line);
    return { summary: `The user sees ${path}${line === undefined ? "" : ` at line ${line}`}.`, items: [] };
  },
});

const showDiff = tool({
  title: "Show diff",
  description: "Shows the user two files side by side in a diff editor. The user keeps the focus.",
  input: z.strictObject({
    left: z.string().describe("The file on the left side."),
    right: z.string().describe("The file on the right side."),
  }),
  async run({ left, right }, context) {
    const [first, second] = [await locate(left, context), await locate(right, context)];
    if (first.isFolder || second.isFolder) throw new Error("Only files can be compared.");
    await context.editor.showDiff(first.path, second.path);
    return { summary: `The user sees the differences between ${first.path} and ${second.path}.`, items: [] };
  },
});

const runTask = tool({
  title: "Run task",
  description:
    "Runs a task of the workspace, such as a build, and waits until it ends. Use the tool tasks to see all tasks. The output is in a terminal of the " +
    "editor; problems that it reports are in diagnostics.",
  input: z.strictObject({
    name: z.string().min(1),
    source: z.string().optional().describe("The source of the task, where several have the same name."),
  }),
  limitMs: 600_000,
  async run({ name, source }, { editor, signal }) {
    const { exitCode, isRunning } = await editor.runTask(name, source, signal);
    if (isRunning) return { summary: `The task ${name} is running in the background.`, items: [] };
    return {
      summary: `The task ${name} ended${exitCode === undefined ? "" : ` with exit code ${exitCode}`}.`,
      items: [],
    };
  },
});

const runTests = tool({
  title: "Run tests",
  description:
    "Runs the tests of a file, or all tests, in the Testing view of the editor, and waits until they end. The results are shown to the user; this tool " +
    "cannot read them. To see results yourself, run the tests with a command or a task.",
  input: z.strictObject({ path: z.string().optional().describe("File with tests. Without it: all tests.") }),
  limitMs: 600_000,
  async run({ path: wanted }, context) {
    const file = wanted === undefined ? undefined : await locate(wanted, context);
    if (file?.isFolder) throw new Error(`${wanted} is a folder.`);
    await context.editor.runTests(file?.path, context.signal);
    return {
      summary: `The editor ran ${file ? `the tests that it knows in ${file.path}` : "all tests that it knows"}.`,
      items: [],
      notes: [
        "Not known: which tests ran, and whether they passed. The editor shows it to the user only. If it knows no tests, none ran.",
      ],
    };
  },
});

/** Tools that run or show something. */
export const showTools = {
  run_task: runTask,
  run_tests: runTests,
  open_file: openFile,
  show_diff: showDiff,
};
