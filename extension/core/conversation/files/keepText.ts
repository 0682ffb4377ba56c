import type { DiskText } from "../../review/writeRules.ts";
import type { TextStore } from "../ports/ports.ts";

/**
 * Returns the same file, whose text is read from the store when it is needed, once for code that runs without a pause.
 */
export function keepText(file: DiskText, texts: TextStore | undefined): DiskText {
  if (!texts) return file;
  const read = texts.keep(file.text);
  let held: string | undefined;
  const release = (): void => {
    held = undefined;
  };
  return {
    isUtf16: file.isUtf16,
    get text() {
      if (held === undefined) queueMicrotask(release);
      held ??= read();
      return held;
    },
  };
}
