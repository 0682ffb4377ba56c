/**
 * Reverses the escaping that 2.1.329 applies to text between tags, where it leaves no angle bracket; 2.0.77 and 2.1.50
 * write the text unescaped.
 */
export function unescapeText(text: string): string {
  return /[<>]/.test(text) ? text : text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
