import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type StartOptions, World } from "../cli/realCli.ts";
import { cliVersions } from "../host/install.mjs";
import { openConversation } from "./benchConversation.ts";
import { median, ms, type Row } from "./row.ts";

const turns = 15;
const starts = 5;

/** From the first byte that the program writes to its character on the screen, for each of some turns. */
async function untilPainted(): Promise<number[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-bench-"));
  const mark = path.join(folder, "mark");
  const { conversation, panel, close } = await openConversation("firstPartsCli.mjs", { TANDEM_BENCH_MARK: mark });
  try {
    const took: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const painted = panel.page.evaluate(
        (words) =>
          new Promise<number>((resolve) => {
            const look = (): void => {
              const isThere = document.querySelector("[role=log]")?.textContent?.includes(words);
              if (isThere) setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0);
              else requestAnimationFrame(look);
            };
            look();
          }),
        `first character ${turn}.`,
      );
      conversation.submit("go");
      took.push((await painted) - Number(fs.readFileSync(mark, "utf8")));
    }
    // The first one loads what the others have.
    return took.slice(1);
  } finally {
    await close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * From the start of a real `claude` to the first frame of its first turn, with the prompt behind `initialize` or after
 * its answer.
 */
async function untilBegun(world: World, version: string, isEarly: boolean): Promise<number> {
  const start = performance.now();
  const prompt = [{ type: "text", text: "hello" }] as const;
  const behind: StartOptions = isEarly
    ? { behindInitialize: ({ client }) => void client.prompt(prompt, { uuid: crypto.randomUUID() }) }
    : {};
  const cli = await world.start(version, behind);
  const isBegun = (frame: { type: string }): frame is never => frame.type === "stream_event";
  if (!isEarly) cli.client.prompt(prompt, { uuid: crypto.randomUUID() });
  if (!cli.frames.some(isBegun)) await cli.next(isBegun);
  const time = performance.now() - start;
  await world.closeConversations();
  return time;
}

export async function bench(): Promise<Row[]> {
  const painted = median(await untilPainted());
  const rows: Row[] = [
    {
      what: "first byte of a reply to its first character painted",
      measured: ms(painted),
      target: "≤ 30 ms",
      isMet: painted <= 30,
    },
  ];
  const world = await World.create(() => [{ blocks: [{ text: "Hello." }] }]);
  try {
    for (const version of cliVersions as string[]) {
      const [early, late]: [number[], number[]] = [[], []];
      for (let round = 0; round < starts; round++) {
        early.push(await untilBegun(world, version, true));
        late.push(await untilBegun(world, version, false));
      }
      rows.push({
        what: `start of claude ${version} to the first frame of its reply, prompt behind initialize / after its answer`,
        measured: `${ms(median(early))} / ${ms(median(late))}`,
        target: "",
      });
    }
  } finally {
    await world.close();
  }
  return rows;
}
