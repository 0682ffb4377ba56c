import { escapeInvisible, escapeProse, stripControl } from "../../../shared/base/invisible.ts";
import { readBoolean, readNumber, readString } from "../../../shared/base/read.ts";
import { isTypable, type RequestNote, type ToolDetails } from "../../../shared/contract/tools.ts";
import { getOutput, parseExitCode, truncateOutput } from "./output.ts";
import { classifyReadOnlyCommand } from "./readOnlyCommand.ts";
import type { Input, ToolDescription, ToolTable } from "./toolDescription.ts";
import type { ToolRecord } from "./toolRecord.ts";

const command = (input: Input): string | undefined => readString(input, "command");

/** Returns notes about the fields of a command's input other than the command. */
function getNotes(input: Input): RequestNote[] {
  const purpose = readString(input, "description");
  const timeout = readNumber(input, "timeout");
  return [
    ...(readBoolean(input, "dangerouslyDisableSandbox") === true ? [{ kind: "unsandboxed" } as const] : []),
    ...(readBoolean(input, "run_in_background") === true ? [{ kind: "background" } as const] : []),
    ...(timeout === undefined ? [] : [{ kind: "timeout", ms: timeout } as const]),
    ...(purpose ? [{ kind: "purpose", text: escapeProse(purpose) } as const] : []),
  ];
}

/**
 * Returns the output of a command. `claude` separates errors in its structured result, and names an exit code other
 * than 0 in the text of a failure (2.0.77 to 2.1.329).
 */
function getOutcome(
  call: ToolRecord,
): Pick<Extract<ToolDetails, { kind: "command" }>, "output" | "errors" | "exitCode"> {
  const [stdout, stderr] = [readString(call.result, "stdout"), readString(call.result, "stderr")];
  if (stdout !== undefined && stderr) return { output: truncateOutput(stdout), errors: truncateOutput(stderr) };
  const [first, code] = /^(?:Error: )?Exit code (\d+)(?:\n|$)/.exec(call.output ?? "") ?? [];
  const inBackground = parseExitCode(call.ended?.words);
  if (inBackground !== undefined) return { output: getOutput(call), exitCode: inBackground };
  return first === undefined
    ? { output: getOutput(call) }
    : { output: truncateOutput((call.output ?? "").slice(first.length)), exitCode: Number(code) };
}

const shell: ToolDescription = {
  kind: "command",
  subject: command,
  streamed: "command",
  countsAs: (input) =>
    readBoolean(input, "run_in_background") ? undefined : classifyReadOnlyCommand(command(input) ?? ""),
  summary({ result }) {
    const text = readString(result, "returnCodeInterpretation");
    return text === undefined ? undefined : { code: "text", text: stripControl(text) };
  },
  details(call) {
    const asked = command(call.input) ?? "";
    const shown = escapeInvisible(asked);
    // A command with invisible characters is shown with their names, and these names must not be typed into a terminal.
    return {
      kind: "command",
      command: shown,
      isTypable: shown === asked && isTypable(asked),
      notes: getNotes(call.input),
      ...getOutcome(call),
    };
  },
  request: {
    body: command,
    notes: getNotes,
    edited: { kind: "command", field: "command" },
    coveredFields: {
      command: "string",
      description: "string",
      timeout: "number",
      run_in_background: "boolean",
      dangerouslyDisableSandbox: "boolean",
    },
  },
};

export const commandTools: ToolTable = [
  ["Bash", shell],
  ["PowerShell", shell],
];
