import { expect, it } from "vitest";
import type { PermissionView } from "../../../extension/contract/requests.ts";
import { reviewText } from "../../../extension/text/review.ts";
import { settled } from "../protocol/setup.ts";
import { askWrite, begin } from "./conversationSetup.ts";

it("says of a hunk that it changes the ends of lines, which read the same", async () => {
  const { conversation, cli } = await begin({ files: { "/w/a.txt": "one\r\ntwo\r\n" } });
  cli().write({ ...askWrite, request: { ...askWrite.request, input: { file_path: "/w/a.txt", content: "one\ntwo\n" } } });
  await settled();
  const [view] = conversation.state.requests as PermissionView[];
  expect(view?.proposal?.hunks).toMatchObject([{ lineEnds: ["CRLF", "LF"] }]);
  expect(reviewText.lineEnds(["CRLF", "LF"])).toBe("Line endings: CRLF → LF");
});
