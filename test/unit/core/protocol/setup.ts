import { Client, type ClientListener } from "../../../../extension/core/protocol/connection/client.ts";
import type { Frame } from "../../../../extension/core/protocol/frames/decode.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { memoryPair } from "../../../fakes/memoryPair.ts";

/**
 * A client over a memory pair, with everything it reported. `exit`: until then, a CLI that was asked to end goes on.
 */
export function setup(options: { version?: string; listener?: Partial<ClientListener>; exit?: Promise<void> } = {}) {
  const { transport: pair, cli } = memoryPair();
  const close = async (): Promise<void> => {
    pair.end();
    await options.exit;
    await pair.close();
  };
  const transport = { ...pair, close };
  const clock = new FakeClock();
  const frames: Frame[] = [];
  const logged: string[] = [];
  const corrupt: string[] = [];
  const closed: unknown[] = [];
  let id = 0;
  const client = new Client({
    transport,
    clock,
    logger: { ...silentLogger, info: (message) => void logged.push(message) },
    newId: () => `id${++id}`,
    version: options.version,
    listener: {
      onActivity: () => {},
      onFrame: (frame) => frames.push(frame),
      onCorrupt: (failure) => corrupt.push(failure.data.reason),
      onClosed: (failure) => closed.push(failure),
      can_use_tool: async (request) => ({
        behavior: "allow",
        updatedInput: request.input,
        toolUseID: request.tool_use_id,
      }),
      askUser: async () => ({ action: "decline" }),
      ...options.listener,
    },
  });
  client.start();
  /** Returns the newest request of the host. */
  const answer = (response: unknown = {}, requestId = cli.received.at(-1)?.["request_id"]) =>
    cli.write({ type: "control_response", response: { subtype: "success", request_id: requestId, response } });
  const refuse = (error: string, extra: object = {}, requestId = cli.received.at(-1)?.["request_id"]) =>
    cli.write({ type: "control_response", response: { subtype: "error", request_id: requestId, error, ...extra } });
  return { client, cli, clock, frames, logged, corrupt, closed, answer, refuse };
}

/** Lets promises that are already settled run their continuations. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

export const ask = (id: string, input: object = { command: "ls" }) => ({
  type: "control_request",
  request_id: id,
  request: { subtype: "can_use_tool", tool_name: "Bash", input, tool_use_id: `toolu_${id}` },
});
