import { expect, it } from "vitest";
import { ProgramWatch } from "../../../../../extension/core/conversations/lifecycle/programWatch.ts";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { settled } from "../../protocol/setup.ts";
import { openWindow } from "../setup.ts";

async function begin() {
  const files = new Set<string>();
  const window = openWindow({
    launch: () => {
      if (files.size === 0) throw failures.cliNotFound(["/usr/local/bin/claude", "/opt/claude"]);
    },
  });
  const open = window.conversations.restore();
  const watch = new ProgramWatch(window.conversations, window.clock, silentLogger, (path) => files.has(path));
  await open.open();
  const advance = async (ms: number): Promise<void> => {
    window.clock.advance(ms);
    await settled();
  };
  return { ...window, open, watch, files, advance };
}

it("starts a waiting message as soon as claude is in a searched place", async () => {
  const { open, files, advance, clis } = await begin();
  open.submit("typed meanwhile");
  await advance(10_000);
  expect([open.conversation.state.problem?.code, clis.length]).toEqual(["missing", 0]);
  files.add("/opt/claude");
  await advance(2_000);
  expect([open.conversation.state.problem, clis.length]).toEqual([undefined, 1]);
  expect(open.conversation.state.queue).toEqual([]);
});

it("searches for claude only while a conversation misses it, and until it is disposed of", async () => {
  const { watch, files, advance, clock, clis } = await begin();
  files.add("/opt/claude");
  await advance(2_000);
  const before = clock.pending;
  await advance(60_000);
  expect(clock.pending).toBeLessThanOrEqual(before);
  watch.dispose();
  expect(clis).toHaveLength(1);
});
