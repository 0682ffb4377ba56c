import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Disposable, toDisposable } from "../base/disposable.ts";

/** A file that only its owner can read; disposing removes it. */
export interface SecretFile extends Disposable {
  readonly path: string;
}

/** Writes `content` to a new file with mode 0600 in its own folder with mode 0700. */
export function writeSecretFile(name: string, content: string): SecretFile {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-start-"));
  const file = path.join(folder, name);
  fs.writeFileSync(file, content, { mode: 0o600, flag: "wx" });
  // On Windows a file that is open elsewhere cannot be removed; a retry or the system's cleanup removes it.
  const release = toDisposable(() => void fs.promises.rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {}));
  return { path: file, dispose: () => release.dispose() };
}
