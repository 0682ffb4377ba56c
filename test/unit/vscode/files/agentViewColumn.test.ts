import { expect, it } from "vitest";
import { chooseAgentColumn, type EditorGroup } from "../../../../extension/vscode/files/agentViewColumn.ts";

const group = (column: number, more: Partial<EditorGroup> = {}): EditorGroup => ({
  column,
  isActive: false,
  hasChat: false,
  files: [],
  ...more,
});

const active = -1;
const beside = -2;

it("covers no conversation, and opens a file where it is open", () => {
  const chat = group(1, { isActive: true, hasChat: true, files: ["file:///a.ts"] });
  expect(chooseAgentColumn([chat], "file:///a.ts")).toBe(beside);
  expect(chooseAgentColumn([chat, group(2), group(3, { files: ["file:///a.ts"] })], "file:///a.ts")).toBe(3);
  expect(chooseAgentColumn([group(1), group(2), group(3, { isActive: true, hasChat: true })], "file:///a.ts")).toBe(2);
});

it("lets the editor choose the column unless that would cover a conversation", () => {
  // Only the editor knows which groups are locked.
  expect(chooseAgentColumn([group(1), group(2, { isActive: true }), group(3)], "file:///b.ts")).toBe(active);
  expect(chooseAgentColumn([group(1, { isActive: true, hasChat: true }), group(2), group(3)], "file:///b.ts")).toBe(
    beside,
  );
  expect(chooseAgentColumn([], "file:///b.ts")).toBe(active);
});
