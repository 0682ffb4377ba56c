import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { SearchHit } from "../../../../extension/core/conversations/list/sessionCatalog.ts";
import { TranscriptSearch } from "../../../../extension/node/transcripts/sessionSearch.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { itSearches } from "./searchCases.ts";

describe("without ripgrep", () => itSearches(() => undefined));

it("reads everything itself where ripgrep does not start", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-search-"));
  fs.writeFileSync(
    path.join(folder, "s1.jsonl"),
    JSON.stringify({ type: "user", message: { role: "user", content: "a needle" } }),
  );
  const hits: SearchHit[] = [];
  const search = new TranscriptSearch({
    folders: () => [folder],
    ripgrep: () => "/no/such/program",
    logger: silentLogger,
  });
  await search.search("needle", (hit) => hits.push(hit), new AbortController().signal);
  fs.rmSync(folder, { recursive: true });
  expect(hits).toEqual([{ sessionId: "s1", line: "a needle" }]);
});

it.skipIf(process.platform === "win32")("skips circular and broken links, pipes and folders", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-search-"));
  const at = (name: string) => path.join(folder, name);
  fs.symlinkSync(at("loop.jsonl"), at("loop.jsonl"));
  fs.symlinkSync(at("nowhere"), at("nowhere.jsonl"));
  execFileSync("mkfifo", [at("pipe.jsonl")]);
  fs.mkdirSync(at("folder.jsonl"));
  fs.writeFileSync(at("s1.jsonl"), JSON.stringify({ type: "user", message: { role: "user", content: "a needle" } }));
  const hits: SearchHit[] = [];
  const search = new TranscriptSearch({ folders: () => [folder], ripgrep: () => undefined, logger: silentLogger });
  await search.search("needle", (hit) => hits.push(hit), new AbortController().signal);
  fs.rmSync(folder, { recursive: true });
  expect(hits).toEqual([{ sessionId: "s1", line: "a needle" }]);
});

it("finds nothing where there is no folder, or none can be told", async () => {
  const { signal } = new AbortController();
  const unexpected = () => expect.unreachable();
  await new TranscriptSearch({ folders: () => [], ripgrep: () => undefined, logger: silentLogger }).search(
    "x",
    unexpected,
    signal,
  );
  const broken = () => {
    throw new Error("a setting is wrong");
  };
  await new TranscriptSearch({ folders: broken, ripgrep: () => undefined, logger: silentLogger }).search(
    "x",
    unexpected,
    signal,
  );
});
