import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { RepositoryTrust } from "../../extension/core/conversations/repositoryTrust.ts";
import { RepositoryGuard } from "../../extension/core/guards/repositoryGuard.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { identifyEntry, scanRepository } from "../../extension/node/claude/repositoryScan.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { MemoryTrust } from "../fakes/memoryTrust.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startConversation } from "./realConversation.ts";

describeEachVersion("configuration that comes while claude %s runs", (version) => {
  let world: World;
  beforeAll(async () => {
    world = await World.create(() => [{ blocks: [{ text: "Answered." }] }]);
  });
  // One that runs would go on with the schedule of the folder.
  afterEach(() => world.closeConversations());
  afterAll(() => world.close());

  it("takes effect only once the user has decided about it", async () => {
    const folder = path.join(world.home.workspace, ".claude");
    const mark = path.join(world.home.root, "mark");
    const write = (name: string, text: string): void => {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    };
    const hook = { hooks: [{ type: "command", command: `touch ${mark}` }] };
    write("settings.json", "{}");
    write("skills/first/SKILL.md", "---\nname: first\ndescription: First\n---\nText.");
    let origin: "all" | "undecided" = "undecided";
    const asked: unknown[] = [];
    const guard = new RepositoryGuard({
      origin: async () => {
        asked.push(origin);
        return origin;
      },
      isRefusedTask: async () => false,
    });
    const known = guard.hooks.filter(({ since = "a" as never }) => hasSince(version, since) === "yes");
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"] },
      beforeInitialize: (client) => {
        for (const each of known) client.hooks.register(each);
      },
    });
    await cli.turn("one");
    write("settings.json", JSON.stringify({ hooks: { UserPromptSubmit: [hook] } }));
    if (hasSince(version, "d") === "yes") await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await cli.turn("two");
    expect(fs.existsSync(mark)).toBe(false);
    if (hasSince(version, "d") !== "yes") return;
    origin = "all";
    write("settings.json", JSON.stringify({ hooks: { UserPromptSubmit: [hook, hook] } }));
    await expect.poll(() => asked, { timeout: 20_000 }).toContain("all");
    await expect
      .poll(() => cli.turn("three").then(() => fs.existsSync(mark)), { timeout: 20_000, interval: 500 })
      .toBe(true);
  });

  it("sends no message when it came after the start was admitted", async () => {
    const { workspace, home } = world.home;
    const trust = new RepositoryTrust({
      scan: (folder) => scanRepository(folder, { home, homes: [], configFolders: [] }),
      identify: identifyEntry,
      memory: new MemoryTrust(),
    });
    await trust.decide(workspace, (await trust.review(workspace)).revision, "start", []);
    const skill = path.join(workspace, ".claude", "skills", "late");
    fs.mkdirSync(skill, { recursive: true });
    fs.writeFileSync(path.join(skill, "SKILL.md"), "---\nname: late\ndescription: Late\n---\nText.");
    const first = world.model.requests.length;
    const conversation = await startConversation(world, version, {
      launch: { settingSources: ["user", "project", "local"] },
      logger: silentLogger,
      readmit: () => trust.admit(workspace),
      onCreated: (created) => created.submit("hello"),
    });
    try {
      expect(conversation.state).toMatchObject({ problem: { code: "repository" }, queue: [{ text: "hello" }] });
      expect(world.model.requests.slice(first)).toEqual([]);
    } finally {
      await conversation.close();
      fs.rmSync(skill, { recursive: true });
    }
  });

  it("runs the tasks that were there before, and none that was added since", {
    tags: "thorough",
    timeout: 240_000,
  }, async () => {
    if (hasSince(version, "c") !== "yes") return;
    const file = path.join(world.home.workspace, ".claude", "scheduled_tasks.json");
    const task = (id: string, prompt: string, cron = "* * * * *") => ({
      ...{ id, cron, prompt, recurring: true, createdAt: Date.now() - 3_600_000 },
    });
    const write = (...tasks: object[]): void => fs.writeFileSync(file, JSON.stringify({ tasks }));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    write(task("t0", "rare", "0 0 1 1 *"));
    const asked: string[] = [];
    const guard = new RepositoryGuard({
      origin: async () => "all",
      isRefusedTask: async (message) => {
        asked.push(message);
        return message.includes("wordundecided");
      },
    });
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"] },
      beforeInitialize: (client) => {
        for (const each of guard.hooks) client.hooks.register(each);
      },
    });
    await cli.turn("one");
    // Messages that are due together come as one.
    write(task("t1", "wordundecided"), task("t2", "worddecided"));
    const until = { timeout: 100_000, interval: 500 };
    await expect.poll(() => asked.join("\n").split("\n"), until).toContain("wordundecided");
    const read = (): string => JSON.stringify(world.model.requests);
    write(task("t2", "worddecided"));
    await expect.poll(read, until).toContain("worddecided");
    expect(read()).not.toContain("wordundecided");
  });

  it("is no message of a task that claude has taken out of its file", async () => {
    if (hasSince(version, "c") !== "yes") return;
    const { workspace, home } = world.home;
    const file = path.join(workspace, ".claude", "scheduled_tasks.json");
    const task = (prompt: string) => ({ id: prompt, cron: "0 0 1 1 *", prompt, createdAt: 0 });
    const write = (...tasks: object[]): void => fs.writeFileSync(file, JSON.stringify({ tasks }));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    write({ ...task("rare"), recurring: true, createdAt: Date.now() });
    fs.writeFileSync(path.join(workspace, ".claude", "loop.md"), "wordloop");
    const trust = new RepositoryTrust({
      scan: (folder) => scanRepository(folder, { home, homes: [], configFolders: [] }),
      identify: identifyEntry,
      memory: new MemoryTrust(),
    });
    await trust.decide(workspace, (await trust.review(workspace)).revision, "start", []);
    const refused: string[] = [];
    const guard = new RepositoryGuard({
      origin: () => trust.originIn(workspace),
      isRefusedTask: async (message) => {
        // It does so while the hook runs.
        if (message !== "one") await expect.poll(() => fs.readFileSync(file, "utf8")).not.toContain("createdAt");
        const isRefused = await trust.isRefusedTask(workspace, message);
        if (isRefused) refused.push(message);
        return isRefused;
      },
    });
    const cli = await world.start(version, {
      launch: { settingSources: ["user", "project", "local"] },
      beforeInitialize: (client) => {
        for (const each of guard.hooks) client.hooks.register(each);
      },
    });
    await cli.turn("one");
    const first = world.model.requests.length;
    for (const [at, prompt] of ["wordonce", "<<loop.md>>"].entries()) {
      write(task(prompt));
      await trust.noteTasks(workspace);
      await expect.poll(() => refused.length, { timeout: 20_000 }).toBe(at + 1);
    }
    await cli.turn("two");
    expect(JSON.stringify(world.model.requests.slice(first))).not.toMatch(/wordonce|wordloop/);
  });
});
