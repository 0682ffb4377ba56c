import { createHash } from "node:crypto";
import { openRegular } from "../storage/regularFiles.ts";

/** Returns the name under which git stores a text. */
export function hashText(text: string): string {
  const content = Buffer.from(text, "utf8");
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** Returns the name under which git stores the content of a file. Rejects for anything but a regular file. */
export async function hashFile(file: string): Promise<string> {
  const handle = await openRegular(file);
  try {
    const hash = createHash("sha1").update(`blob ${(await handle.stat()).size}\0`);
    for await (const chunk of handle.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
    return hash.digest("hex");
  } finally {
    await handle.close();
  }
}
