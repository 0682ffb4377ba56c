// Commands that the palette does not list, with the keys that the editors of the tests bind to them, as a user can.
import fs from "node:fs";
import path from "node:path";

/** Keys by command, as the editor spells them. */
const keys = {
  "tandem.copyTerminalCommand": "ctrl+alt+f1",
  "tandem.editMessage": "ctrl+alt+f2",
  "tandem.showContext": "ctrl+alt+f3",
  "tandem.findNext": "ctrl+alt+f4",
  "tandem.previousPrompt": "ctrl+alt+f5",
  "tandem.mode.acceptEdits": "ctrl+alt+f6",
  "tandem.mode.plan": "ctrl+alt+f7",
  "tandem.copyAsMarkdown": "ctrl+alt+f8",
  "tandem.mcp.import": "ctrl+alt+f9",
  "tandem.checkpoints.restore": "ctrl+alt+f10",
  "tandem.checkpoints.ofFile": "ctrl+alt+f11",
  "tandem.logOut": "ctrl+alt+f12",
};

/** Writes the keys for an editor that starts later. */
export function writeKeybindings(userData) {
  const bindings = Object.entries(keys).map(([command, key]) => ({ command, key }));
  fs.mkdirSync(path.join(userData, "User"), { recursive: true });
  fs.writeFileSync(path.join(userData, "User", "keybindings.json"), JSON.stringify(bindings));
}

/** Presses the key of a command. */
export async function pressCommand(page, command) {
  const key = keys[command];
  if (key === undefined) throw new Error(`${command} has no key.`);
  await page.keyboard.press(key.replace("ctrl", "Control").replace("alt", "Alt").replace("f", "F"));
}
