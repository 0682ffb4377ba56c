// All states of the request cards and of the diffs beside them, for pictures: the actions of the model, and the actions
// before each picture.
import fs from "node:fs";
import path from "node:path";
import { runCommand } from "./workbench.mjs";

const use = (...calls) => ({ blocks: calls.map(([tool, input]) => ({ tool, input })) });
const said = { blocks: [{ text: "Understood." }] };
const option = (label, description, preview) => ({ label, description, preview });
const questions = [
  {
    question: "Which test runner should this use?",
    header: "Runner",
    multiSelect: false,
    options: [
      option(
        "Vitest",
        "Fast, and reads the same configuration",
        'import { test } from "vitest";\n\ntest("adds", () => {});',
      ),
      option("node:test", "Nothing to install", 'import test from "node:test";'),
    ],
  },
  {
    question: "Which targets?",
    header: "Targets",
    multiSelect: true,
    options: [option("Node", ""), option("Browsers", "")],
  },
];
const notebook = (folder) => [
  "NotebookEdit",
  { notebook_path: `${folder}/n.ipynb`, cell_id: "a1", new_source: "print('after')\n" },
];
const command = {
  command: "rm -rf build && npm run build -- --watch",
  description: "Build anew",
  timeout: 600_000,
  run_in_background: true,
  dangerouslyDisableSandbox: true,
};
const edit = (folder) => [
  "Edit",
  { file_path: `${folder}/greet.js`, old_string: "Hello", new_string: "Good to see you" },
];

const many = Array.from({ length: 60 }, (_, index) => `export const value${index + 1} = ${index + 1};\n`);
const changed = [...many];
for (const line of [3, 30, 31, 55]) changed[line - 1] = `export const value${line} = "changed";\n`;
const parts = (folder) => [
  "Write",
  { file_path: `${folder}/values.js`, content: `${changed.join("")}export default value1;\n` },
];
const readParts = (folder) => use(["Read", { file_path: `${folder}/values.js` }]);

/** Files that exist from the start. */
export const cardFiles = { "values.js": many.join("") };

/** Scripts for the model, by prompt. */
export const cardScripts = {
  "a command": () => [use(["Bash", command]), said],
  "an edit": (folder) => [use(["Read", { file_path: `${folder}/greet.js` }]), use(edit(folder)), said],
  "an edit of parts": (folder) => [readParts(folder), use(parts(folder)), said],
  "a new file": (folder) => [
    use(["Write", { file_path: `${folder}/src/new.js`, content: many.slice(0, 12).join("") }]),
    said,
  ],
  "edits of two files": (folder) => [
    use(["Read", { file_path: `${folder}/greet.js` }]),
    readParts(folder),
    use(edit(folder)),
    use(parts(folder)),
    said,
  ],
  questions: () => [use(["AskUserQuestion", { questions }]), said],
  "a notebook": (folder) => [use(["Read", { file_path: `${folder}/n.ipynb` }]), use(notebook(folder)), said],
  "a page": () => [
    use(["WebFetch", { url: "https://example.com/guide?page=2", prompt: "What does it say about tests?" }]),
    said,
  ],
};

const right = (page, text) => page.locator(".monaco-diff-editor .modified .view-line", { hasText: text }).first();

/** The states: each has the prompt, the group that must appear, the clicks and any other actions. */
export const cardStates = [
  { name: "command", prompt: "a command", card: /^Permission: Bash/ },
  {
    name: "command-edited",
    prompt: "a command",
    card: /^Permission: Bash/,
    clicks: ["More ways to allow", { role: "menuitem", name: "Edit…" }],
  },
  {
    name: "always",
    prompt: "a page",
    card: /^Permission: WebFetch/,
    clicks: ["More ways to allow", { role: "menuitem", name: "Allow always…" }, "Edit rule…"],
  },
  { name: "edit-refused", prompt: "an edit of parts", card: /^Permission: Write/, clicks: ["Reject hunk"] },
  {
    name: "feedback",
    prompt: "an edit",
    card: /^Permission: Edit/,
    clicks: ["More ways to deny", { role: "menuitem", name: "Deny with feedback…" }],
  },
  { name: "questions", prompt: "questions", card: "Question: Runner", clicks: [{ role: "radio", name: "Vitest" }] },
  { name: "folded", prompt: "questions", card: "Question: Runner", clicks: ["Collapse"] },
  { name: "notebook", prompt: "a notebook", card: /^Permission: NotebookEdit/ },
  {
    name: "notebook-diff",
    prompt: "a notebook",
    card: /^Permission: NotebookEdit/,
    clicks: ["Review changes"],
    act: ({ page }) => page.locator(".notebook-text-diff-editor .view-line", { hasText: "after" }).waitFor(),
  },
  // Next to views of the editor itself, for comparison.
  {
    name: "beside-scm",
    prompt: "an edit of parts",
    card: /^Permission: Write/,
    act: ({ page }) => page.getByRole("tab", { name: /^Source Control/ }).click(),
  },
  {
    name: "beside-search",
    prompt: "an edit of parts",
    card: /^Permission: Write/,
    async act({ page }) {
      await page.getByRole("tab", { name: /^Search/ }).click();
      await page.keyboard.type("value1");
      await page
        .getByRole("treeitem", { name: /value1/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "diff",
    prompt: "an edit of parts",
    card: /^Permission: Write/,
    act: ({ page }) => right(page, "changed").waitFor(),
  },
  {
    name: "diff-refused",
    prompt: "an edit of parts",
    card: /^Permission: Write/,
    clicks: ["Reject hunk"],
    async act({ page, panel }) {
      await panel.getByRole("listitem", { name: "Hunk 1 of 3" }).getByText("rejected").waitFor();
      await right(page, "changed").waitFor();
    },
  },
  {
    name: "diff-by-hand",
    prompt: "an edit of parts",
    card: /^Permission: Write/,
    async act({ page, panel }) {
      await right(page, /value1\s=\s1/).click();
      await page.keyboard.press("Home");
      await page.keyboard.type("// mine\n");
      await panel.getByText("edited by you").waitFor();
    },
  },
  {
    name: "diff-new",
    prompt: "a new file",
    card: /^Permission: Write/,
    act: ({ page }) => page.locator(".editor-instance .view-line", { hasText: "value12" }).waitFor(),
  },
  {
    name: "diff-changed-since",
    prompt: "an edit of parts",
    card: /^Permission: Write/,
    async act({ page, panel, folder }) {
      await right(page, "changed").waitFor();
      fs.appendFileSync(path.join(folder, "values.js"), "// somebody else\n");
      await panel.getByText("The file changed while this request was waiting.").waitFor();
    },
  },
  {
    name: "changes",
    prompt: "edits of two files",
    card: /^Permission: Edit/,
    clicks: ["Allow"],
    async act({ page, panel }) {
      await panel.getByRole("group", { name: /^Permission: Write/ }).waitFor();
      await runCommand(page, "Tandem: Review All Changes in This Conversation");
      await page.locator(".multiDiffEditor, .multi-diff-root-floating-menu, .monaco-diff-editor").nth(1).waitFor();
    },
  },
];
