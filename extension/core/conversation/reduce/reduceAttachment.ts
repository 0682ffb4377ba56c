import { readArray, readObject, readString } from "../../../shared/base/read.ts";
import type { MentionedPath } from "../../../shared/contract/composer/attachments.ts";
import { findMentions, getMentionLocation } from "../../../shared/contract/composer/mentions.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Frame } from "../../protocol/frames/decode.ts";
import { emptyReduction, type Reduction, type StoreView } from "./reduction.ts";

/**
 * Adds the files that `claude` attached to the newest prompt because the prompt mentions them. Only 2.1.329 saves
 * these.
 */
export function reduceAttachment(store: StoreView, frame: Extract<Frame, { readonly type: "attachment" }>): Reduction {
  const prompt = store.lastSaid(mainThread);
  const found = readAttached(frame);
  if (prompt?.kind !== "prompt" || !found) return emptyReduction;
  const known = new Set(prompt.mentioned?.map(({ path }) => path));
  const named = findMentions(prompt.text).flatMap(({ path, isFile }): readonly MentionedPath[] => {
    const isNew = isFile && !known.has(path) && isAt(found, getMentionLocation(path).path);
    known.add(path);
    return isNew ? [{ path, kind: found.kind }] : [];
  });
  if (named.length === 0) return emptyReduction;
  return {
    deltas: [
      { kind: "put", thread: mainThread, item: { ...prompt, mentioned: [...(prompt.mentioned ?? []), ...named] } },
    ],
  };
}

interface AttachedFile {
  /** Absolute path. */
  readonly file: string;
  /** Path relative to the working folder of `claude`. */
  readonly shown: string;
  readonly kind: MentionedPath["kind"];
}

function readAttached(frame: object): AttachedFile | undefined {
  const attachment = readObject(frame, "attachment");
  const shown = withSlashes(readString(attachment, "displayPath") ?? "");
  switch (readString(attachment, "type")) {
    case "file":
      return {
        file: withSlashes(readString(attachment, "filename") ?? ""),
        shown,
        kind: attachment?.["truncated"] === true ? "longFile" : "file",
      };
    case "directory":
      return { file: withSlashes(readString(attachment, "path") ?? ""), shown, kind: "folder" };
    case "at_mention_reference":
      return { file: withSlashes(String(readArray(attachment, "mentions")?.[0] ?? "")), shown, kind: "largeFile" };
    default:
      return undefined;
  }
}

/**
 * Returns true for the file that a mention names. A mention may be absolute, in the user's home folder, or relative to
 * the working folder.
 */
function isAt({ file, shown }: AttachedFile, mentioned: string): boolean {
  const path = withSlashes(mentioned).replace(/\/$/, "");
  if (path.startsWith("~/")) return file.endsWith(path.slice(1));
  return path === file || path.replace(/^(?:\.\/)+/, "") === shown;
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
