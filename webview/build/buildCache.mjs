// Keeps results of slow steps of the build between builds, in node_modules/.cache/tandem/.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const project = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const hash = (...parts) => {
  const sum = createHash("sha256");
  // With lengths, so that no two lists of parts have the same sum.
  for (const part of parts) sum.update(`${Buffer.byteLength(part)}:`).update(part);
  return sum.digest("hex");
};

/**
 * Returns a sum of all tools: the packages as npm installed them, which npm lists with their versions and contents, the
 * version of Node, and the code of the build, which says how the packages are used. Without npm's list, the sum is that
 * of no other process.
 */
export async function readTools(root = project) {
  const folder = join(root, "webview", "build");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".mjs")).sort();
  const code = await Promise.all(
    [join(root, "esbuild.mjs"), ...names.map((name) => join(folder, name))].map((file) => readFile(file)),
  );
  const packages = await readFile(join(root, "node_modules", ".package-lock.json")).catch((error) => {
    if (error.code !== "ENOENT") throw error;
    return randomUUID();
  });
  return hash(process.version, packages, ...code);
}

let tools;
const readToolsOnce = () => {
  tools ??= readTools();
  return tools;
};

/**
 * A cache of one step of the build. It has a file for each name, such as the path of a source, so that it does not grow
 * with each change. A file counts only if its result was made from the same inputs by the same tools, and only if it is
 * complete.
 */
export class BuildCache {
  #folder;
  #tools;
  /** Results that this process reads or makes, by name. Two builds that run at the same time make each once. */
  #results = new Map();

  /** `tools` returns the sum of what the results depend on besides their inputs. */
  constructor(step, { folder = join(project, "node_modules", ".cache", "tandem"), tools = readToolsOnce } = {}) {
    this.#folder = join(folder, step);
    this.#tools = tools;
  }

  /** Returns what `make` made of these inputs, as JSON holds it. Rejects as `make` does, and keeps nothing then. */
  async get(name, inputs, make) {
    const key = hash(await this.#tools(), name, ...inputs);
    const known = this.#results.get(name);
    if (known?.key === key) return known.result;
    const result = this.#readOrMake(name, key, make);
    this.#results.set(name, { key, result });
    return result.catch((error) => {
      if (this.#results.get(name)?.result === result) this.#results.delete(name);
      throw error;
    });
  }

  async #readOrMake(name, key, make) {
    const file = join(this.#folder, `${hash(name).slice(0, 32)}.json`);
    const saved = await readSaved(file, key);
    if (saved !== undefined) return JSON.parse(saved);
    const text = JSON.stringify(await make());
    await mkdir(this.#folder, { recursive: true });
    // In one step, since another build may write the same file.
    const temporary = `${file}.${process.pid}`;
    await writeFile(temporary, `${key}\n${hash(text)}\n${text}`);
    await rename(temporary, file).catch(async (error) => {
      await rm(temporary, { force: true });
      // Windows refuses it while the other build reads the file.
      if (!["EPERM", "EACCES", "EBUSY"].includes(error.code)) throw error;
    });
    return JSON.parse(text);
  }
}

/** Returns the saved text if it belongs to the key and is complete. */
async function readSaved(file, key) {
  const saved = await readFile(file, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const [savedKey, sum, ...rest] = saved.split("\n");
  const text = rest.join("\n");
  return savedKey === key && sum === hash(text) ? text : undefined;
}
