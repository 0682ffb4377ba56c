import { expect, it } from "vitest";
import { agentColumn, type EditorGroup } from "../../../extension/editor/agentViewColumn.ts";

const group = (column: number, more: Partial<EditorGroup> = {}): EditorGroup => ({ column, isActive: false, hasChat: false, files: [], ...more });

const active = -1;
const beside = -2;

it("covers no conversation, and opens a file where it is open", () => {
  const chat = group(1, { isActive: true, hasChat: true, files: ["file:///a.ts"] });
  expect(agentColumn([chat], "file:///a.ts")).toBe(beside);
  expect(agentColumn([chat, group(2), group(3, { files: ["file:///a.ts"] })], "file:///a.ts")).toBe(3);
  expect(agentColumn([group(1), group(2), group(3, { isActive: true, hasChat: true })], "file:///a.ts")).toBe(2);
});

it("leaves the choice to the editor, which knows what is locked, wherever that covers no conversation", () => {
  expect(agentColumn([group(1), group(2, { isActive: true }), group(3)], "file:///b.ts")).toBe(active);
  expect(agentColumn([group(1, { isActive: true, hasChat: true }), group(2), group(3)], "file:///b.ts")).toBe(beside);
  expect(agentColumn([], "file:///b.ts")).toBe(active);
});
