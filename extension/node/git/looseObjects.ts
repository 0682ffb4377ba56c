import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

/** Stores an object in a repository, and makes it durable. Returns its name. */
export async function storeLoose(
  repository: string,
  type: "blob" | "tree",
  content: Uint8Array | string,
): Promise<string> {
  const body = Buffer.from(content);
  const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const name = createHash("sha1").update(whole).digest("hex");
  const folder = path.join(repository, "objects", name.slice(0, 2));
  const target = path.join(folder, name.slice(2));
  if (fs.existsSync(target)) return name;
  await fs.promises.mkdir(folder, { recursive: true });
  const beside = path.join(folder, `tmp_obj_${randomUUID()}`);
  const handle = await fs.promises.open(beside, "wx", 0o444);
  try {
    await handle.writeFile(zlib.deflateSync(whole, { level: 1 }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.promises.rename(beside, target);
  return name;
}
