import { spawn } from "node:child_process";
import path from "node:path";
import { openConversation } from "./benchConversation.ts";
import { median, ms, type Row, times } from "./row.ts";

interface Measured {
  /** From the prompt to the last item painted, in milliseconds. */
  readonly time: number;
  /** Milliseconds of processor time: of the host, and of the page's thread. */
  readonly host: number;
  readonly page: number;
  readonly nodes: number;
  /** From a key to its letter on the screen, in milliseconds. */
  readonly key: number;
  readonly longest: number;
}

const rounds = 3;
const sizes = [200, 1_000, 10_000] as const;
/** On a machine that does nothing else; another one, or a busy one, is told by the floor. */
const quiet = { 200: 350, 1000: 500, 10000: 1_000 };

const processorMs = (since?: NodeJS.CpuUsage): NodeJS.CpuUsage => process.cpuUsage(since);
const total = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
const getEnv = (items: number) => ({ TANDEM_BENCH_ITEMS: String(items) });

/** The floor: the same frames from the same program, split and parsed, nothing else. */
async function getFloor(items: number): Promise<{ time: number; host: number }> {
  const child = spawn(process.execPath, [path.join(process.cwd(), "test", "bench", "burstCli.mjs")], {
    env: { PATH: process.env["PATH"] ?? "", ...getEnv(items) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdout.setEncoding("utf8");
  let rest = "";
  const lines = (onFrame: (frame: { type: string }) => void) => (chunk: string) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) onFrame(JSON.parse(line));
  };
  const until = (type: string): Promise<void> =>
    new Promise((resolve) => {
      const listener = lines((frame) => {
        if (frame.type !== type) return;
        child.stdout.off("data", listener);
        resolve();
      });
      child.stdout.on("data", listener);
    });
  // The program is there, as it is when a prompt is sent.
  const isThere = until("control_response");
  child.stdin.write(
    `${JSON.stringify({ type: "control_request", request_id: "r", request: { subtype: "initialize" } })}\n`,
  );
  await isThere;
  const [start, before] = [performance.now(), processorMs()];
  const ended = until("result");
  child.stdin.write(`${JSON.stringify({ type: "user" })}\n`);
  await ended;
  const measured = { time: performance.now() - start, host: total(processorMs(before)) };
  child.stdin.end();
  return measured;
}

/** A turn of `items` items through everything: a process, the client, the session, the outbox, the page. */
async function getTurn(items: number): Promise<Measured> {
  const { conversation, panel, close } = await openConversation("burstCli.mjs", getEnv(items));
  try {
    const { page } = panel;
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const pageMs = async (): Promise<number> => {
      const { metrics } = await session.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
    };
    // The page itself says when its last item was painted.
    await page.evaluate(() => {
      const target = window as unknown as { longTasks: number[]; ended: Promise<number> };
      target.longTasks.length = 0;
      target.ended = new Promise((resolve) => {
        const look = (): void => {
          const isThere = document.querySelector("[role=log]")?.textContent?.includes("THE END");
          if (isThere) setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0);
          else requestAnimationFrame(look);
        };
        look();
      });
    });
    const [pageBefore, before, start] = [await pageMs(), processorMs(), performance.timeOrigin + performance.now()];
    conversation.submit("go");
    const end = await page.evaluate(() => (window as unknown as { ended: Promise<number> }).ended);
    const [host, pageAfter] = [total(processorMs(before)), await pageMs()];
    const shown = await page.evaluate(async () => {
      const box = document.querySelector("textarea");
      const from = performance.now();
      if (box) {
        box.focus();
        document.execCommand("insertText", false, "k");
      }
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      const { longTasks } = window as unknown as { longTasks: number[] };
      return {
        nodes: document.querySelectorAll("*").length,
        key: performance.now() - from,
        longest: Math.max(0, ...longTasks),
      };
    });
    return { time: end - start, host, page: pageAfter - pageBefore, ...shown };
  } finally {
    await close();
  }
}

/** Medians of some rounds, each with its floor. */
async function measure(items: number) {
  const turns: Measured[] = [];
  const floors: { time: number; host: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    floors.push(await getFloor(items));
    turns.push(await getTurn(items));
  }
  const middle = (of: keyof Measured): number => median(turns.map((turn) => turn[of]));
  const floor = { time: median(floors.map(({ time }) => time)), host: median(floors.map(({ host }) => host)) };
  return {
    time: middle("time"),
    host: middle("host"),
    page: middle("page"),
    nodes: middle("nodes"),
    key: middle("key"),
    longest: middle("longest"),
    floor,
  };
}

export async function bench(): Promise<Row[]> {
  await getTurn(200);
  const [small, middle, large] = [await measure(200), await measure(1_000), await measure(10_000)];
  const all = { 200: small, 1000: middle, 10000: large };
  const perItem = (large.host / 10_000) * (1_000 / middle.host);
  const against = large.host / large.floor.host;
  const pages = large.page / small.page;
  return [
    ...sizes.map((size) => ({
      what: `a turn of ${size.toLocaleString("en")} items, each a paragraph and a Read call, prompt to last item painted, against its frames split and parsed`,
      measured: `${times(all[size].time / all[size].floor.time)} (${ms(all[size].time)} / ${ms(all[size].floor.time)})`,
      target: `${quiet[size]} ms on a quiet machine`,
    })),
    {
      what: "processor time of the host for 10,000 items, against their frames split and parsed",
      measured: `${times(against)} (${ms(large.host)} / ${ms(large.floor.host)})`,
      target: "≤ 5.5×",
      isMet: against <= 5.5,
    },
    {
      what: "the same for an item of 10,000 against one of 1,000",
      measured: times(perItem),
      target: "≤ 1.3×",
      isMet: perItem <= 1.3,
    },
    {
      what: "processor time of the page for 10,000 items against 200",
      measured: `${times(pages)} (${ms(large.page)} / ${ms(small.page)})`,
      target: "≤ 3.5×",
      isMet: pages <= 3.5,
    },
    {
      what: "DOM nodes after 10,000 items against 1,000",
      measured: `${large.nodes} / ${middle.nodes}`,
      target: "≤ 1.2×",
      isMet: large.nodes <= middle.nodes * 1.2,
    },
    {
      what: "a key pressed after 10,000 items, until painted",
      measured: ms(large.key),
      target: "≤ 2 frames (33 ms)",
      isMet: large.key <= 33,
    },
    { what: "longest task in the page during 10,000 items", measured: ms(large.longest), target: "" },
  ];
}
