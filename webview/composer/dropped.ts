/** Whether what is dragged are files, of the system or of the editor. */
export function isFileDrag({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.some((type) => type === "Files" || type.endsWith("uri-list")) === true;
}

/** Pages and texts, which are dropped as what they are. */
const noFile = /^(?:https?|mailto|data|blob|about|javascript):/i;

/** The files that were dropped, and the URIs that the editor hands over when one of its own is dragged, one a line. */
export function readDroppedFiles({ dataTransfer }: DragEvent): { readonly files: readonly File[]; readonly uris: readonly string[] } {
  const listed = dataTransfer?.getData("application/vnd.code.uri-list") || dataTransfer?.getData("text/uri-list") || "";
  return { files: [...(dataTransfer?.files ?? [])], uris: listed.split(/\r?\n/).filter((uri) => /^[a-z][\w+.-]*:/i.test(uri) && !noFile.test(uri)) };
}
