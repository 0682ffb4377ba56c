import { toRelativePath } from "../../core/conversation/tools/relativePath.ts";
import { escapePath } from "../../shared/base/invisible.ts";

/** Returns the display path of files in a folder. */
export const shownIn =
  (folder: string) =>
  (path: string): string =>
    escapePath(toRelativePath(path, folder));
