import { escapeInvisible, stripControl } from "../../base/invisible.ts";
import { booleanAt, numberAt, stringAt } from "../../base/read.ts";
import { isTypable, type RequestNote, type ToolDetails } from "../../contract/tools.ts";
import { exitCodeOf, outputOf, outputText } from "./output.ts";
import { quietCommand } from "./quietCommand.ts";
import type { Input, ToolDescription, ToolTable } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

const command = (input: Input): string | undefined => stringAt(input, "command");

/** What a command's input says beside the command. */
function notes(input: Input): RequestNote[] {
  const purpose = stringAt(input, "description");
  const timeout = numberAt(input, "timeout");
  return [
    ...(booleanAt(input, "dangerouslyDisableSandbox") === true ? [{ kind: "unsandboxed" } as const] : []),
    ...(booleanAt(input, "run_in_background") === true ? [{ kind: "background" } as const] : []),
    ...(timeout === undefined ? [] : [{ kind: "timeout", ms: timeout } as const]),
    ...(purpose ? [{ kind: "purpose", text: escapeInvisible(purpose) } as const] : []),
  ];
}

/** What it put out; the CLI tells errors apart in its structured result, and a code other than 0 in the text of a failure (2.0.77 to 2.1.329). */
function outcome(call: ToolRecord): Pick<Extract<ToolDetails, { kind: "command" }>, "output" | "errors" | "exitCode"> {
  const [stdout, stderr] = [stringAt(call.result, "stdout"), stringAt(call.result, "stderr")];
  if (stdout !== undefined && stderr) return { output: outputText(stdout), errors: outputText(stderr) };
  const [first, code] = /^(?:Error: )?Exit code (\d+)(?:\n|$)/.exec(call.output ?? "") ?? [];
  const inBackground = exitCodeOf(call.ended?.words);
  if (inBackground !== undefined) return { output: outputOf(call), exitCode: inBackground };
  return first === undefined ? { output: outputOf(call) } : { output: outputText((call.output ?? "").slice(first.length)), exitCode: Number(code) };
}

const shell: ToolDescription = {
  kind: "command",
  subject: command,
  streamed: "command",
  quietAs: (input) => (booleanAt(input, "run_in_background") ? undefined : quietCommand(command(input) ?? "")),
  summary({ result }) {
    const text = stringAt(result, "returnCodeInterpretation");
    return text === undefined ? undefined : { code: "text", text: stripControl(text) };
  },
  details(call) {
    const asked = command(call.input) ?? "";
    const shown = escapeInvisible(asked);
    // What is shown by name must not be typed by its name.
    return { kind: "command", command: shown, isTypable: shown === asked && isTypable(asked), notes: notes(call.input), ...outcome(call) };
  },
  request: {
    body: command,
    notes,
    edited: { kind: "command", field: "command" },
    told: { command: "string", description: "string", timeout: "number", run_in_background: "boolean", dangerouslyDisableSandbox: "boolean" },
  },
};

export const commandTools: ToolTable = [
  ["Bash", shell],
  ["PowerShell", shell],
];
