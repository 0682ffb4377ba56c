import { expect, it } from "vitest";
import type { OpenConversation } from "../../../../extension/core/conversations/openConversation.ts";
import {
  isLostRow,
  isNonEmptyList,
  readConversationArgument,
  readDocumentArgument,
  readListArgument,
  readListedArgument,
  readRequestArgument,
  readTabArgument,
  readTextArgument,
} from "../../../../extension/vscode/commands/arguments.ts";

it("tells a row that the editor cannot name from a command without one", () => {
  expect([[], [undefined], ["key"], [{ listed: { key: "k" } }, undefined]].map(isLostRow)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(isLostRow([undefined, undefined])).toBe(true);
});

it("reads the conversation that a menu belongs to, and nothing else", () => {
  expect(
    ["key", { listed: { key: "k" } }, { listed: {} }, { key: "k" }, 3, null, undefined].map(readListArgument),
  ).toEqual(["key", "k", undefined, undefined, undefined, undefined, undefined]);
  expect(readTabArgument({ scheme: "tandem-conversation", path: "/s-1/Title" })).toBe("s-1");
  expect([{ scheme: "file", path: "/s-1/Title" }, { scheme: 1, path: "/" }, "text", null].map(readTabArgument)).toEqual(
    [undefined, undefined, undefined, undefined],
  );
  expect(["id", { id: "id" }, undefined].map(readTextArgument)).toEqual(["id", undefined, undefined]);
});

it("reads the document that a title bar or a link belongs to", () => {
  const uri = { scheme: "tandem-proposal", toString: () => "tandem-proposal:/a" };
  expect([uri, "tandem-proposal:/a", undefined, null, 3, {}].map(readDocumentArgument)).toEqual([
    "tandem-proposal:/a",
    "tandem-proposal:/a",
    undefined,
    undefined,
    "",
    "",
  ]);
  expect(["id", undefined, null, 3, {}, ["id"]].map(readRequestArgument)).toEqual([
    "id",
    undefined,
    undefined,
    "",
    "",
    "",
  ]);
});

it("tells the Explorer's menu from the editor's own, which hands over its file alone", () => {
  const uri = { scheme: "file" };
  expect([[uri], [], undefined, uri, { groupId: 1 }].map(isNonEmptyList)).toEqual([true, false, false, false, false]);
});

it("reads the key of a row, or the conversation whose title bar was used", () => {
  const find = (name: string) => (name === "s-1" ? ({ id: "c1" } as OpenConversation) : undefined);
  const tab = { scheme: "tandem-conversation", path: "/s-1/Title" };
  const given = [{ listed: { key: "k" } }, "key", tab, { ...tab, path: "/s-2/Title" }, undefined];
  expect(given.map((argument) => readListedArgument({ find }, argument))).toEqual([
    "k",
    "key",
    "c1",
    undefined,
    undefined,
  ]);
});

it("reads the conversation that a page or tab names, otherwise the current one", () => {
  const find = (name: string) => (name === "s-1" ? ({ id: "c1" } as OpenConversation) : undefined);
  const tab = { scheme: "tandem-conversation", path: "/s-1/Title" };
  expect(
    ["s-1", tab, "gone", { ...tab, path: "/s-2/Title" }, undefined, 3, ["s-1"]].map((argument) =>
      readConversationArgument({ find }, argument),
    ),
  ).toEqual(["c1", "c1", ...Array(5).fill(undefined)]);
});
