import { expect, it } from "vitest";
import { readWritten } from "../../../extension/protocol/writtenText.ts";

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
  ["<command-message>", { kind: "bookkeeping" }],
  ["<local-command-stdout>Total:  $1\n</local-command-stdout>", { kind: "answer", text: "Total:  $1" }],
  ["<local-command-stdout>a</local-command-stdout><local-command-stderr>b</local-command-stderr>", { kind: "answer", text: "ab" }],
  ["<local-command-stdout></local-command-stdout>", { kind: "bookkeeping" }],
  ["<local-command-stdout>Compacted </local-command-stdout>", { kind: "bookkeeping" }],
  ["<bash-input>git log -1</bash-input>", { kind: "prompt", text: "!git log -1", isLocal: true }],
  ["<bash-input></bash-input>", { kind: "bookkeeping" }],
  ["<bash-stdout>a\n``` b</bash-stdout><bash-stderr>c</bash-stderr>", { kind: "answer", text: "````\na\n``` bc\n````" }],
  ["<bash-stdout>a &lt;b&gt; &amp;lt;</bash-stdout>", { kind: "answer", text: "```\na <b> &lt;\n```" }],
  ["<bash-stdout><b> &lt;</bash-stdout>", { kind: "answer", text: "```\n<b> &lt;\n```" }],
  ["<bash-stdout></bash-stdout><bash-stderr></bash-stderr>", { kind: "bookkeeping" }],
  ["<local-command-caveat>x", { kind: "bookkeeping" }],
  ["<task-notification>\nx", { kind: "bookkeeping" }],
  ["<system-reminder>x", { kind: "bookkeeping" }],
  ["[Request interrupted by user for tool use]", { kind: "bookkeeping" }],
  ["This session is being continued from a previous conversation that ran out of context. The summary", { kind: "bookkeeping" }],
  ["Unknown slash command: nothing", { kind: "answer", text: "Unknown slash command: nothing" }],
  ["Unknown skill: nothing", { kind: "answer", text: "Unknown skill: nothing" }],
  ["Unknown skill: what does that mean?", { kind: "prompt", text: "Unknown skill: what does that mean?", isLocal: false }],
])("tells what %j is that stands as the user's", (text, written) => expect(readWritten(text)).toEqual(written));
