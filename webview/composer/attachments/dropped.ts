/** Returns whether the drag contains files, from the system or from the editor. */
export function isFileDrag({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.some((type) => type === "Files" || type.endsWith("uri-list")) === true;
}

/** URIs of pages and texts, which are not dropped as files. */
const noFile = /^(?:https?|mailto|data|blob|about|javascript):/i;

/**
 * Returns the dropped files, and the URIs that the editor provides, one per line, when one of its own files is dragged.
 */
export function readDroppedFiles({ dataTransfer }: DragEvent): {
  readonly files: readonly File[];
  readonly uris: readonly string[];
} {
  const listed = dataTransfer?.getData("application/vnd.code.uri-list") || dataTransfer?.getData("text/uri-list") || "";
  return {
    files: [...(dataTransfer?.files ?? [])],
    uris: listed.split(/\r?\n/).filter((uri) => /^[a-z][\w+.-]*:/i.test(uri) && !noFile.test(uri)),
  };
}
