import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

/** Maximum number of paths, after which a listing ends. */
const maxFiles = 300_000;

/**
 * Time in milliseconds for which output of ripgrep is processed without a break, before other work of the event loop
 * runs.
 */
const turnMs = 8;

/**
 * Lists all files below a folder that its ignore files do not exclude, as ripgrep finds them: relative to the folder,
 * with "/" between the parts. `followsLinks` also follows symbolic links, but no cycles. Throws when ripgrep fails.
 */
export async function* listFiles(
  ripgrep: string,
  folder: string,
  followsLinks: boolean,
): AsyncGenerator<readonly string[]> {
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
  // Exit code 1 means no file at all, 2 means that some folder could not be read.
  const code = await closed;
  if (typeof code === "number" && code <= 2) return;
  throw code instanceof Error ? code : new Error(`ripgrep ended with ${code}`);
}
