// Every state of the cards that ask, for pictures: what the model does, and what is done before one is taken.
const use = (...calls) => ({ blocks: calls.map(([tool, input]) => ({ tool, input })) });
const said = { blocks: [{ text: "Understood." }] };
const option = (label, description, preview) => ({ label, description, preview });
const questions = [
  {
    question: "Which test runner should this use?",
    header: "Runner",
    multiSelect: false,
    options: [
      option("Vitest", "Fast, and reads the same configuration", 'import { test } from "vitest";\n\ntest("adds", () => {});'),
      option("node:test", "Nothing to install", 'import test from "node:test";'),
    ],
  },
  { question: "Which targets?", header: "Targets", multiSelect: true, options: [option("Node", ""), option("Browsers", "")] },
];
const notebook = (folder) => ["NotebookEdit", { notebook_path: `${folder}/n.ipynb`, cell_id: "a1", new_source: "print('after')\n" }];
const command = {
  command: "rm -rf build && npm run build -- --watch",
  description: "Build anew",
  timeout: 600_000,
  run_in_background: true,
  dangerouslyDisableSandbox: true,
};
const edit = (folder) => ["Edit", { file_path: `${folder}/greet.js`, old_string: "Hello", new_string: "Good to see you" }];

/** Scripts for the model, by prompt. */
export const cardScripts = {
  "a command": () => [use(["Bash", command]), said],
  "an edit": (folder) => [use(["Read", { file_path: `${folder}/greet.js` }]), use(edit(folder)), said],
  questions: () => [use(["AskUserQuestion", { questions }]), said],
  "a notebook": (folder) => [use(["Read", { file_path: `${folder}/n.ipynb` }]), use(notebook(folder)), said],
  "a page": () => [use(["WebFetch", { url: "https://example.com/guide?page=2", prompt: "What does it say about tests?" }]), said],
};

/** Each state: the prompt, the group that must be there, and what is clicked then. */
export const cardStates = [
  { name: "command", prompt: "a command", card: /^Permission: Bash/ },
  { name: "command-edited", prompt: "a command", card: /^Permission: Bash/, clicks: ["Edit…"] },
  { name: "always", prompt: "a page", card: /^Permission: WebFetch/, clicks: ["Allow always…", "Edit rule…"] },
  { name: "edit-refused", prompt: "an edit", card: /^Permission: Edit/, clicks: ["Reject hunk"] },
  { name: "feedback", prompt: "an edit", card: /^Permission: Edit/, clicks: ["Deny with feedback…"] },
  { name: "questions", prompt: "questions", card: "Question: Runner", clicks: [{ role: "radio", name: "Vitest" }] },
  { name: "folded", prompt: "questions", card: "Question: Runner", clicks: ["Fold"] },
  { name: "notebook", prompt: "a notebook", card: /^Permission: NotebookEdit/ },
];
