/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\0]/g, (character) => (character === "\0" ? "\ufffd" : `&#${character.charCodeAt(0)};`));
}
