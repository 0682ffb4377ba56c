import net from "node:net";

/** First and last port of the ranges; below those that systems give to programs that ask for any port. */
const [lowest, highest] = [20_000, 29_999];
/** Number of ports in a range. */
const count = 10;

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Returns a range of ports that is none of the taken ones and in which nothing listens now; undefined if there is none.
 */
export async function findFreePorts(taken: readonly PortRange[]): Promise<PortRange | undefined> {
  const used = new Set(taken.map((range) => range.first));
  for (let first = lowest; first <= highest; first += count) {
    if (used.has(first)) continue;
    const ports = Array.from({ length: count }, (_, at) => first + at);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return { first, last: first + count - 1 };
  }
  return undefined;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
