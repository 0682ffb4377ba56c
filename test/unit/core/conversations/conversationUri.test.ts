import { expect, it } from "vitest";
import {
  formatConversationUri,
  parseConversationUri,
} from "../../../../extension/core/conversations/conversationUri.ts";

it.each(["A title", "", "a/b\\c", "line\nbreak", "\u0000\ud800", "x".repeat(500), `${"x".repeat(59)}😀`])(
  "names a conversation whose title is %j",
  (title) => {
    const uri = formatConversationUri("c1-2", title);
    expect(parseConversationUri(uri)).toBe("c1-2");
    expect(uri.path.split("/")).toHaveLength(3);
    expect(uri.path.length).toBeLessThan(80);
    // The editor does so with every address, and fails for half an emoji.
    expect(() => encodeURIComponent(uri.path)).not.toThrow();
  },
);

it.each([
  { scheme: "file", path: "/c1/x" },
  { scheme: "tandem-conversation", path: "/../x" },
  { scheme: "tandem-conversation", path: "/c1" },
])("returns no conversation for %j", (uri) => {
  expect(parseConversationUri(uri)).toBeUndefined();
});
