// A Messages API on loopback that answers by script. It keeps no state between requests: which reply of a
// script comes next follows from the messages that the CLI sends along.
import http from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { findScript } from "./findScript.mjs";
import { getEvents } from "./streamEvents.mjs";

/**
 * @typedef {{ text: string, chunk?: number, everyMs?: number }} TextBlock text in pieces of `chunk` characters
 * @typedef {{ thinking: string, chunk?: number, everyMs?: number }} ThinkingBlock
 * @typedef {{ tool: string, input: object, id?: string, pieces?: number, before?: Promise<void> }} ToolBlock the last
 *   piece of its input is not sent until `before` resolves
 * @typedef {{ whole: object }} WholeBlock a content block of any kind, as it is; its input comes as one delta
 * @typedef {{ gate: Promise<void> }} Gate nothing more is sent until the promise resolves
 * @typedef {object} Reply
 * @property {(TextBlock | ThinkingBlock | ToolBlock | WholeBlock | Gate)[]} [blocks]
 * @property {number} [status] an HTTP error instead of a stream: 401, 429, 529 …
 * @property {string} [message] the text of that error
 * @property {string} [stopReason] why the model stopped, if not because it is done or calls a tool
 * @property {number} [cutAfter] closes the socket after this many events
 * @property {number} [errorAfter] sends an error event after this many events and ends
 * @property {number} [stallAfter] stops after this many events until the client gives up
 * @property {number} [firstByteMs] waits before the first event
 * @property {Record<string, string>} [headers] more headers of the answer, such as those of plan limits
 * @property {{ input?: number, output?: number, cacheRead?: number, cacheWrite?: number }} [usage] token counts;
 *   `cacheWrite` is kept for an hour
 *
 * @typedef {{ cwd: string, prompt: string, request: any }} ScriptContext
 * @typedef {(prompt: string, context: ScriptContext) => Reply[] | undefined} Scripts
 */

/**
 * Starts the model on a free port of 127.0.0.1.
 * @param {{ scripts: Scripts, port?: number }} options
 * @returns {Promise<{ url: string, requests: any[], close(): Promise<void> }>} `requests` records every Messages call.
 */
export async function startModel({ scripts, port = 0 }) {
  const requests = [];
  const stopping = new AbortController();
  const server = http.createServer((req, res) => {
    handle(req, res).catch((error) => {
      if (!res.headersSent) sendError(res, 500, "api_error", String(error));
      else res.destroy();
    });
  });

  async function handle(req, res) {
    const path = new URL(req.url, "http://127.0.0.1").pathname;
    if (req.method !== "POST" || !path.startsWith("/v1/messages"))
      return sendError(res, 404, "not_found_error", "not here");
    const request = JSON.parse(await readBody(req));
    if (path.startsWith("/v1/messages/count_tokens"))
      return sendJson(res, 200, { input_tokens: estimateTokens(request) });
    requests.push(request);
    const { reply } = findScript(scripts, request);
    if (reply.status)
      return sendError(
        res,
        reply.status,
        errorTypes[reply.status] ?? "api_error",
        reply.message ?? `scripted ${reply.status}`,
        reply.headers,
      );
    const events = getEvents(reply, request);
    if (!request.stream) return sendJson(res, 200, getMessage(events.filter((entry) => entry.event)));
    await stream(res, reply, events);
  }

  async function stream(res, reply, events) {
    const gone = new AbortController();
    res.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, stopping.signal]);
    const wait = (ms) => (ms > 0 ? delay(ms, undefined, { signal }).catch(() => {}) : undefined);
    await wait(reply.firstByteMs ?? 0);
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...reply.headers });
    res.flushHeaders();
    let sent = 0;
    const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    for (const { event, waitMs = 0, gate } of events) {
      if (gate) await Promise.race([gate, aborted]);
      if (signal.aborted) return;
      if (gate) continue;
      if (sent === reply.cutAfter) return void res.destroy();
      if (sent === reply.errorAfter)
        return void res.end(sse({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }));
      if (sent === reply.stallAfter) return void (await aborted);
      if (waitMs > 0) await wait(waitMs);
      if (!res.write(sse(event))) await Promise.race([new Promise((resolve) => res.once("drain", resolve)), aborted]);
      sent++;
    }
    res.end();
  }

  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    async close() {
      stopping.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const errorTypes = { 401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error" };
const sse = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function sendJson(res, status, body, headers = {}) {
  res.writeHead(status, { "content-type": "application/json", ...headers });
  res.end(JSON.stringify(body));
}

function sendError(res, status, type, message, headers) {
  sendJson(res, status, { type: "error", error: { type, message } }, headers);
}

async function readBody(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Four characters a token: rough, but it grows as the conversation does. */
function estimateTokens(request) {
  return Math.ceil(JSON.stringify(request.messages ?? []).length / 4);
}

/** The whole message that a stream of events stands for, for callers that do not stream. */
function getMessage(events) {
  const { message } = events[0].event;
  const content = [];
  for (const { event } of events) {
    if (event.type === "content_block_start") content.push({ ...event.content_block });
    const block = content.at(-1);
    if (event.delta?.type === "text_delta") block.text += event.delta.text;
    if (event.delta?.type === "input_json_delta") block.partial = (block.partial ?? "") + event.delta.partial_json;
    if (event.type === "content_block_stop" && block.partial !== undefined) {
      block.input = JSON.parse(block.partial);
      delete block.partial;
    }
  }
  return {
    ...message,
    content,
    stop_reason: content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn",
  };
}
