/** Text of others in a message of the editor, which takes `[text](link)` for a link, a command link too. */
export function inMessage(text: string): string {
  return text.replaceAll("](", "] (");
}

/** Text of others in a label of the editor, which takes `$(name)` for an icon and leaves it out. */
export function inLabel(text: string): string {
  return text.replace(/\$\(/g, "\\$(");
}
