import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Conversations } from "../../extension/core/conversations/conversations.ts";
import type { OpenConversation } from "../../extension/core/conversations/openConversation.ts";
import { WaitingRequests } from "../../extension/core/conversations/requests/waitingRequests.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import { ClaudeStarter } from "../../extension/node/claude/startClaude.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import { ProcessLocks } from "../../extension/node/processes/processLocks.ts";
import { StateFiles } from "../../extension/node/storage/stateFiles.ts";
import { TranscriptFiles } from "../../extension/node/transcripts/transcriptFiles.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { decodeDisk } from "../../extension/vscode/files/diskText.ts";
import { emptySessionRegistry } from "../fakes/emptySessionRegistry.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { type Reply, startModel } from "../model/server.mjs";
import { describeEachVersion } from "./eachVersion.ts";

const say = (text: string): Reply => ({ blocks: [{ text }] });

/** Processes whose working folder this is. */
function processesIn(folder: string): number[] {
  return fs.readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return fs.readlinkSync(`/proc/${name}/cwd`) === folder ? [Number(name)] : [];
    } catch {
      // Gone meanwhile, or somebody else's.
      return [];
    }
  });
}

describeEachVersion("two conversations with claude %s", (version) => {
  let place: ReturnType<typeof temporaryHome>;
  const scripts = new Map<string, Reply[]>();
  let model: Awaited<ReturnType<typeof startModel>>;
  let saved: TranscriptFiles;
  let conversations: Conversations;
  let waiting: WaitingRequests;
  let a: OpenConversation;
  let b: OpenConversation;

  const folder = (name: string) => path.join(place.root, name);
  const replies = (open: OpenConversation) =>
    open.conversation.transcript
      .page("", { kind: "end" }, 100)
      .items.flatMap((item) => (item.kind === "text" ? [item.text] : []));

  beforeEach(async () => {
    place = temporaryHome("tandem-two-");
    scripts.clear();
    model = await startModel({ scripts: (prompt: string) => scripts.get(prompt) });
    for (const name of ["a", "b"]) fs.mkdirSync(folder(name));
    const environment = () =>
      makeEnvironment({
        inherited: process.env,
        extra: modelEnvironment({ home: place.home, url: model.url }),
        clientVersion: "0.0.0",
      });
    saved = new TranscriptFiles(environment);
    const folders = [folder("a"), folder("b")];
    conversations = new Conversations({
      launcher: new ClaudeStarter({
        isTrusted: () => true,
        environment,
        admit: async () => ({ origin: "all", refusedServers: [], refusedOwnServers: [] }),
        settings: () => [{ source: { kind: "setting", scope: "user" }, values: { claudePath: ensureCli(version) } }],
        otherRoots: () => [],
        servers: async () => ({ servers: {}, rules: { allow: [], ask: [], deny: [] } }),
        saved,
        locks: new ProcessLocks(folder("locks"), systemClock),
        newId: randomUUID,
        clock: systemClock,
        versions: new VersionCheck(),
      }),
      unsavedFiles: emptyUnsavedFiles,
      attachments: memoryAttachments(),
      live: emptySessionRegistry,
      files: {
        isDirty: () => false,
        watch: () => ({ dispose() {} }),
        locate: async () => ({ isOutside: false, isReadOnly: false }),
        decode: decodeDisk,
        readDisk: async (file) =>
          fs.existsSync(file) ? { text: fs.readFileSync(file, "utf8"), isUtf16: false } : undefined,
      },
      maxProcesses: () => 8,
      folders: {
        choose: async () => folders.shift(),
        isOutdated: () => false,
        needsDecision: false,
        useHome: async () => {},
        resolveAgain: async (each) => each,
      },
      profiles: { choose: () => "" },
      history: saved,
      store: new StateFiles(folder("state"), silentLogger),
      clock: systemClock,
      logger: silentLogger,
      newId: randomUUID,
    });
    waiting = new WaitingRequests(conversations, systemClock, silentLogger);
    [a, b] = [conversations.create(), conversations.create()];
    await Promise.all([a.open(), b.open()]);
  });
  afterEach(async () => {
    await conversations.close();
    await model.close();
    place.remove();
  });

  it("streams both at once, and nothing of one is in the other", async () => {
    const gates = [0, 1].map(() => {
      let open = (): void => {};
      const promise = new Promise<void>((resolve) => {
        open = resolve;
      });
      return { promise, open };
    });
    scripts.set("to a", [{ blocks: [{ text: "A begins. " }, { gate: gates[0]!.promise }, { text: "A ends." }] }]);
    scripts.set("to b", [{ blocks: [{ text: "B begins. " }, { gate: gates[1]!.promise }, { text: "B ends." }] }]);
    a.conversation.submit("to a");
    b.conversation.submit("to b");
    await expect.poll(() => [...replies(a), ...replies(b)].join()).toContain("B begins. ");
    await expect.poll(() => replies(a).join()).toContain("A begins. ");
    expect([a.conversation.state.status, b.conversation.state.status]).toEqual(["working", "working"]);
    gates[1]!.open();
    await expect.poll(() => b.conversation.state.status).toBe("idle");
    expect(a.conversation.state.status).toBe("working");
    gates[0]!.open();
    await expect.poll(() => a.conversation.state.status).toBe("idle");
    expect(replies(a).join("")).toBe("A begins. A ends.");
    expect(replies(b).join("")).toBe("B begins. B ends.");
  });

  it("answers the requests of both in mixed order, each in its own folder", async () => {
    for (const name of ["a", "b"])
      scripts.set(`write ${name}`, [
        {
          blocks: [{ tool: "Write", input: { file_path: path.join(folder(name), "file.txt"), content: `${name}\n` } }],
        },
        say("Done."),
      ]);
    a.conversation.submit("write a");
    await expect.poll(() => waiting.all.length).toBe(1);
    b.conversation.submit("write b");
    await expect.poll(() => waiting.all.map(({ conversation }) => conversation)).toEqual([a.id, b.id]);
    const [first, second] = waiting.all;
    expect(await a.conversation.permissions.decide(second!.view.id, 0, { kind: "allow" })).toBe("gone");
    b.conversation.permissions.decide(second!.view.id, 0, { kind: "allow" });
    await expect.poll(() => fs.existsSync(path.join(folder("b"), "file.txt"))).toBe(true);
    expect(fs.existsSync(path.join(folder("a"), "file.txt"))).toBe(false);
    a.conversation.permissions.decide(first!.view.id, 0, { kind: "deny" });
    await expect.poll(() => [a, b].map(({ conversation }) => conversation.state.status)).toEqual(["idle", "idle"]);
    expect(fs.existsSync(path.join(folder("a"), "file.txt"))).toBe(false);
  });

  it.skipIf(process.platform !== "linux")(
    "loses one process without an effect on the other, and resumes its conversation",
    async () => {
      scripts.set("remember 42", [say("I will.")]);
      scripts.set("still there", [say("Still here.")]);
      scripts.set("what was it", [say("42.")]);
      a.conversation.submit("remember 42");
      await expect.poll(() => a.conversation.state.status).toBe("idle");
      await expect.poll(() => replies(a)).toEqual(["I will."]);
      // 2.1.50 writes its transcript a moment after the turn; what was not written cannot be resumed.
      await expect
        .poll(
          async () =>
            (await (await saved.open({ sessionId: a.conversation.state.sessionId ?? "", folder: folder("a") }))?.read())
              ?.frames.length ?? 0,
        )
        .toBeGreaterThan(1);
      for (const pid of processesIn(folder("a"))) process.kill(pid, "SIGKILL");
      await expect.poll(() => a.conversation.state.problem?.code).toBe("ended");
      b.conversation.submit("still there");
      await expect.poll(() => replies(b)).toEqual(["Still here."]);
      expect(b.conversation.state.problem).toBeUndefined();
      await a.restart();
      a.conversation.submit("what was it");
      await expect.poll(() => replies(a)).toEqual(["I will.", "42."]);
      const sent = JSON.stringify(
        model.requests.findLast((request: object) => JSON.stringify(request).includes("what was it")),
      );
      expect([sent.includes("remember 42"), sent.includes("still there")]).toEqual([true, false]);
    },
  );

  /** A turn whose request waits, and a message that is sent now. Returns what is said in it. */
  async function sendNow() {
    const file = path.join(folder("a"), "file.txt");
    scripts.set("write", [
      { blocks: [{ tool: "Write", input: { file_path: file, content: "a\n" } }] },
      say("Written."),
    ]);
    scripts.set("also this", [say("Also.")]);
    a.conversation.submit("write");
    await expect.poll(() => waiting.all.length).toBe(1);
    a.conversation.submit("also this");
    const id = a.conversation.state.queue[0]!.id;
    await a.conversation.delivery.sendNow(id);
    const kinds = () =>
      a.conversation.transcript
        .page("", { kind: "end" }, 100)
        .items.flatMap((item) => (item.kind === "turn" ? [] : [item.kind]));
    return { id, file, kinds };
  }
  const savedAs = async (text: string) => {
    const page = await (
      await saved.open({ sessionId: a.conversation.state.sessionId ?? "", folder: folder("a") })
    )?.read();
    return page?.frames.flatMap((frame) =>
      frame.type === "user" && JSON.stringify(frame.message.content).includes(`"${text}"`) ? [frame.uuid] : [],
    );
  };

  it("reads a message sent now once: in the running turn if possible, else after it", async () => {
    const { id, file, kinds } = await sendNow();
    if (hasSince(version, "c") === "yes") {
      expect(a.conversation.state.queue).toMatchObject([{ id, isJoining: true }]);
      a.conversation.permissions.decide(waiting.all[0]!.view.id, 0, { kind: "allow" });
      await expect.poll(() => a.conversation.state.status).toBe("idle");
      expect([kinds(), replies(a)]).toEqual([["prompt", "tool", "prompt", "text"], ["Written."]]);
    } else {
      await expect.poll(() => replies(a)).toEqual(["Also."]);
      expect(fs.existsSync(file)).toBe(false);
    }
    expect(a.conversation.state.queue).toEqual([]);
    await expect.poll(() => savedAs("also this")).toEqual([id]);
  });

  it.skipIf(hasSince(version, "c") !== "yes")(
    "takes back a message that the turn has not read, alone or with a stop",
    async () => {
      const { id } = await sendNow();
      expect(await a.conversation.delivery.recall(id)).toBe(true);
      expect(a.conversation.state.queue).toMatchObject([{ text: "also this", isHeld: true }]);
      await a.conversation.delivery.sendNow(id);
      await a.conversation.stop();
      await expect.poll(() => a.conversation.state.status).toBe("idle");
      expect(a.conversation.state.queue).toMatchObject([{ text: "also this", isHeld: true }]);
      await a.conversation.delivery.sendNow(a.conversation.state.queue[0]!.id);
      await expect.poll(() => replies(a)).toEqual(["Also."]);
    },
  );

  it.skipIf(process.platform !== "linux" || hasSince(version, "c") !== "yes")(
    "gives back a message that the turn had not read when its process died",
    async () => {
      const { id } = await sendNow();
      for (const pid of processesIn(folder("a"))) process.kill(pid, "SIGKILL");
      await expect.poll(() => a.conversation.state.problem?.code).toBe("ended");
      expect(a.conversation.state.queue).toMatchObject([{ text: "also this", isHeld: true }]);
      expect(a.conversation.state.queue[0]?.id).not.toBe(id);
      expect((await savedAs("also this")) ?? []).toEqual([]);
    },
  );
});
