import { expect, it } from "vitest";
import {
  type SavedComment,
  SavedComments,
} from "../../../../../extension/core/conversations/requests/savedComments.ts";
import { MemoryStore } from "../setup.ts";

const comment: SavedComment = {
  uri: "file:///a.ts",
  lines: [2, 3],
  path: "/a.ts",
  code: "a\nb",
  texts: ["Why?", "And why here?"],
};

it("restores comments that were not sent, and none after they were", () => {
  const store = new MemoryStore();
  const saved = new SavedComments(store);
  expect(saved.load()).toEqual([]);
  saved.save([comment]);
  expect(new SavedComments(store).load()).toEqual([comment]);
  saved.save([]);
  expect([...store.texts]).toEqual([]);
});

it("sets saved comments aside if they are damaged", () => {
  const store = new MemoryStore();
  for (const text of [
    "{",
    '{"version":2,"comments":[]}',
    JSON.stringify({ version: 1, comments: [{ ...comment, lines: [-1, 0] }] }),
  ]) {
    store.texts.set("comments", text);
    expect(new SavedComments(store).load()).toEqual([]);
  }
  expect(store.aside).toEqual(["comments", "comments", "comments"]);
});
