import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { createRequire, Module } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { damagedFile, namingFile } from "./shared/base/asset.ts";
import { toBrokenPart } from "./shared/text/startFailures.ts";

/** A bundle that was loaded and executed. */
export interface LoadedBundle<T> {
  readonly exports: T;
  /**
   * Writes the compiled code for the next window, unless this window used the cached code. Never rejects: a failure
   * only makes the next start slower.
   */
  save(): Promise<void>;
}

/**
 * Runs a CommonJS bundle, with the code that V8 compiled for an earlier window if `folder` contains it. V8 itself
 * rejects code of another V8 version or of other flags. Throws the errors of the bundle, and one that names the file if
 * it cannot be read or compiled. The bundle gets an error with finished text where a part that it loads on demand is
 * missing or damaged; `onBrokenPart` gets it too, so that the user sees it whatever the caller does with it.
 */
export function loadBundle<T>(
  file: string,
  folder: string,
  onBrokenPart: (error: Error) => unknown = () => {},
): LoadedBundle<T> {
  // regular: a file of the package
  const source = namingFile(file, () => fs.readFileSync(file, "utf8"));
  const name = path.basename(file, path.extname(file));
  const kept = path.join(folder, `${name}-${hash(source).toString("hex").slice(0, 16)}.bin`);
  const cachedData = readChecked(kept);
  const script = compile(`${wrapper}${source}\n})`, {
    filename: file,
    columnOffset: -wrapper.length,
    ...(cachedData ? { cachedData } : {}),
  });
  const require = createRequire(file);
  const requirePart = (id: string): unknown => {
    try {
      return require(id);
    } catch (error) {
      const broken = toBrokenPart(error, path.dirname(path.dirname(file)));
      if (broken) onBrokenPart(broken);
      throw broken ?? error;
    }
  };
  const module = Object.assign(new Module(file), { exports: {} as T });
  script.runInThisContext()(module.exports, requirePart, module, file, path.dirname(file));
  module.loaded = true;
  require.cache[require.resolve(file)] = module;
  const isCurrent = cachedData !== undefined && script.cachedDataRejected === false;
  const save = async (): Promise<void> => {
    if (isCurrent) return;
    const temporary = `${kept}.${randomUUID()}`;
    try {
      const data = script.createCachedData();
      await fs.promises.mkdir(folder, { recursive: true });
      await fs.promises.writeFile(temporary, Buffer.concat([hash(data), data]), { flag: "wx", mode: 0o600 });
      await fs.promises.rename(temporary, kept);
      const others = (await fs.promises.readdir(folder)).filter(
        (other) => other.startsWith(`${name}-`) && path.join(folder, other) !== kept,
      );
      await Promise.all(others.map((other) => fs.promises.rm(path.join(folder, other), { force: true })));
    } catch {
      await fs.promises.rm(temporary, { force: true }).catch(() => {});
    }
  };
  return { exports: module.exports, save };
}

function compile(source: string, options: vm.ScriptOptions & { readonly filename: string }): vm.Script {
  try {
    return new vm.Script(source, options);
  } catch (error) {
    throw damagedFile(options.filename, error);
  }
}

/** The start of the function in which Node wraps a CommonJS module. */
const wrapper = "(function (exports, require, module, __filename, __dirname) {";
const hashBytes = 32;

function hash(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/**
 * Returns the code in a file, or undefined if the file is missing or damaged. The hash is checked because V8 runs any
 * code that it gets.
 */
function readChecked(file: string): Buffer | undefined {
  try {
    if (!fs.lstatSync(file).isFile()) return undefined;
    // regular: checked above
    const whole = fs.readFileSync(file);
    const data = whole.subarray(hashBytes);
    return hash(data).equals(whole.subarray(0, hashBytes)) ? data : undefined;
  } catch {
    return undefined;
  }
}
