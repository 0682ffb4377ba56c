import { readArray, readObject, readString } from "../../base/read.ts";
import type { MentionedPath } from "../../contract/attachments.ts";
import { mainThread } from "../../contract/ids.ts";
import { findMentions, getMentionLocation } from "../../contract/mentions.ts";
import type { Frame } from "../../protocol/decode.ts";
import { emptyReduction, type Reduction, type StoreView } from "../reduction.ts";

/** What went with the newest prompt because it is mentioned; saved by 2.1.329, and by no older version. */
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
  return { deltas: [{ kind: "put", thread: mainThread, item: { ...prompt, mentioned: [...(prompt.mentioned ?? []), ...named] } }] };
}

interface Attached {
  /** Absolute. */
  readonly file: string;
  /** As seen from the folder that the CLI works in. */
  readonly shown: string;
  readonly kind: MentionedPath["kind"];
}

function readAttached(frame: object): Attached | undefined {
  const attachment = readObject(frame, "attachment");
  const shown = withSlashes(readString(attachment, "displayPath") ?? "");
  switch (readString(attachment, "type")) {
    case "file":
      return { file: withSlashes(readString(attachment, "filename") ?? ""), shown, kind: attachment?.["truncated"] === true ? "longFile" : "file" };
    case "directory":
      return { file: withSlashes(readString(attachment, "path") ?? ""), shown, kind: "folder" };
    case "at_mention_reference":
      return { file: withSlashes(String(readArray(attachment, "mentions")?.[0] ?? "")), shown, kind: "largeFile" };
    default:
      return undefined;
  }
}

/** Whether that is what a mention names, which may be absolute, in the user's home, or seen from the working folder. */
function isAt({ file, shown }: Attached, mentioned: string): boolean {
  const path = withSlashes(mentioned).replace(/\/$/, "");
  if (path.startsWith("~/")) return file.endsWith(path.slice(1));
  return path === file || path.replace(/^(?:\.\/)+/, "") === shown;
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}
