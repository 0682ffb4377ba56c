import fs from "node:fs";
import path from "node:path";
import type { TraceStore } from "../../core/conversations/ports.ts";
import { openRegular } from "./regularFiles.ts";

/** Traces in a folder that only the user can read; the folder is created on demand. */
export class TraceFiles implements TraceStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async create(name: string): ReturnType<TraceStore["create"]> {
    await fs.promises.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = path.join(this.#folder, name);
    const handle = await fs.promises.open(file, "wx", 0o600);
    let last: Promise<void> = Promise.resolve();
    return {
      path: file,
      // Lines keep their order; after a failure the rest is refused too, so that no trace has a hole.
      append: (line) => {
        last = last.then(() => handle.appendFile(`${line}\n`));
        return last;
      },
      close: async () => {
        await last.catch(() => {});
        await handle.close();
      },
    };
  }

  async read(file: string): Promise<string> {
    const handle = await openRegular(file);
    try {
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  }
}
