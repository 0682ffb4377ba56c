import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWorktreeFolders } from "../../../../extension/node/git/worktrees.ts";
import {
  openRegular,
  openRegularSync,
  readRegular,
  readRegularSync,
} from "../../../../extension/node/storage/regularFiles.ts";
import { getTranscriptFolder } from "../../../../extension/node/transcripts/projectFolder.ts";
import { SessionIndex } from "../../../../extension/node/transcripts/sessionIndex.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

let root: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-regular-")));
});
afterEach(() => fs.rmSync(root, { recursive: true }));
const pipe = (file: string): string => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  execFileSync("mkfifo", [file]);
  return file;
};

describe.skipIf(process.platform === "win32")("a pipe that is found", () => {
  it("is never opened", async () => {
    const file = pipe(path.join(root, "pipe"));
    await expect(openRegular(file)).rejects.toMatchObject({ code: "ENOTREG" });
    await expect(readRegular(file)).rejects.toMatchObject({ code: "ENOTREG" });
    expect(() => openRegularSync(file)).toThrow(/not a regular file/);
    expect(() => readRegularSync(file)).toThrow(/not a regular file/);
    await expect(openRegular(root)).rejects.toMatchObject({ code: "ENOTREG" });
  });

  it("stops neither the list of saved conversations nor the reading of other files", async () => {
    const environment = () => ({ CLAUDE_CONFIG_DIR: path.join(root, "config") });
    const folder = path.join(root, "folder");
    fs.mkdirSync(folder);
    const transcripts = getTranscriptFolder(environment(), root, folder);
    for (let index = 0; index < 6; index++)
      pipe(path.join(transcripts, `00000000-0000-4000-8000-00000000000${index}.jsonl`));
    fs.writeFileSync(
      path.join(transcripts, "00000000-0000-4000-8000-00000000000a.jsonl"),
      `${JSON.stringify({ type: "user", message: { content: "first" } })}\n`,
    );
    pipe(path.join(transcripts, "00000000-0000-4000-8000-00000000000a", "archived.json"));
    const index = new SessionIndex({
      environment,
      folders: () => [folder],
      logger: silentLogger,
      clock: systemClock,
      cache: { load: () => undefined, save: () => {}, setAside: () => {} },
    });
    expect((await index.list()).map(({ title }) => title)).toEqual(["first"]);
    expect(
      await fs.promises.readFile(path.join(transcripts, "00000000-0000-4000-8000-00000000000a.jsonl"), "utf8"),
    ).toContain("first");
  });

  it("is no repository's .git", () => {
    pipe(path.join(root, ".git"));
    expect(findWorktreeFolders(root)).toEqual([root]);
  });
});

it("reads what is a regular file, also through a link, up to a size", async () => {
  const file = path.join(root, "file");
  fs.writeFileSync(file, "text");
  fs.symlinkSync(file, path.join(root, "link"));
  expect([await readRegular(file), readRegularSync(path.join(root, "link"))]).toEqual(["text", "text"]);
  fs.truncateSync(file, 5 * 1024 * 1024);
  await expect(readRegular(file)).rejects.toThrow(/too large/);
  expect(readRegularSync(file, { isLimited: false })).toHaveLength(5 * 1024 * 1024);
});
