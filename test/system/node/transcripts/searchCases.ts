import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { SearchHit } from "../../../../extension/core/conversations/list/sessionCatalog.ts";
import { TranscriptSearch } from "../../../../extension/node/transcripts/sessionSearch.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { hostileTexts } from "../../../fuzz/hostileTexts.ts";

const prompt = (content: unknown, extra: object = {}) => ({
  parentUuid: null,
  type: "user",
  message: { role: "user", content },
  uuid: randomUUID(),
  ...extra,
});
const reply = (text: string) => ({
  parentUuid: "p",
  type: "assistant",
  message: { model: "claude-opus", role: "assistant", content: [{ type: "text", text }] },
});

/** Results of a search, with ripgrep or without. */
export function itSearches(ripgrep: () => string | undefined): void {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-search-"));
  });
  afterEach(() => fs.rmSync(root, { recursive: true }));

  const write = (entries: readonly unknown[], session = randomUUID() as string): string => {
    fs.writeFileSync(
      path.join(root, `${session}.jsonl`),
      entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry))).join("\n"),
    );
    return session;
  };
  const search = async (text: string, signal = new AbortController().signal): Promise<SearchHit[]> => {
    const hits: SearchHit[] = [];
    await new TranscriptSearch({
      folders: () => [root, path.join(root, "none")],
      ripgrep,
      logger: silentLogger,
    }).search(text, (hit) => hits.push(hit), signal);
    return hits;
  };

  it("finds a prompt that was sent during a turn, and nothing that the program queued", async () => {
    const queued = (commandMode: string) => ({
      parentUuid: "p",
      type: "attachment",
      attachment: { type: "queued_command", prompt: "also the needle", commandMode },
    });
    const session = write([prompt("go"), queued("prompt")]);
    write([prompt("go"), queued("task-notification")]);
    expect(await search("needle")).toEqual([{ sessionId: session, line: "also the needle" }]);
  });

  it("finds messages, replies and tool calls, once per conversation, with the matching line", async () => {
    const session = write([prompt("Where is the Needle\nin the hay?"), reply("The needle is here.")]);
    const tool = { type: "tool_use", id: "t", name: "Bash", input: { command: "grep -r NEEDLE ." } };
    const other = write([
      prompt("else"),
      { parentUuid: "p", type: "assistant", message: { role: "assistant", content: [tool] } },
    ]);
    write([prompt("nothing of it")]);
    const hits = await search("needle");
    expect(hits.map(({ sessionId }) => sessionId).sort()).toEqual([session, other].sort());
    expect(hits.find(({ sessionId }) => sessionId === session)?.line).toBe("Where is the Needle in the hay?");
    expect(hits.find(({ sessionId }) => sessionId === other)?.line).toBe("grep -r NEEDLE .");
  });

  it("finds nothing in what nobody said: keys, names of models, subagents, bookkeeping, damaged lines", async () => {
    write([
      prompt("plain", { cwd: "/opus", gitBranch: "opus" }),
      reply("also plain"),
      { type: "api-request-blob", message: { role: "user", content: "opus" } },
      prompt("opus", { isSidechain: true }),
      prompt("opus", { isMeta: true }),
      '{"type":"user","message":{"content":"opus',
    ]);
    expect(await search("opus")).toEqual([]);
    expect(await search("assistant")).toEqual([]);
  });

  it.each([
    ...hostileTexts,
    '"quoted" \\ back',
    "a.b*c(d)[e]{f}|g^h$i?j+k",
    "-e rm",
    "#~&",
    "naïve Straße 🚀",
    "tab\there",
    "\\n",
  ])("finds %j word for word", async (text) => {
    const wanted = text.slice(0, 200);
    const session = write([prompt(`before ${wanted} after`)]);
    write([prompt("something else")]);
    const hits = await search(wanted);
    expect(hits.map(({ sessionId }) => sessionId)).toEqual(wanted.trim() === "" ? [] : [session]);
  });

  it("shows the part of a long text that fits", async () => {
    write([prompt(`${"x ".repeat(5_000)}here it is ${"y ".repeat(5_000)}`)]);
    const [hit] = await search("here it is");
    expect(hit?.line).toMatch(/^….*here it is y .*…$/);
    expect(hit?.line.length).toBeLessThan(200);
  });

  it("finds nothing once it is aborted", async () => {
    for (let count = 0; count < 50; count++) write([prompt("common word")]);
    const abort = new AbortController();
    abort.abort();
    expect(await search("common", abort.signal)).toEqual([]);
    expect(await search("common")).toHaveLength(50);
  });

  it("finds nothing more once it is ended on the way", async () => {
    for (let count = 0; count < 50; count++) write([prompt("common word")]);
    const abort = new AbortController();
    const hits: SearchHit[] = [];
    const found = (hit: SearchHit): void => {
      hits.push(hit);
      abort.abort();
    };
    await new TranscriptSearch({ folders: () => [root], ripgrep, logger: silentLogger }).search(
      "common",
      found,
      abort.signal,
    );
    expect(hits).toHaveLength(1);
  });

  it("ends after the maximum number of hits", async () => {
    for (let count = 0; count < 250; count++) write([prompt("common word")]);
    expect(await search("common")).toHaveLength(200);
  });
}
