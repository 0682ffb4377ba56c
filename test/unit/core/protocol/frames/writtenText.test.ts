import { expect, it } from "vitest";
import { readUserContent, readWritten } from "../../../../../extension/core/protocol/frames/writtenText.ts";

it.each([
  ["do it", { kind: "prompt", text: "do it", isLocal: false }],
  [
    "<command-name>/cost</command-name>\n  <command-message>cost</command-message>\n  <command-args></command-args>",
    { kind: "prompt", text: "/cost", isLocal: true },
  ],
  [
    "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src\ntoo</command-args>",
    { kind: "prompt", text: "/review src\ntoo", isLocal: false },
  ],
  ["<command-name>/clear</command-name>", { kind: "bookkeeping" }],
  ["<command-message>x</command-message>", { kind: "bookkeeping" }],
  ["<local-command-stdout>Total:  $1\n</local-command-stdout>", { kind: "answer", text: "Total:  $1" }],
  [
    "<local-command-stdout>a</local-command-stdout><local-command-stderr>b</local-command-stderr>",
    { kind: "answer", text: "ab" },
  ],
  ["<local-command-stdout></local-command-stdout>", { kind: "bookkeeping" }],
  ["<local-command-stdout>Compacted </local-command-stdout>", { kind: "bookkeeping" }],
  ["<bash-input>git log -1</bash-input>", { kind: "prompt", text: "!git log -1", isLocal: true }],
  ["<bash-input></bash-input>", { kind: "bookkeeping" }],
  [
    "<bash-stdout>a\n``` b</bash-stdout><bash-stderr>c</bash-stderr>",
    { kind: "answer", text: "````\na\n``` bc\n````" },
  ],
  ["<bash-stdout>a &lt;b&gt; &amp;lt;</bash-stdout>", { kind: "answer", text: "```\na <b> &lt;\n```" }],
  ["<bash-stdout><b> &lt;</bash-stdout>", { kind: "answer", text: "```\n<b> &lt;\n```" }],
  ["<bash-stdout></bash-stdout><bash-stderr></bash-stderr>", { kind: "bookkeeping" }],
  ["<local-command-caveat>x</local-command-caveat>", { kind: "bookkeeping" }],
  [
    "<task-notification>\n<task-id>x</task-id>\n</task-notification>\nRead the output file to retrieve the result: /a",
    { kind: "bookkeeping" },
  ],
  ["<system-reminder>x</system-reminder>", { kind: "bookkeeping" }],
  ["[Request interrupted by user for tool use]", { kind: "bookkeeping" }],
  [
    "This session is being continued from a previous conversation that ran out of context. The summary below covers",
    { kind: "bookkeeping" },
  ],
  [
    "This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\nx",
    { kind: "bookkeeping" },
  ],
  ["Unknown slash command: nothing", { kind: "answer", text: "Unknown slash command: nothing" }],
  ["Unknown skill: nothing", { kind: "answer", text: "Unknown skill: nothing" }],
  [
    "Unknown skill: what does that mean?",
    { kind: "prompt", text: "Unknown skill: what does that mean?", isLocal: false },
  ],
])("recognizes what %j is in a message of the user", (text, written) => expect(readWritten(text)).toEqual(written));

it.each([
  "This session is being continued from a previous conversation that ran out of context. Why do I see this?",
  "<system-reminder> stands in my log. Where does it come from?",
  "<system-reminder>x</system-reminder> Why does the model get this?",
  "<task-notification> and its fields: please document them",
  "<local-command-caveat> is what I see in a terminal",
  "<local-command-stdout> has no end in this log",
  "<command-name> is empty here",
  "<command-message>",
  "<bash-input>ls</bash-input> is what the program writes for a line",
  "<bash-stdout> is escaped twice",
  "[Request interrupted by user] is what it says, though nobody stopped it",
])("keeps a prompt about what programs write: %j", (text) => {
  expect(readWritten(text)).toEqual({ kind: "prompt", text, isLocal: false });
});

const block = (text: string) => ({ type: "text", text });
const opened = "<ide_opened_file>The user opened the file /w/a.ts in the IDE.</ide_opened_file>";
const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "" } };

it.each([
  [[block(opened), block("do it")], "do it", ["The user opened the file /w/a.ts in the IDE."]],
  [[block("<system-reminder>\nx\n</system-reminder>"), block("do it")], "do it", ["x"]],
  [[block("do it"), block("<user-prompt-submit-hook>y</user-prompt-submit-hook>")], "do it", ["y"]],
  [`${opened}\ndo it`, "do it", ["The user opened the file /w/a.ts in the IDE."]],
  [
    [block('<ide_selection lines="1">a</ide_selection>\n<ide_opened_file>b</ide_opened_file>\ndo it')],
    "do it",
    ["a", "b"],
  ],
  // Text of the user about such a tag is the user's.
  ["What does <ide_selection>x</ide_selection> mean?", "What does <ide_selection>x</ide_selection> mean?", []],
  [[block("one"), block("two")], "one\ntwo", []],
  [[picture, block("[Image: source: /tmp/a.png]")], "", []],
  [[picture, block(opened), block(opened)], "", [1, 2].map(() => "The user opened the file /w/a.ts in the IDE.")],
])("divides what the user wrote from what programs put around it: %j", (content, text, context) =>
  expect(readUserContent(content)).toEqual({ written: { kind: "prompt", text, isLocal: false }, context }),
);

it.each([[[block(opened), block(opened)]], [opened], [[block("<system-reminder>x</system-reminder>")]]])(
  "counts no prompt in a message of programs alone: %j",
  (content) => expect(readUserContent(content).written).toEqual({ kind: "bookkeeping" }),
);
