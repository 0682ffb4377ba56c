import fs from "node:fs";
import path from "node:path";
import type { ProfiledFolder } from "../../../core/conversation/ports/ports.ts";
import type { ServerLog, ServerLogs } from "../../../core/conversations/ports.ts";
import { stripControl } from "../../../shared/base/invisible.ts";
import { parseJson, readString } from "../../../shared/base/read.ts";
import { getHome } from "../../processes/environment.ts";
import { openRegular } from "../../storage/regularFiles.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Number of bytes at the end of a log that are read, and of lines that are returned. */
const maxBytes = 64 * 1024;
const maxLines = 60;
const maxErrorLines = 6;

/**
 * The logs of MCP servers, which `claude` writes to a cache folder: one folder for each working folder and server, one
 * file for each process, one JSON object in each line with `debug` or `error` (2.1.329). The error output of a server
 * is in entries that begin with "Server stderr: ".
 */
export class CachedServerLogs implements ServerLogs {
  readonly #environment: (profile?: string) => Env;
  readonly #platform: NodeJS.Platform;

  /** `environment` returns that of `claude` under a profile; it may throw. */
  constructor(environment: (profile?: string) => Env, platform: NodeJS.Platform = process.platform) {
    this.#environment = environment;
    this.#platform = platform;
  }

  async read({ folder, profile }: ProfiledFolder, server: string): Promise<ServerLog> {
    try {
      const logs = path.join(
        getCacheFolder(this.#environment(profile), this.#platform),
        toName(folder),
        `mcp-logs-${toName(server)}`,
      );
      // The names begin with the time of the process.
      const newest = (await fs.promises.readdir(logs)).sort().at(-1);
      return newest === undefined ? none : formatLog(await readEnd(path.join(logs, newest)));
    } catch {
      return none;
    }
  }
}

const none: ServerLog = { text: "", stderr: "" };

/** Returns the cache folder as `claude` determines it, from its sources (2.0.77 to 2.1.329). */
function getCacheFolder(env: Env, platform: NodeJS.Platform): string {
  const home = getHome(env);
  const name = "claude-cli-nodejs";
  if (platform === "win32") return path.join(env["LOCALAPPDATA"] || path.join(home, "AppData", "Local"), name, "Cache");
  return platform === "darwin"
    ? path.join(home, "Library", "Caches", name)
    : path.join(env["XDG_CACHE_HOME"] || path.join(home, ".cache"), name);
}

function toName(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "-");
}

async function readEnd(file: string): Promise<string> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - maxBytes);
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(Math.min(size, maxBytes)),
      position: start,
    });
    const text = buffer.toString("utf8", 0, bytesRead);
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } finally {
    await handle.close();
  }
}

function formatLog(text: string): ServerLog {
  const lines: string[] = [];
  const written: string[] = [];
  for (const line of text.split("\n")) {
    const entry = parseJson(line);
    const said = readString(entry, "error") ?? readString(entry, "debug");
    if (said === undefined) continue;
    const time = readString(entry, "timestamp")?.slice(11, 19) ?? "";
    lines.push(...toLines(said).map((each) => `${time} ${each}`.trim()));
    if (said.startsWith(stderrMark)) written.push(...toLines(said.slice(stderrMark.length)));
  }
  return { text: lines.slice(-maxLines).join("\n"), stderr: written.slice(-maxErrorLines).join("\n") };
}

const stderrMark = "Server stderr: ";

function toLines(text: string): readonly string[] {
  return text.trimEnd().split("\n").map(stripControl);
}
