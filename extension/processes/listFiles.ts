import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

/** Paths after which a listing ends. */
const maxFiles = 300_000;

/** How long what ripgrep says is taken in one go, in milliseconds, before others have their turn. */
const turnMs = 8;

/**
 * All files below a folder that its ignore files leave, by ripgrep, relative to it, with "/" between their parts, as they are found.
 * `followsLinks`: also what symbolic links lead to, none in a circle. Fails when ripgrep does.
 */
export async function* listFiles(ripgrep: string, folder: string, followsLinks: boolean): AsyncGenerator<readonly string[]> {
  const args = [
    ...(followsLinks ? ["--follow"] : []),
    "--no-config",
    "--files",
    "--hidden",
    "--no-require-git",
    "--null",
    "--no-messages",
    "--path-separator=/",
    "--glob=!.git",
  ];
  const child = spawn(ripgrep, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
  const closed = new Promise<unknown>((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let count = 0;
  let since = performance.now();
  let isWhole = false;
  try {
    for await (const chunk of child.stdout) {
      const names = (rest + decoder.write(chunk as Buffer)).split("\0");
      rest = names.pop() ?? "";
      count += names.length;
      yield names;
      if (count >= maxFiles) return;
      if (performance.now() - since < turnMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    isWhole = true;
  } finally {
    // The limit was reached, or the consumer stopped.
    if (!isWhole) child.kill("SIGKILL");
  }
  // 1 is for no file at all, 2 for some folder that could not be read.
  const code = await closed;
  if (typeof code === "number" && code <= 2) return;
  throw code instanceof Error ? code : new Error(`ripgrep ended with ${code}`);
}
