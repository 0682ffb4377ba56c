import type { DiskText } from "../../review/writeRules.ts";
import type { TextStore } from "../ports.ts";

/** Returns the same file, whose text is read from the store each time it is needed. */
export function keepText(file: DiskText, texts: TextStore | undefined): DiskText {
  if (!texts) return file;
  const read = texts.keep(file.text);
  return {
    isUtf16: file.isUtf16,
    get text() {
      return read();
    },
  };
}
