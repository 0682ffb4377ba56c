// The demo's scripted replies: each starter of the empty state shows one thing that Tandem does.
import fs from "node:fs";
import path from "node:path";

const say = (text, extra = {}) => ({ blocks: [{ text, chunk: 6, everyMs: 12, ...extra }] });
const use = (text, tool, input) => ({
  blocks: [
    { text, chunk: 6, everyMs: 12 },
    { tool, input },
  ],
});

const friendlier = { old_string: 'return "Hello " + name;', new_string: "return `Hello, ${name}! Good to see you.`;" };
const greeter = `export function greet(name) {
  return "Hello, " + name + "! Good to see you.";
}
`;

const noGreeter = "There is no greeter here yet. This is one: ";

const longReply = `## How the greeter works

The module has **one export** and no state. The steps:

1. Trim the name.
2. Fall back to a neutral greeting when nothing is left.
3. Put the parts together in [\`greet.js\`](greet.js).

| Input | Output |
| --- | --- |
| \`"Ada"\` | Hello, Ada! |
| \`"  "\` | Hello, whoever you are! |

\`\`\`js
export function greet(name) {
  const who = name.trim() || "whoever you are";
  return \`Hello, \${who}!\`; // one line, no surprises
}
\`\`\`

- [x] a table, a list and code in one reply
- [ ] your own question

> Everything here is scripted. Nothing left this machine.
`;

const plan = `# Plan

1. Read \`greet.js\` and its caller.
2. Add a parameter for the language, with English as the default.
3. Write one test for each language.

Nothing is written before you approve this.`;

const starters = [
  { label: "an edit that asks first", prompt: "Make the greeting friendlier." },
  { label: "a shell command that asks first", prompt: "Run a small script." },
  { label: "a question with choices", prompt: "Help me choose a test runner." },
  { label: "a plan to approve", prompt: "Plan how to add more languages." },
  { label: "a task list", prompt: "Show me your tasks while you work." },
  { label: "a long reply with code and a table", prompt: "Explain how the greeter works." },
  { label: "a tool that fails", prompt: "Read a file that does not exist." },
];

/** Options for the extension, in TANDEM_DEMO: the mark of the panel, and the offered prompts. */
export const demoOptions = { badge: "Demo model", starters };

/** @type {import("./server.mjs").Scripts} */
export function demoScripts(prompt, { cwd, request }) {
  const file = path.join(cwd, "greet.js");
  // Once it was written, the folder has one; what was said still tells.
  const hasGreeter = fs.existsSync(file) && !JSON.stringify(request.messages).includes(noGreeter);
  const told = (allowed, denied) => say(wasRefused(request) ? denied : allowed);
  const scripts = {
    "Make the greeting friendlier.": () => [
      ...(hasGreeter
        ? [
            use("I'll look at the greeter first. ", "Read", { file_path: file }),
            use("The greeting is dry. This makes it warmer: ", "Edit", { file_path: file, ...friendlier }),
          ]
        : [use(noGreeter, "Write", { file_path: file, content: greeter })]),
      told(
        "The file holds what you accepted. To take it back, use **Rewind to here** on your message.",
        "Then it stays as it is: nothing was written.",
      ),
    ],
    // The CLI runs commands that only read, such as ls, without asking.
    "Run a small script.": () => [
      use("This one prints a line. ", "Bash", {
        command: "node -e \"console.log('Hello from the shell')\"",
        description: "Print a line",
      }),
      told("It printed its line. The command ran only because you allowed it.", "Then not: the command did not run."),
    ],
    "Help me choose a test runner.": () => [
      use("That depends on you. ", "AskUserQuestion", {
        questions: [
          {
            question: "Which test runner should this project use?",
            header: "Test runner",
            multiSelect: false,
            options: [
              { label: "node:test", description: "Comes with Node, nothing to install" },
              { label: "Vitest", description: "Fast, watches, snapshots" },
            ],
          },
        ],
      }),
      told(
        "Good choice. In a real conversation I would set it up now.",
        "No answer is an answer too. Ask again when you know.",
      ),
    ],
    "Plan how to add more languages.": () => planScript(request),
    "Show me your tasks while you work.": () => taskScript(request),
    "Explain how the greeter works.": () => [
      {
        blocks: [
          {
            thinking: "The reader wants the steps, an example, and the code. A table shows the edge case best.",
            chunk: 8,
            everyMs: 15,
          },
          { text: longReply, chunk: 5, everyMs: 8 },
        ],
      },
    ],
    "Read a file that does not exist.": () => [
      use("I'll read it. ", "Read", { file_path: path.join(cwd, "missing.js") }),
      say("It is not there, as the failed row above says. Open the row to see the error."),
    ],
  };
  if (Object.hasOwn(scripts, prompt)) return scripts[prompt]();
  // The CLI's own small calls, such as for a title, are no prompts of the user.
  if (!request.tools?.length) return undefined;
  return [
    say(
      `This is the **demo model**: its replies are scripted, and nothing is sent anywhere.\n\nTry one of these messages:\n\n${starters.map((starter) => `- ${starter.prompt}`).join("\n")}\n\nTo talk to a real model, start with \`npm start -- --account\`.`,
    ),
  ];
}

/** Returns whether the newest tool result is a refusal or a failure. */
function wasRefused(request) {
  const results = request.messages
    .flatMap((message) => (Array.isArray(message.content) ? message.content : []))
    .filter((block) => block.type === "tool_result");
  return results.at(-1)?.is_error === true;
}

function hasTool(request, name) {
  return request.tools?.some((tool) => tool.name === name) ?? false;
}

function planScript(request) {
  const told = JSON.stringify(request.messages);
  // In plan mode the CLI names the file that the plan belongs in.
  const planFile = /([^\s"'`]+[\\/]+plans[\\/]+[^\s"'`\\/]+\.md)/.exec(told)?.[1].replaceAll("\\\\", "\\");
  const steps = [use("First a plan. ", "EnterPlanMode", {})];
  if (planFile) steps.push(use("Here it is: ", "Write", { file_path: planFile, content: plan }));
  else steps.push(say(plan));
  if (planFile) steps.push({ blocks: [{ tool: "ExitPlanMode", input: { plan } }] });
  steps.push(say("The plan is settled. In a real conversation the work would start now."));
  return steps;
}

function taskScript(request) {
  const titles = ["Read the greeter", "Write a test", "Run the test"];
  if (hasTool(request, "TodoWrite")) {
    const todos = (done) =>
      titles.map((content, index) => ({
        content,
        activeForm: `${content} …`,
        status: index < done ? "completed" : index === done ? "in_progress" : "pending",
      }));
    return [
      use("Three steps. ", "TodoWrite", { todos: todos(0) }),
      use("One is done. ", "TodoWrite", { todos: todos(1) }),
      use("Two are done. ", "TodoWrite", { todos: todos(3) }),
      say("All three are done. The list stays above the composer."),
    ];
  }
  return [
    ...titles.map((subject) => ({ blocks: [{ tool: "TaskCreate", input: { subject, description: subject } }] })),
    { blocks: [{ tool: "TaskUpdate", input: { taskId: "1", status: "completed" } }] },
    { blocks: [{ tool: "TaskUpdate", input: { taskId: "2", status: "in_progress" } }] },
    say("One of three is done, one is under way. The list stays above the composer."),
  ];
}
