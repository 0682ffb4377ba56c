import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getTranscriptPath } from "../../extension/node/transcripts/projectFolder.ts";
import { TranscriptSearch } from "../../extension/node/transcripts/sessionSearch.ts";
import { TranscriptFiles } from "../../extension/node/transcripts/transcriptFiles.ts";
import { readSummary } from "../../extension/node/transcripts/transcriptSummary.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { begin } from "../unit/core/conversation/conversationSetup.ts";
import { transcriptCorpus } from "./transcriptCorpus.ts";

let root: string;
let file: string;
const env = () => ({ HOME: root, CLAUDE_CONFIG_DIR: path.join(root, "config") });
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-corpus-")));
  file = getTranscriptPath(env(), root, root, "s");
  fs.mkdirSync(path.dirname(file), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

describe.each(transcriptCorpus)("$name", ({ lines, separator = "\n", said, isDamaged = false }) => {
  beforeEach(() => {
    const handle = fs.openSync(file, "w");
    for (const line of lines())
      fs.writeSync(handle, `${typeof line === "string" ? line : JSON.stringify(line)}${separator}`);
    fs.closeSync(handle);
  });

  it("shows a transcript from its end, then page by page, with at most one notice", async () => {
    const before = fs.readFileSync(file).subarray(0, 1_000);
    const pages = await new TranscriptFiles(env).open({ sessionId: "s", folder: root });
    const { conversation } = await begin();
    conversation.saved.restore(await pages?.read(), pages);
    const { transcript } = conversation;
    await transcript.loadPages(Number.POSITIVE_INFINITY);
    const { items } = transcript.page("", { kind: "end" }, Number.MAX_SAFE_INTEGER);
    const texts = items.flatMap((item) => (item.kind === "prompt" || item.kind === "text" ? [item.text] : []));
    if (said) expect(texts).toEqual(said.map((text) => text.trim()));
    const notices = items.filter((item) => item.kind === "notice" && item.notice.code === "damaged");
    expect(notices.length).toBeLessThanOrEqual(1);
    if (isDamaged) expect(notices).toHaveLength(1);
    expect(fs.readFileSync(file).subarray(0, 1_000)).toEqual(before);
  });

  it("is listed, searched and looked into without harm", async () => {
    await readSummary(file);
    const saved = new TranscriptFiles(env);
    expect(saved.exists({ sessionId: "s", folder: root })).toBe(true);
    expect(await saved.findCut({ sessionId: "s", folder: root }, "no such entry")).toEqual({ kind: "unknown" });
    const hits: string[] = [];
    const search = new TranscriptSearch({
      folders: () => [path.dirname(file)],
      ripgrep: () => undefined,
      logger: silentLogger,
    });
    await search.search("no such text anywhere", ({ line }) => hits.push(line), new AbortController().signal);
    expect(hits).toEqual([]);
  });
});
