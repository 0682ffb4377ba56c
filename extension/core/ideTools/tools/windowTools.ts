import * as z from "zod";
import { count, tool } from "../tool.ts";

const openEditors = tool({
  title: "Open editors",
  description: "Lists the files that the user has open in the editor, and what is selected in the active one.",
  input: z.strictObject({}),
  async run(_input, { editor, folder }) {
    const all = editor.openEditors(folder);
    const open = all.filter(({ isInside }) => isInside);
    const selection = editor.selection(folder);
    const { path, firstLine, lastLine, text } = selection ?? {};
    return {
      summary: `${count(open.length, "open file")}.`,
      items: [
        ...open.map(({ path: file, isActive, isDirty }) => ({
          text: `${file}${isActive ? " (active)" : ""}${isDirty ? " (unsaved changes)" : ""}`,
        })),
        ...(selection ? [{ text: `Selected: lines ${firstLine}-${lastLine} of ${path}` }] : []),
        ...(text === undefined ? [] : text.split("\n").map((line) => ({ text: `  ${line}` }))),
      ],
      notes: [
        ...(selection && text === undefined
          ? ["The selected lines are left out: the file may hold secrets, or is outside the workspace."]
          : []),
        ...(all.length > open.length
          ? [`Left out: ${count(all.length - open.length, "open file")} outside the workspace.`]
          : []),
      ],
    };
  },
});

const terminalOutput = tool({
  title: "Terminal output",
  description:
    "Returns the last command of each of the user's terminals with its output and exit code, as far as the editor saw it. Terminals without shell integration are missing.",
  input: z.strictObject({ terminal: z.string().optional().describe("Only the terminal of this name.") }),
  async run({ terminal: wanted }, { editor }) {
    const all = await editor.terminals();
    const shown = all.filter(({ terminal }) => wanted === undefined || terminal === wanted);
    return {
      summary: shown.length === 0 ? "The editor saw no command in a terminal." : "",
      items: shown.flatMap(({ terminal, isActive, text }) => [
        { text: `Terminal ${terminal}${isActive ? " (active)" : ""}:` },
        ...text.split("\n").map((line) => ({ text: `  ${line}` })),
      ]),
      notes:
        wanted !== undefined && shown.length === 0 && all.length > 0
          ? [`Terminals with commands: ${all.map(({ terminal }) => terminal).join(", ")}.`]
          : [],
    };
  },
});

const tasks = tool({
  title: "Tasks",
  description: "Lists the tasks of the workspace, such as builds and scripts, and which of them are running.",
  input: z.strictObject({}),
  limitMs: 30_000,
  async run(_input, { editor }) {
    const found = await editor.tasks();
    return {
      summary: `${count(found.length, "task")}.`,
      items: found.map(({ name, source, note, isRunning }) => ({
        text: `${source}: ${name}${isRunning ? " (running)" : ""}${note === "" ? "" : ` – ${note}`}`,
      })),
    };
  },
});

/** Tools that read the state of the window. */
export const windowTools = {
  open_editors: openEditors,
  terminal_output: terminalOutput,
  tasks,
};
