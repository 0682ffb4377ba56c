import type { Admission, ServerProbe } from "../../../core/conversation/ports/ports.ts";
import type { ExternalServerConfig } from "../../../core/protocol/requests/mcpConfig.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { parseJson, readNumber, readObject, readString } from "../../../shared/base/read.ts";
import type { DeathWatch } from "../../processes/deathWatch.ts";
import { ProcessTransport } from "../processTransport.ts";
import { readServerPolicy } from "../startPolicy.ts";
import { listClaudeServers, type ServerSources } from "./claudeServers.ts";

export interface ServerProbeOptions {
  /** Working directory and environment of `claude`, from which the servers run. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Returns the configuration of the repository that is admitted now. Rejects while the user has to decide about it.
   */
  readonly admit: () => Promise<Pick<Admission, "origin" | "refusedServers">>;
  /** The files that the start reads, after it was admitted. */
  readonly sources: ServerSources;
  /** Folder of an organization's files. */
  readonly managed: string;
  /** Receives the definitions of `claude`'s own servers, which contain secrets. */
  readonly onFound?: (servers: readonly ExternalServerConfig[]) => void;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
}

type Program = Extract<ExternalServerConfig, { command: string }>;
type Site = Exclude<ExternalServerConfig, Program>;

const initialize = request("initialize", 0, {
  protocolVersion: "2025-03-26",
  capabilities: {},
  clientInfo: { name: "tandem", version: "1" },
});
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
/** Lists that `claude` requests before it reads input again: the tools (all versions), the others (2.1.329). */
const lists = ["tools", "prompts", "resources"];
/**
 * Maximum length in characters of what a server on the web sends in one response: no list of tools that fits into a
 * context is as long. One that sends more counts as one that does not answer.
 */
const maxLength = 4_000_000;
/** Maximum time in milliseconds that the end of a session may take. */
const maxEndMs = 2_000;

/** Creates the probe for the servers of one process. It has the same time limit as `claude`. */
export function createServerProbe(options: ServerProbeOptions): ServerProbe {
  return {
    limitMs: Number(options.env["MCP_TIMEOUT"]) || 30_000,
    async find(name) {
      const admission = await options.admit().catch(() => undefined);
      const mayRun = admission?.origin === "all" && !admission.refusedServers.includes(name);
      const found = mayRun ? (await listClaudeServers(options)).get(name)?.config : undefined;
      if (found) options.onFound?.([found]);
      return found;
    },
    async list() {
      const found = await listClaudeServers(options, options.sources);
      options.onFound?.([...found.values()].map(({ config }) => config));
      const isForbidden = await readServerPolicy(options.env, options.managed);
      return Object.fromEntries(
        [...found].map(([name, server]) => [
          name,
          isForbidden(name, server.config) ? { ...server, isForbidden: true } : server,
        ]),
      );
    },
    async connect(server, signal) {
      try {
        return await ("command" in server ? askProgram(server, options, signal) : askSite(server, signal));
      } catch (error) {
        // `claude` fails as fast, and reports the reason.
        return !signal.aborted && !(error instanceof TooLong);
      }
    },
  };
}

/** Resolves with whether a program answered before the signal, when it and all that it started have ended. */
async function askProgram(
  server: Program,
  { cwd, env: inherited, clock, newId, deathWatch }: ServerProbeOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { command, args = [], env } = server;
  // All versions start servers through it.
  const prefix = inherited["CLAUDE_CODE_SHELL_PREFIX"];
  const mark = newId();
  const transport = new ProcessTransport({
    file: prefix || command,
    args: prefix ? [[command, ...args].map(quote).join(" ")] : args,
    cwd,
    env: { ...inherited, ...env },
    clock,
    mark,
  });
  const watching = transport.pid === undefined ? undefined : deathWatch?.watch(transport.pid, mark);
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
    let open = 1;
    const send = (message: string): void => {
      try {
        transport.send(message);
      } catch {
        // It reads nothing, so it answers nothing.
        resolve();
      }
    };
    transport.start({
      onLine(line) {
        const wanted = readAnswer(line);
        if (!wanted) return;
        for (const message of wanted) send(message);
        // The first message is a notification.
        open += Math.max(0, wanted.length - 1) - 1;
        if (open === 0) resolve();
      },
      onClosed: () => resolve(),
    });
    send(initialize);
  });
  const hasAnswered = !signal.aborted;
  await transport.close();
  watching?.dispose();
  return hasAnswered;
}

