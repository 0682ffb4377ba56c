import { expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { reviewText } from "../../../../../extension/shared/text/changes/review.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, begin } from "../conversationSetup.ts";

it("marks a hunk that only changes line ends", async () => {
  const { conversation, cli } = await begin({ files: { "/w/a.txt": "one\r\ntwo\r\n" } });
  cli().write({
    ...askWrite,
    request: { ...askWrite.request, input: { file_path: "/w/a.txt", content: "one\ntwo\n" } },
  });
  await settled();
  const [view] = conversation.state.requests as PermissionView[];
  expect(view?.proposal?.hunks).toMatchObject([{ lineEnds: ["CRLF", "LF"] }]);
  expect(reviewText.lineEnds(["CRLF", "LF"])).toBe("Line endings: CRLF → LF");
});

it.each<[string, string, unknown[]]>([
  ["1\ntwo\nthree", "1\ntwo\nthree\n", [["none", "LF"]]],
  ["1\r\ntwo\r\nthree\r\n", "1\r\ntwo\r\nthree", [["CRLF", "none"]]],
  ["1\ntwo\nthree", "one\ntwo\nthree", [undefined]],
  [`1\n${"x\n".repeat(20)}three`, `one\n${"x\n".repeat(20)}three\n`, [undefined, ["none", "LF"]]],
  ["", "one", [undefined]],
  ["1\r\ntwo\n", "1\ntwo\r\n", [["both", "both"]]],
  ["1\r\ntwo\n", "one\r\n2\n", [undefined]],
])("marks a hunk that changes the end of the last line: %j to %j", async (before, content, lineEnds) => {
  const { conversation, cli } = await begin({ files: { "/w/a.txt": before } });
  cli().write({ ...askWrite, request: { ...askWrite.request, input: { file_path: "/w/a.txt", content } } });
  await settled();
  const [view] = conversation.state.requests as PermissionView[];
  expect(view?.proposal?.hunks.map((hunk) => hunk.lineEnds)).toEqual(lineEnds);
  expect(reviewText.lineEnds(["LF", "none"])).toBe("Line endings: LF → none after the last line");
});
