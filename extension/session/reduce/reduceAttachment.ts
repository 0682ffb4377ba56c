import { arrayAt, objectAt, stringAt } from "../../base/read.ts";
import type { MentionedPath } from "../../contract/attachments.ts";
import { mainThread } from "../../contract/ids.ts";
import { mentionPlace, mentionsIn } from "../../contract/mentions.ts";
import type { Frame } from "../../protocol/decode.ts";
import { nothing, type Reduction, type StoreView } from "../reduction.ts";

/** What went with the newest prompt because it is mentioned; saved by 2.1.329, and by no older version. */
export function reduceAttachment(store: StoreView, frame: Extract<Frame, { readonly type: "attachment" }>): Reduction {
  const prompt = store.lastSaid(mainThread);
  const found = readAttached(objectAt(frame, "attachment"));
  if (prompt?.kind !== "prompt" || !found) return nothing;
  const known = new Set(prompt.mentioned?.map(({ path }) => path));
  const named = mentionsIn(prompt.text).flatMap(({ path, isFile }): readonly MentionedPath[] => {
    const isNew = isFile && !known.has(path) && isAt(found.file, mentionPlace(path).path);
    known.add(path);
    return isNew ? [{ path, kind: found.kind }] : [];
  });
  if (named.length === 0) return nothing;
  return { changes: [{ kind: "put", thread: mainThread, item: { ...prompt, mentioned: [...(prompt.mentioned ?? []), ...named] } }] };
}

function readAttached(attachment: unknown): { readonly file: string; readonly kind: MentionedPath["kind"] } | undefined {
  switch (stringAt(attachment, "type")) {
    case "file":
      return { file: stringAt(attachment, "filename") ?? "", kind: "file" };
    case "directory":
      return { file: stringAt(attachment, "path") ?? "", kind: "folder" };
    case "at_mention_reference":
      return { file: String(arrayAt(attachment, "mentions")?.[0] ?? ""), kind: "largeFile" };
    default:
      return undefined;
  }
}

/** Whether an absolute path is what a mention names, which may be seen from the working folder or from the user's home. */
function isAt(file: string, mentioned: string): boolean {
  const name = mentioned
    .replaceAll("\\", "/")
    .replace(/^(?:(?:~|\.{1,2})\/)+/, "")
    .replace(/\/$/, "");
  const whole = file.replaceAll("\\", "/");
  return whole === name || whole.endsWith(`/${name}`);
}
