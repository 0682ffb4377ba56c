// A relay over WebSocket on loopback: runs programs for clients whose connections may be cut. The messages are
// described in extension/core/protocol/elsewhere/README.md.
import { once } from "node:events";
import { WebSocket, WebSocketServer } from "ws";
import { RelayChannel } from "../../extension/core/protocol/elsewhere/relayChannel.ts";

/** Opens a connection, as an editor without a WebSocket of its own does. */
export const connect = (url) => new WebSocket(url);

/**
 * @typedef {{ command: string, args: string[], cwd: string, environment: Record<string, string> }} Start
 * @param {(start: Start) => import("node:child_process").ChildProcessWithoutNullStreams} run starts the program that a
 *   client asks for
 */
export async function startRelay(run) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  /** Running programs by the id that their client chose. */
  const programs = new Map();
  const relay = {
    url: `ws://127.0.0.1:${server.address().port}/`,
    /** Number of connections so far. */
    connections: 0,
    /** Called with each message that a client sends, before it is delivered; returns false to lose it. */
    onMessage: (_message) => true,
    programs,
    /** Cuts all connections without a farewell, as a network does. */
    cut() {
      for (const socket of server.clients) socket.terminate();
    },
    async close() {
      for (const { child } of programs.values()) child.kill("SIGKILL");
      relay.cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("connection", (socket) => {
    relay.connections++;
    let program;
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      if (!relay.onMessage(message)) return;
      if (message.ping) return socket.send(JSON.stringify({ pong: true }));
      if (message.hello === undefined) return program?.channel.receive(message);
      program = programs.get(message.hello) ?? (message.request && begin(message.request));
      if (!program) return socket.send(JSON.stringify({ refused: "The process is not running any more." }));
      programs.set(message.hello, program);
      socket.send(JSON.stringify({ welcome: program.channel.received }));
      program.channel.attach((text) => socket.send(text), message.received);
      program.socket = socket;
    });
    socket.on("close", () => program?.socket === socket && program.channel.detach());
  });

  function begin(request) {
    const child = run(request);
    const channel = new RelayChannel((message) => {
      if (message.stdin !== undefined) child.stdin.write(message.stdin);
      if (message.end) child.stdin.end();
      if (message.kill) child.kill(message.kill);
    });
    child.stdin.on("error", () => {});
    child.stdout.setEncoding("utf8").on("data", (stdout) => channel.send({ stdout }));
    child.stderr.setEncoding("utf8").on("data", (stderr) => channel.send({ stderr }));
    child.once("error", (error) => channel.send({ stderr: String(error) }));
    child.once("close", (code, signal) => channel.send({ exit: { code, signal } }));
    return { child, channel, request };
  }

  return relay;
}
