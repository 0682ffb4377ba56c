import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

/** Paths after which a listing ends. */
const mostFiles = 300_000;

/**
 * All files below a folder that its ignore files leave, by ripgrep, relative to it, with "/" between their parts. `followsLinks`: also
 * what symbolic links lead to, none in a circle. Rejects when ripgrep fails.
 */
export async function listFiles(ripgrep: string, folder: string, followsLinks: boolean): Promise<readonly string[]> {
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
  const paths: string[] = [];
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of child.stdout) {
    const names = (rest + decoder.write(chunk as Buffer)).split("\0");
    rest = names.pop() ?? "";
    for (const name of names) paths.push(name);
    if (paths.length < mostFiles) continue;
    child.kill("SIGKILL");
    return paths;
  }
  // 1 is for no file at all, 2 for some folder that could not be read.
  const code = await closed;
  if (typeof code === "number" && code <= 2) return paths;
  throw code instanceof Error ? code : new Error(`ripgrep ended with ${code}`);
}
