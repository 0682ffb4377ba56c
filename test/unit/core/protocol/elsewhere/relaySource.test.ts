import { expect, it } from "vitest";
import type { Socket, SourceProcess } from "../../../../../extension/core/protocol/elsewhere/processSource.ts";
import { RelayChannel } from "../../../../../extension/core/protocol/elsewhere/relayChannel.ts";
import { createRelaySource } from "../../../../../extension/core/protocol/elsewhere/relaySource.ts";
import { FakeClock } from "../../../../fakes/fakeClock.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const request = { command: "claude", args: [], cwd: "/w", environment: {} };

/** The relay's end of a connection. */
class PlayedSocket implements Socket {
  readonly sent: any[] = [];
  isClosed = false;
  readonly #listeners = new Map<string, (event: any) => void>();
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  addEventListener(type: string, listener: (event: any) => void): void {
    this.#listeners.set(type, listener);
  }
  fire(type: "open" | "close" | "error"): void {
    this.#listeners.get(type)?.({});
  }
  say(message: object): void {
    this.#listeners.get("message")?.({ data: JSON.stringify(message) });
  }
  get numbered(): unknown[] {
    return this.sent.filter(({ number }) => number !== undefined);
  }
}

function begin() {
  const clock = new FakeClock();
  const sockets: PlayedSocket[] = [];
  const abort = new AbortController();
  const connect = (): Socket => {
    const socket = new PlayedSocket();
    sockets.push(socket);
    return socket;
  };
  const source = createRelaySource({ url: "ws://relay.example", connect }, clock, () => "id");
  const process = source({ ...request, signal: abort.signal }) as SourceProcess;
  const ends: unknown[] = [];
  process.once("exit", (code, signal) => ends.push([code, signal]));
  process.once("error", (error) => ends.push(error.message));
  const output: string[] = [];
  const reading = (async () => {
    for await (const chunk of process.stdout) output.push(String(chunk));
  })();
  return { clock, sockets, abort, process, ends, output, reading, last: () => sockets.at(-1)! };
}

it("introduces itself, and sends nothing before the welcome", () => {
  const { process, last } = begin();
  process.stdin.write("one");
  last().fire("open");
  expect(last().sent).toEqual([{ hello: "id", received: 0, request }]);
  last().say({ welcome: 0 });
  process.stdin.end();
  expect(last().numbered).toEqual([
    { stdin: "one", number: 1 },
    { end: true, number: 2 },
  ]);
});

it("continues over a new connection, resending what was lost and dropping what comes twice", async () => {
  const { clock, sockets, process, output, reading, ends, last } = begin();
  last().fire("open");
  last().say({ welcome: 0 });
  for (const text of ["one", "two", "three"]) process.stdin.write(text);
  last().say({ stdout: "a", number: 1 });
  last().say({ acknowledged: 1 });
  last().fire("close");
  process.stdin.write("four");
  clock.advance(100);
  expect(sockets).toHaveLength(2);
  last().fire("open");
  // Without the request: a relay that does not know the process any more must not start another one.
  expect(last().sent).toEqual([{ hello: "id", received: 1 }]);
  // The relay got one message more than it could acknowledge.
  last().say({ welcome: 2 });
  expect(last().numbered).toEqual([
    { stdin: "three", number: 3 },
    { stdin: "four", number: 4 },
  ]);
  last().say({ stdout: "a", number: 1 });
  last().say({ stdout: "b", number: 2 });
  last().say({ exit: { code: 0, signal: null }, number: 3 });
  await reading;
  expect([output, ends, last().isClosed, clock.pending]).toEqual([["a", "b"], [[0, null]], true, 0]);
});

it("leaves a connection that is silent, and ignores what comes over it later", async () => {
  const { clock, sockets, output, last } = begin();
  last().fire("open");
  last().say({ welcome: 0 });
  const [first] = sockets;
  clock.advance(10_000);
  expect(first?.sent.at(-1)).toEqual({ ping: true });
  first?.say({ pong: true });
  clock.advance(20_000);
  expect(sockets).toHaveLength(1);
  clock.advance(20_000);
  expect([sockets.length > 1, first?.isClosed]).toEqual([true, true]);
  first?.say({ stdout: "late", number: 1 });
  first?.fire("close");
  await settled();
  expect(output).toEqual([]);
});

it("gives up after a minute without the relay, or where the relay refuses", () => {
  const lost = begin();
  for (let at = 0; at < 40; at++) {
    lost.last().fire("error");
    lost.clock.advance(5_000);
  }
  expect(lost.ends).toEqual(["The relay cannot be reached.", [null, null]]);
  expect(lost.clock.pending).toBe(0);
  const refused = begin();
  refused.last().fire("open");
  refused.last().say({ refused: "no such program" });
  expect(refused.ends).toEqual(["no such program", [null, null]]);
});

it("asks the relay to end the process, or ends alone without a connection", () => {
  const connected = begin();
  connected.last().fire("open");
  connected.last().say({ welcome: 0 });
  connected.process.kill("SIGTERM");
  expect([connected.last().numbered, connected.ends]).toEqual([[{ kill: "SIGTERM", number: 1 }], []]);
  const cut = begin();
  cut.last().fire("close");
  cut.process.kill("SIGKILL");
  expect([cut.ends, cut.clock.pending]).toEqual([[[null, "SIGKILL"]], 0]);
});

it("delivers each message once, whichever messages a connection loses", () => {
  const [heard, told]: [unknown[], unknown[]] = [[], []];
  const one = new RelayChannel((message) => heard.push(message));
  const other = new RelayChannel((message) => told.push(message));
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let round = 0; round < 200; round++) {
    // Everything on the way is lost with the connection.
    let isCut = false;
    const carry = (to: RelayChannel) => (text: string) => {
      isCut ||= random() < 0.2;
      if (!isCut) to.receive(JSON.parse(text));
    };
    one.attach(carry(other), other.received);
    other.attach(carry(one), one.received);
    one.send({ at: round });
    other.send({ at: round });
    one.detach();
    other.detach();
  }
  one.attach((text) => other.receive(JSON.parse(text)), other.received);
  other.attach((text) => one.receive(JSON.parse(text)), one.received);
  const all = Array.from({ length: 200 }, (_, at) => expect.objectContaining({ at }));
  expect([heard, told]).toEqual([all, all]);
});
