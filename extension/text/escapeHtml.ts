/** Text for a place in a document, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\0]/g, (character) => (character === "\0" ? "\ufffd" : `&#${character.charCodeAt(0)};`));
}
