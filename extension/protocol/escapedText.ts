/** A text as it was before 2.1.329 wrote it between tags, so that no angle bracket is left in it; 2.0.77 and 2.1.50 write it as it came. */
export function unescapeText(text: string): string {
  return /[<>]/.test(text) ? text : text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
