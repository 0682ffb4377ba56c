import { afterEach, expect, it, vi } from "vitest";
import { keepUndo } from "../../webview/ui/keepUndo.ts";

const linux = "X11; Linux x86_64";
const mac = "Macintosh; Intel Mac OS X";

afterEach(() => vi.restoreAllMocks());

/**
 * A page of its own, since its listeners stay. Returns the command that a key runs in it, and whether the editor gets
 * the key.
 */
function press(agent: string, init: KeyboardEventInit) {
  const frame = document.body.appendChild(document.createElement("iframe"));
  const page = frame.contentWindow as Window;
  const commands: string[] = [];
  page.document.execCommand = (command) => commands.push(command) > 0;
  keepUndo(page, agent);
  const forEditor = vi.fn();
  page.addEventListener("keydown", forEditor);
  page.document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  frame.remove();
  return { commands, isForEditor: forEditor.mock.calls.length > 0 };
}

it.each([
  [linux, { key: "z", ctrlKey: true }, "undo"],
  [linux, { key: "Z", ctrlKey: true, shiftKey: true }, "redo"],
  [linux, { key: "y", ctrlKey: true }, "redo"],
  [linux, { key: "я", code: "KeyZ", ctrlKey: true }, "undo"],
  [mac, { key: "z", metaKey: true }, "undo"],
  [mac, { key: "z", metaKey: true, shiftKey: true }, "redo"],
])("keeps the key from the editor, whose active file it would change (%s): %j", (agent, init, command) => {
  expect(press(agent, init)).toEqual({ commands: [command], isForEditor: false });
});

it.each([
  [linux, { key: "z" }],
  [linux, { key: "z", ctrlKey: true, altKey: true }],
  [linux, { key: "y", ctrlKey: true, shiftKey: true }],
  [linux, { key: "z", metaKey: true }],
  [linux, { key: "z", ctrlKey: true, isComposing: true }],
  [mac, { key: "y", metaKey: true }],
  [mac, { key: "z", ctrlKey: true }],
])("leaves every other key to the editor (%s): %j", (agent, init) => {
  expect(press(agent, init)).toEqual({ commands: [], isForEditor: true });
});
