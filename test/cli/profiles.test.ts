import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Conversations } from "../../extension/core/conversations/conversations.ts";
import type { OpenConversation } from "../../extension/core/conversations/openConversation.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import { ClaudeStarter } from "../../extension/node/claude/startClaude.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { ProcessLocks } from "../../extension/node/processes/processLocks.ts";
import { StateFiles } from "../../extension/node/storage/stateFiles.ts";
import { SessionArchive } from "../../extension/node/transcripts/sessionArchive.ts";
import { SessionIndex } from "../../extension/node/transcripts/sessionIndex.ts";
import { DiskSessionRegistry } from "../../extension/node/transcripts/sessionRegistry.ts";
import { TranscriptFiles } from "../../extension/node/transcripts/transcriptFiles.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { startModel } from "../model/server.mjs";
import { describeEachVersion } from "./eachVersion.ts";

describeEachVersion("two profiles with claude %s", (version) => {
  let place: ReturnType<typeof temporaryHome>;
  /** The service of the account "work", and that of all others. */
  let atWork: Awaited<ReturnType<typeof startModel>>;
  let elsewhere: Awaited<ReturnType<typeof startModel>>;
  let profile: string;
  const windows: Conversations[] = [];

  const at = (...names: string[]) => path.join(place.root, ...names);
  /** Only the profile "work" has its own executable, which leaves a mark for each start. */
  const executable = (name: string | undefined) => (name === "work" ? at("work.sh") : undefined);
  const environment = (name = "") => {
    const extra = modelEnvironment({ home: place.home, url: elsewhere.url });
    const own = {
      name,
      environment: { CLAUDE_CONFIG_DIR: at(name), ...(name === "work" ? { ANTHROPIC_BASE_URL: atWork.url } : {}) },
    };
    return makeEnvironment({
      inherited: process.env,
      extra,
      profile: name === "" ? undefined : own,
      clientVersion: "0.0.0",
    });
  };

  /** Opens a window on the same folder and the same disk. */
  function openWindow(): Conversations {
    const saved = new TranscriptFiles(environment);
    const locks = new ProcessLocks(at("locks"), systemClock);
    const conversations = new Conversations({
      launcher: new ClaudeStarter({
        isTrusted: () => true,
        environment,
        admit: async () => ({ origin: "all", refusedServers: [], refusedOwnServers: [] }),
        settings: () => [{ source: { kind: "setting", scope: "user" }, values: { claudePath: ensureCli(version) } }],
        executable,
        otherRoots: () => [],
        servers: async () => ({ servers: {}, rules: { allow: [], ask: [], deny: [] } }),
        saved,
        locks,
        newId: randomUUID,
        clock: systemClock,
        versions: new VersionCheck(),
      }),
      unsavedFiles: emptyUnsavedFiles,
      attachments: memoryAttachments(),
      live: new DiskSessionRegistry({
        environment,
        profiles: () => ["work", "home"],
        locks,
        terminal: () => undefined,
        now: () => systemClock.now(),
      }),
      files: {
        isDirty: () => false,
        watch: () => ({ dispose() {} }),
        locate: async () => ({ isOutside: false, isReadOnly: false }),
        readDisk: async () => undefined,
        decode: decodeDisk,
      },
      maxProcesses: () => 8,
      folders: {
        choose: async () => place.workspace,
        isOutdated: () => false,
        needsDecision: false,
        useHome: async () => {},
        resolveAgain: async (folder) => folder,
      },
      profiles: { choose: () => profile },
      history: saved,
      store: new StateFiles(at("state"), silentLogger),
      clock: systemClock,
      logger: silentLogger,
      newId: randomUUID,
    });
    windows.push(conversations);
    return conversations;
  }

  const listed = async () => {
    const index = new SessionIndex({
      environment,
      profiles: { names: () => ["work", "home"], recorded: () => new Map() },
      folders: () => [place.workspace],
      cache: { load: () => undefined, save: () => {}, setAside: () => {} },
      clock: systemClock,
      logger: silentLogger,
    });
    return (await index.list()).toSorted((one, other) => one.title.localeCompare(other.title));
  };

  async function converse(open: OpenConversation, prompt: string): Promise<void> {
    await open.open();
    const turns = () =>
      open.conversation.transcript.page("", { kind: "end" }, 100).items.filter(({ kind }) => kind === "turn").length;
    const before = turns();
    open.submit(prompt);
    await expect.poll(turns).toBe(before + 1);
    expect(open.conversation.state.failure).toBeUndefined();
  }

  async function start(name: string, prompt: string): Promise<OpenConversation> {
    profile = name;
    const open = openWindow().create();
    await converse(open, prompt);
    await windows.at(-1)?.close();
    return open;
  }

  beforeEach(async () => {
    place = temporaryHome("tandem-profiles-");
    const scripts = (prompt: string) => [{ blocks: [{ text: `Reply to ${prompt}` }] }];
    [atWork, elsewhere] = [await startModel({ scripts }), await startModel({ scripts })];
    const program = ensureCli(version);
    const call = program.endsWith(".js") ? `"${process.execPath}" "${program}"` : `"${program}"`;
    fs.writeFileSync(at("work.sh"), `#!/bin/sh\necho started >> "${at("starts")}"\nexec ${call} "$@"\n`, {
      mode: 0o755,
    });
  });
  afterEach(async () => {
    for (const window of windows.splice(0)) await window.close();
    await Promise.all([atWork.close(), elsewhere.close()]);
    place.remove();
  });

  it("saves, lists, resumes, forks and deletes conversations under their own config folder, account and executable", async () => {
    const isAsked = (model: typeof atWork, prompt: string) =>
      model.requests.some(({ messages }) => JSON.stringify(messages).includes(prompt));
    const starts = () => fs.readFileSync(at("starts"), "utf8").split("\n").length - 1;
    await start("work", "first at work");
    await start("home", "first at home");
    await start("", "first of none");
    const prompts = ["first at work", "first at home", "first of none"];
    expect(prompts.map((prompt) => [isAsked(atWork, prompt), isAsked(elsewhere, prompt)])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
    const before = starts();
    const found = await listed();
    expect(found.map(({ title, profile: of }) => [title, of])).toEqual([
      ["first at home", "home"],
      ["first at work", "work"],
      ["first of none", ""],
    ]);

    profile = "home";
    const window = openWindow();
    const [, saved] = found;
    const resumed = window.openSaved(saved!);
    await converse(resumed, "second at work");
    const copy = window.create({
      draft: "",
      folder: place.workspace,
      profile: "work",
      forkedFrom: { sessionId: saved!.sessionId },
      isResting: true,
    });
    await converse(copy, "third at work");
    expect(starts() - before).toBeGreaterThanOrEqual(2);
    expect(["second at work", "third at work"].filter((prompt) => isAsked(elsewhere, prompt))).toEqual([]);
    const [again, copied] = ["second at work", "third at work"].map((prompt) =>
      atWork.requests.find(({ messages }) => JSON.stringify(messages).includes(prompt)),
    );
    for (const request of [again, copied]) expect(JSON.stringify(request)).toContain("first at work");
    await window.close();
    expect((await listed()).map(({ profile: of }) => of).sort()).toEqual(["", "home", "work", "work"]);

    const archive = new SessionArchive({ environment, trash: at("trash"), now: () => systemClock.now() });
    await archive.remove(saved!);
    expect((await listed()).map(({ profile: of }) => of).sort()).toEqual(["", "home", "work"]);
  });
});
