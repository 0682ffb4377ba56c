import { expect, it } from "vitest";
import { describeLine } from "../../../../../extension/core/protocol/connection/describeLine.ts";
import { formatTracedLine, parseTrace } from "../../../../../extension/core/protocol/connection/trace.ts";

const header = JSON.stringify({ trace: 1, startedAt: 1000, tandem: "0.1.0" });

it("reads back what it wrote, frames and other output", () => {
  const lines = [
    formatTracedLine(5, "claude", '{"type":"system","subtype":"init"}'),
    formatTracedLine(7, "claude", "{broken"),
    '{"at":9,"stderr":"oh"}',
  ];
  expect(parseTrace([header, ...lines, ""].join("\n"))).toEqual({
    header: { trace: 1, startedAt: 1000, tandem: "0.1.0" },
    entries: [
      { at: 5, from: "claude", frame: { type: "system", subtype: "init" } },
      { at: 7, from: "claude", text: "{broken" },
      { at: 9, stderr: "oh" },
    ],
    damaged: 0,
  });
});

it("counts lines that it cannot read, such as one that was cut off", () => {
  const good = formatTracedLine(1, "tandem", '{"type":"user"}');
  expect(parseTrace([header, good, '{"at":2,"from":"cla'].join("\n"))).toMatchObject({
    entries: [{ at: 1 }],
    damaged: 1,
  });
});

it.each(["", "{}", '{"trace":2}', "hello", '{"type":"system"}'])("does not accept %j as a trace", (text) => {
  expect(parseTrace(text)).toBeUndefined();
});

it.each([
  [
    '{"type":"stream_event","uuid":"u1","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"private"}}}',
    "stream_event content_block_delta text_delta",
    "u1",
  ],
  [
    '{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","input":{"command":"private"}}}',
    "control_request can_use_tool",
    "r1",
  ],
  ['{"type":"control_response","response":{"subtype":"success","request_id":"r2"}}', "control_response success", "r2"],
  ["private noise", "not a frame", undefined],
])("describes %s without its text", (line, kind, id) => {
  expect(describeLine(line)).toBe([kind, `${line.length} characters`, ...(id === undefined ? [] : [id])].join(", "));
});
