import fs from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { describeFrame } from "../../../../../extension/core/conversation/process/frameLog.ts";
import { decodeLine } from "../../../../../extension/core/protocol/frames/decode.ts";
import { maskSecrets } from "../../../../../extension/shared/base/maskSecrets.ts";
import { fuzzRuns } from "../../../../fuzz/runs.ts";

const recording = fileURLToPath(new URL("../../../../fixtures/bash.ndjson", import.meta.url));

it("logs session, texts, calls, results and cost of a recorded turn", () => {
  const frames = fs.readFileSync(recording, "utf8").trim().split("\n").map(decodeLine);
  const lines = frames.flatMap((line) => (line.kind === "frame" ? describeFrame(line.frame) : []));
  expect(lines).toEqual([
    expect.stringMatching(/^session \S+: model \S+, mode default$/),
    "text: Working.",
    expect.stringMatching(/^tool Bash \S+: \{"command":"echo hello && false"/),
    expect.stringMatching(/^result of \S+ \(failed\): Exit code 1 hello/),
    "text: It failed, as told.",
    expect.stringMatching(/^turn ended: success, \d+\.\d s, \$\d+\.\d{4} in total$/),
  ]);
});

it("truncates, masks and flattens logged text", () => {
  const text = `sk-ant-api03-abcdefghijklmnop\n\u001b[31m${"x".repeat(500)}`;
  const decoded = decodeLine(
    JSON.stringify({ type: "assistant", uuid: "u", message: { id: "m", content: [{ type: "text", text }] } }),
  );
  const [line = ""] = decoded.kind === "frame" ? describeFrame(decoded.frame) : [];
  expect(line).toMatch(/^text: \*\*\* .*x…$/);
  expect(line.length).toBeLessThan(220);
  expect(line).not.toContain("\u001b");
});

it.each([
  [
    "a text",
    (text: string) => ({ type: "assistant", uuid: "u", message: { id: "m", content: [{ type: "text", text }] } }),
  ],
  [
    "an input",
    (text: string) => ({
      type: "assistant",
      uuid: "u",
      message: { id: "m", content: [{ type: "tool_use", id: "t", name: "Bash", input: { text } }] },
    }),
  ],
  [
    "a result",
    (text: string) => ({
      type: "user",
      uuid: "u",
      message: { content: [{ type: "tool_result", tool_use_id: "t", content: text }] },
    }),
  ],
  [
    "parts of a result",
    (text: string) => ({
      type: "user",
      uuid: "u",
      message: { content: [{ type: "tool_result", tool_use_id: "t", content: [{ text }] }] },
    }),
  ],
])("does not log the beginning of a secret at the cut of %s", (_, make) => {
  const secret = "correct horse battery staple";
  for (const before of [150, 190, 195, 780, 795, 8_985]) {
    for (const text of [
      `${"x".repeat(before)} ${secret}`,
      `${" ".repeat(before)}${secret}`,
      `${"x".repeat(before)} correct \u001b[31mhorse battery staple`,
    ]) {
      const decoded = decodeLine(JSON.stringify(make(text)));
      const lines =
        decoded.kind === "frame" ? describeFrame(decoded.frame, (given) => maskSecrets(given, [secret])) : [];
      expect(lines).toHaveLength(1);
      expect(lines.join()).not.toContain("corr");
    }
  }
});

it("describes short inputs in the same way as long ones", () => {
  const part = fc.constantFrom(
    "a",
    "b c",
    "  ",
    "\n",
    '"',
    "\\",
    "\u001b[31m",
    "\u202e",
    "token=",
    "hunter2",
    "222",
    "sk-",
    "abcdefghijklmnopqrst",
    "é",
    "Bearer ",
  );
  const text = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));
  const mask = (given: string): string => maskSecrets(given, ["hunter2222"]);
  const describe = (name: string, input: object): readonly string[] => {
    const decoded = decodeLine(
      JSON.stringify({
        type: "assistant",
        uuid: "u",
        message: { id: "m", content: [{ type: "tool_use", id: "t", name, input }] },
      }),
    );
    return decoded.kind === "frame" ? describeFrame(decoded.frame, mask) : [];
  };
  fc.assert(
    fc.property(
      text,
      fc.dictionary(fc.constantFrom("text", "apiKey", "path"), fc.oneof(text, fc.integer(), fc.boolean())),
      (name, input) => {
        // An object within the input is never short.
        const [long = ""] = describe(name, { first: {}, ...input });
        fc.pre(!long.endsWith("…"));
        expect(describe(name, input)).toEqual([long.replace(/"first":\{\},?/, "")]);
      },
    ),
    { numRuns: fuzzRuns(400) },
  );
});
