/** Returns the key of the next permission mode, as the editor writes it. */
export function getModeKeys(agent: string = navigator.userAgent): string {
  return agent.includes("Macintosh") ? "⌘." : "Ctrl+.";
}

/** Last letters of the pickers' key bindings in package.json, as the editor writes them. */
const letters = { model: "M", effort: "E", thinking: "T", fast: "F" } as const;

export function handlePickerKeys(picker: keyof typeof letters, agent: string = navigator.userAgent): string {
  const letter = letters[picker];
  return agent.includes("Macintosh") ? `⌘K ⇧⌘${letter}` : `Ctrl+K Ctrl+Shift+${letter}`;
}
