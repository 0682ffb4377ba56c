import fs from "node:fs";
import { expect, it } from "vitest";
import { PublishedTools } from "../../../../extension/core/ideTools/publishedTools.ts";
import { createToolRunner } from "../../../../extension/core/ideTools/toolServer.ts";
import { actingTools, publishedPrefix, readOnlyTools } from "../../../../extension/shared/contract/ideTools.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { MemoryIde, problem } from "../../../fakes/memoryIde.ts";
import { setup } from "./setup.ts";

function published() {
  const editor = new MemoryIde();
  const clock = new FakeClock();
  const now = {
    folder: "/w",
    isOffered: true,
    isEnabled: true,
    disabled: [] as string[],
    loads: 0,
    asked: [] as string[],
  };
  const tools = new PublishedTools({
    editor,
    folder: () => now.folder,
    isOffered: () => now.isOffered,
    settings: (folder) => {
      now.asked.push(folder);
      return now;
    },
    load: async (options) => {
      now.loads++;
      return createToolRunner(options);
    },
    clock,
  });
  const call = (name: string, input = {}, signal = new AbortController().signal) =>
    tools.call(`${publishedPrefix}${name}`, input, signal);
  return { editor, clock, now, tools, call };
}

it("lists the tools that only read in the manifest as the table has them", () => {
  const { languageModelTools } = JSON.parse(fs.readFileSync("package.json", "utf8")).contributes;
  const readOnly = new Set<string>(readOnlyTools);
  const expected = setup()
    .runner.list()
    .filter(({ name }) => readOnly.has(name))
    .map(({ name, tool, inputSchema }) => ({
      name: `${publishedPrefix}${name}`,
      displayName: tool.title,
      modelDescription: tool.description,
      inputSchema,
      tags: ["tandem"],
      when: "config.tandem.ideTools.enabled && config.tandem.ideTools.offerToOtherExtensions && isWorkspaceTrusted",
    }));
  expect(languageModelTools).toEqual(expected);
});

it("answers nothing while the user does not offer the tools to other extensions", async () => {
  const { call, now } = published();
  now.isOffered = false;
  await expect(call("diagnostics")).rejects.toThrow("does not offer");
  expect(now.loads).toBe(0);
});

it("answers with the pages of a long result, and loads the tools once", async () => {
  const { editor, call, now } = published();
  editor.problems.set(
    "/w/a.ts",
    Array.from({ length: 1000 }, (_, line) => problem(line + 1, "x".repeat(50))),
  );
  const first = await call("diagnostics");
  expect(first.length).toBeLessThan(21_000);
  const cursor = /with cursor "(.+)"/.exec(first)?.[1];
  expect(await call("diagnostics", { cursor })).toMatch(/^\/w\/a\.ts\n/);
  expect([now.loads, new Set(now.asked)]).toEqual([1, new Set(["/w"])]);
});

it.each([...actingTools, "constructor", ""])("knows no tool that acts, or that does not exist: %s", async (name) => {
  const { call, now } = published();
  await expect(call(name)).rejects.toThrow(`There is no tool tandem_${name}.`);
  expect(now.loads).toBe(0);
});

it("knows a tool by its published name only", async () => {
  await expect(published().tools.call("diagnostics", {}, new AbortController().signal)).rejects.toThrow(
    "There is no tool diagnostics.",
  );
});

it("follows the settings of the folder, its trust, and the lack of one", async () => {
  const { editor, call, now } = published();
  await expect(call("diagnostics", { path: "/etc/passwd" })).rejects.toThrow("outside the workspace");
  now.disabled = ["hover", "diagnostics"];
  await expect(call("diagnostics")).rejects.toThrow("turned off");
  expect(await call("open_editors")).toContain("open file");
  now.isEnabled = false;
  await expect(call("open_editors")).rejects.toThrow("turned off");
  now.isEnabled = true;
  editor.isTrustedNow = false;
  await expect(call("open_editors")).rejects.toThrow("does not trust");
  editor.isTrustedNow = true;
  now.folder = "";
  await expect(call("open_editors")).rejects.toThrow("No folder is open");
});

it("ends a call that is cancelled, before it begins or while the editor works", async () => {
  const { editor, call } = published();
  await expect(call("open_editors", {}, AbortSignal.abort())).rejects.toThrow("cancelled");
  editor.files.set("/w/a.ts", "file");
  editor.isSlow = true;
  const controller = new AbortController();
  const slow = call("diagnostics", { path: "a.ts" }, controller.signal);
  await expect.poll(() => editor.signals.length).toBe(1);
  controller.abort();
  await expect(slow).rejects.toThrow("cancelled");
  expect(editor.signals[0]?.aborted).toBe(true);
});
