import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { SettingsRules } from "../../../../extension/node/storage/ruleFiles.ts";
import {
  getConfigFolder,
  getCurrentConfigFolder,
  getTranscriptFolder,
} from "../../../../extension/node/transcripts/projectFolder.ts";
import { SessionArchive } from "../../../../extension/node/transcripts/sessionArchive.ts";
import { SessionIndex } from "../../../../extension/node/transcripts/sessionIndex.ts";
import { DiskSessionRegistry } from "../../../../extension/node/transcripts/sessionRegistry.ts";
import { TranscriptFiles } from "../../../../extension/node/transcripts/transcriptFiles.ts";
import { failures } from "../../../../extension/shared/base/failure.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { systemClock } from "../../../fakes/systemClock.ts";

let root: string;
let folder: string;
beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-profiles-")));
  folder = path.join(root, "folder");
  fs.mkdirSync(folder);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** Config folders by profile: "key" shares the one without a profile, "broken" has none. */
const configs: Readonly<Record<string, string>> = { "": "plain", work: "work", key: "plain" };
function environment(profile = ""): Record<string, string> {
  const config = configs[profile];
  if (config === undefined) throw failures.settingInvalid("tandem.profiles", { code: "profileRemoved", profile });
  return { CLAUDE_CONFIG_DIR: path.join(root, config) };
}
const config = (profile?: string) => getConfigFolder(environment(profile), root);

function write(profile: string, sessionId: string = randomUUID()): string {
  const transcripts = getTranscriptFolder(environment(profile), root, folder);
  fs.mkdirSync(transcripts, { recursive: true });
  fs.writeFileSync(
    path.join(transcripts, `${sessionId}.jsonl`),
    `${JSON.stringify({ type: "user", message: { content: `of ${profile}` } })}\n`,
  );
  return sessionId;
}

const newIndex = (names: readonly string[], recorded: ReadonlyMap<string, string> = new Map()) =>
  new SessionIndex({
    environment,
    profiles: { names: () => names, recorded: () => recorded },
    folders: () => [folder],
    logger: silentLogger,
    clock: systemClock,
    cache: { load: () => undefined, save: () => {}, setAside: () => {} },
  });

it("lists the conversations of every profile, each under its own", async () => {
  const [plain, work] = [write(""), write("work")];
  const listed = await newIndex(["work", "key"]).list();
  expect(new Map(listed.map(({ sessionId, profile }) => [sessionId, profile]))).toEqual(
    new Map([
      [plain, ""],
      [work, "work"],
    ]),
  );
});

it("lists a conversation of a shared config folder under the profile noted for it", async () => {
  const [own, noted] = [write(""), write("key")];
  const index = newIndex(["work", "key"], new Map([[noted, "key"]]));
  const listed = new Map((await index.list()).map((session) => [session.sessionId, session]));
  expect([listed.get(own)?.profile, listed.get(noted)?.profile]).toEqual(["", "key"]);
  expect(await index.countMessages({ ...listed.get(noted)!, messages: undefined })).toBe(1);
});

it("lists the others where the environment of one profile cannot be read", async () => {
  write("work");
  expect(await newIndex(["broken", "work"]).list()).toMatchObject([{ profile: "work" }]);
});

it("reads and changes a conversation only in the config folder of its profile", async () => {
  const sessionId = randomUUID();
  for (const profile of ["", "work"]) write(profile, sessionId);
  const files = new TranscriptFiles(environment);
  expect(files.exists({ sessionId, folder, profile: "work" })).toBe(true);
  const archive = new SessionArchive({ environment, trash: path.join(root, "trash"), now: () => 1 });
  await archive.remove({ sessionId, folder, profile: "work", title: "", firstPrompt: "", time: 1 });
  expect(files.exists({ sessionId, folder, profile: "work" })).toBe(false);
  expect(files.exists({ sessionId, folder })).toBe(true);
  expect(() => files.exists({ sessionId, folder, profile: "broken" })).toThrow(
    expect.objectContaining({ code: "settingInvalid" }),
  );
});

it("finds another program in the registry of the conversation's profile, and watches all of them", async () => {
  for (const profile of ["", "work"]) fs.mkdirSync(path.join(config(profile), "sessions"), { recursive: true });
  const uses = new DiskSessionRegistry({
    environment,
    profiles: () => ["broken", "work"],
    locks: new ProcessLocks(path.join(root, "locks"), systemClock),
    terminal: () => undefined,
    now: () => 1,
  });
  let changes = 0;
  const watching = uses.watch(() => {
    changes++;
  });
  fs.writeFileSync(
    path.join(config("work"), "sessions", "1.json"),
    JSON.stringify({ sessionId: "s1", pid: process.ppid }),
  );
  await expect.poll(() => changes).toBeGreaterThan(0);
  watching.dispose();
  expect(await uses.find({ sessionId: "s1", folder, profile: "work" })).toMatchObject({ certainty: "maybe" });
  expect(await uses.find({ sessionId: "s1", folder })).toBeUndefined();
});

it("keeps the user's permission rules in the config folder of the profile", async () => {
  const rules = new SettingsRules(config, () => {});
  const rule = { source: "userSettings", behavior: "allow", rule: "Read" } as const;
  await rules.add({ folder, profile: "work" }, rule);
  expect(await rules.read({ folder, profile: "work" })).toEqual([rule]);
  expect(await rules.read({ folder })).toEqual([]);
});

it("knows the config folder of each profile, and none of one that is gone", () => {
  expect(getCurrentConfigFolder(environment, "work")).toBe(path.join(root, "work"));
  expect(getCurrentConfigFolder(environment, "broken")).toBeUndefined();
});