/** Resolves with true when a server answered; rejects when it cannot be reached or the signal aborts. */
async function askSite({ type, url, headers }: Site, signal: AbortSignal): Promise<boolean> {
  const closing = new AbortController();
  const session: Record<string, string> = {};
  let redirects = 0;
  const call = async (
    method: string,
    address: string | URL,
    body: string | null = null,
    limit = AbortSignal.any([signal, closing.signal]),
  ): Promise<Response> => {
    const response = await fetch(address, {
      method,
      redirect: "manual",
      headers: {
        ...headers,
        ...session,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      signal: limit,
      body,
    });
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (to === null) return response;
    await response.body?.cancel();
    const next = new URL(to, address);
    // The headers can contain secrets: only the origin that the user named gets them.
    if (next.origin !== new URL(url).origin || ++redirects > maxRedirects) throw new Elsewhere();
    return response.status === 303 ? call("GET", next, null, limit) : call(method, next, body, limit);
  };
  try {
    const stream = type === "sse" ? await call("GET", url) : undefined;
    if (stream && !hasEvents(stream)) return true;
    const events = stream && readData(stream);
    const address = events ? new URL((await events.next()).value ?? "", url) : new URL(url);
    // The headers can contain secrets.
    if (address.origin !== new URL(url).origin) return true;
    const exchange = async (body: string): Promise<readonly string[]> => {
      const response = await call("POST", address, body);
      const id = response.headers.get("mcp-session-id");
      if (id !== null) session["mcp-session-id"] = id;
      const source = events && response.ok && body !== initialized ? events : readData(response);
      for (let next = await source.next(); !next.done; next = await source.next()) {
        const wanted = readAnswer(next.value);
        if (wanted) return wanted;
      }
      return [];
    };
    for (const message of await exchange(initialize)) await exchange(message);
    if (session["mcp-session-id"]) await call("DELETE", url, null, AbortSignal.timeout(maxEndMs)).catch(() => {});
    return true;
  } finally {
    closing.abort();
  }
}

/** Number of redirects that are followed, as `fetch` itself does. */
const maxRedirects = 20;

/** Thrown when a server redirects to another one, or without end. */
class Elsewhere extends Error {}

/** Thrown when a server sends more than `maxLength`. */
class TooLong extends Error {}

function hasEvents({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/**
 * Yields the data of the events of a response, or its whole body if it has no events. Throws if there is more than
 * `maxLength`.
 */
async function* readData(response: Response): AsyncGenerator<string, undefined> {
  const isStream = hasEvents(response);
  let length = 0;
  let rest = "";
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    length += text.length;
    if (length > maxLength) throw new TooLong();
    const lines = isStream ? (rest + text).split(/\r?\n/) : [rest + text];
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data:")) yield line.slice(5).trim();
  }
  if (!isStream) yield rest;
  return undefined;
}

/**
 * Returns the messages that `claude` sends after an answer; undefined if a text is no answer to a request of the probe.
 */
function readAnswer(text: string): readonly string[] | undefined {
  const message = parseJson(text);
  const id = readNumber(message, "id");
  if (id === undefined || readString(message, "method") !== undefined) return undefined;
  const offered = id === 0 ? readObject(readObject(message, "result"), "capabilities") : undefined;
  const wanted = lists.flatMap((list, index) =>
    readObject(offered, list) ? [request(`${list}/list`, index + 1)] : [],
  );
  return wanted.length > 0 ? [initialized, ...wanted] : [];
}

function request(method: string, id: number, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
