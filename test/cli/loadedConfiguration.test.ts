import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Frame } from "../../extension/core/protocol/frames/decode.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { getExcludedTools, getExclusion } from "../../extension/node/claude/exclusion.ts";
import { scanRepository } from "../../extension/node/claude/repositoryScan.ts";
import { fuzzRuns } from "../fuzz/runs.ts";
import { describeEachVersion } from "./eachVersion.ts";
import {
  type Brought,
  generateRepositories,
  ignoredFolder,
  innerRepositories,
  rememberingAgent,
  writeBrought,
} from "./generatedRepositories.ts";
import { type Conversation, World } from "./realCli.ts";

const isInit = (frame: Frame): frame is Extract<Frame, { type: "system"; subtype: "init" }> =>
  frame.type === "system" && frame.subtype === "init";
const all = ["user", "project", "local"] as const;
/** Files of the folders below that claude reads, so that it takes in what these bring. */
const looked = ["pkg", "pkg/deep", ignoredFolder, ...innerRepositories].map((name) => `${name}/a.txt`);

describeEachVersion("what claude %s loads of a repository", (version) => {
  let world: World;
  let marks: string;
  let written: string[] = [];
  const file = (name: string): string => path.join(world.home.workspace, name);
  const touch = (word: string): string => `touch ${path.join(marks, word)}`;
  const write = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(file(name)), { recursive: true });
    fs.writeFileSync(file(name), text);
    written.push(file(name));
  };
  const bring = (each: Brought): void => {
    const { path: name, text } = writeBrought(each, touch);
    if (each.style !== "link") return write(name, text);
    // Not where git, which tells claude the names of new files, would list it.
    const target = path.join(world.home.home, each.word);
    fs.writeFileSync(target, text);
    fs.mkdirSync(path.dirname(file(name)), { recursive: true });
    fs.symlinkSync(target, file(name));
    written.push(target, file(name));
  };

  beforeAll(async () => {
    world = await World.create(() => [{ blocks: [{ text: "Answered." }] }]);
    const read = (name: string) => ({ blocks: [{ tool: "Read", input: { file_path: file(name) } }] });
    const ask = {
      blocks: [{ tool: "Agent", input: { description: "Ask", prompt: "remember", subagent_type: rememberingAgent } }],
    };
    world.scripts.set("look", [...looked.map(read), ask, { blocks: [{ text: "Read." }] }]);
    const config = path.join(world.home.home, "config");
    fs.mkdirSync(config, { recursive: true });
    // Plugins among skills are loaded in trusted repositories.
    const projects = Object.fromEntries(
      [world.home.workspace, world.home.root].map((each) => [each, { hasTrustDialogAccepted: true }]),
    );
    fs.writeFileSync(path.join(config, ".claude.json"), JSON.stringify({ projects }));
    const agents = path.join(world.home.home, "config", "agents");
    fs.mkdirSync(agents, { recursive: true });
    fs.writeFileSync(
      path.join(agents, "a.md"),
      `---\nname: ${rememberingAgent}\ndescription: Remembers\nmemory: project\n---\nRemember.\n`,
    );
    const above = path.join(world.home.workspace, "..");
    execFileSync("git", ["init", "-q"], { cwd: above });
    fs.writeFileSync(path.join(above, ".git", "info", "exclude"), `${ignoredFolder}/\n`);
  });
  beforeEach(() => {
    marks = path.join(world.home.root, "marks");
    fs.mkdirSync(marks, { recursive: true });
    for (const name of looked) write(name, "text");
    for (const name of innerRepositories) execFileSync("git", ["init", "-q"], { cwd: file(name) });
    write("damaged/.git/index", "no index");
  });
  afterEach(async () => {
    await world.closeConversations();
    for (const each of [...written, marks, ...[".", ".."].map((at) => file(`${at}/.claude`))])
      fs.rmSync(each, { recursive: true, force: true });
    for (const name of ["pkg", ignoredFolder, ...innerRepositories])
      fs.rmSync(file(name), { recursive: true, force: true });
    written = [];
  });
  afterAll(() => world.close());

  // The folder above the working folder contains the home folder here, so another one stands for it: what is in folders
  // above a home is the user's.
  const scan = () =>
    scanRepository(world.home.workspace, {
      home: path.join(world.home.root, "..", "elsewhere", "home"),
      homes: [],
      configFolders: [path.join(world.home.home, "config")],
    });

  /**
   * Returns the words of those things that reached the model or a process, or with `inLists` a list that claude
   * reports.
   */
  async function findLoaded(
    cli: Conversation,
    brought: readonly Brought[],
    inLists = true,
  ): Promise<readonly string[]> {
    const first = world.model.requests.length;
    await cli.turn("look");
    await cli.turn("and now");
    const init = cli.frames.findLast(isInit);
    const requests = world.model.requests.slice(first);
    const said = JSON.stringify([
      ...requests.map(({ system, messages, tools }) => [system, messages, tools]),
      inLists && [init?.slash_commands, init?.skills, init?.mcp_servers?.map(({ name }) => name)],
      inLists && [cli.initialized?.agents, cli.initialized?.available_output_styles, cli.initialized?.commands],
      fs.readdirSync(marks),
    ]);
    return brought.flatMap(({ word }) => (said.includes(word) ? [word] : []));
  }

  it.each(generateRepositories(fuzzRuns(4)).map((brought, number) => ({ number, brought })))(
    "is what the card lists: repository $number",
    async ({ brought }) => {
      for (const each of brought) bring(each);
      const cli = await world.start(version, { launch: { settingSources: [...all] } });
      const loaded = new Set(await findLoaded(cli, brought));
      const entries = await scan();
      const isListed = (each: Brought): boolean =>
        entries.some(
          ({ path: at = "", name }) =>
            path.resolve(at) === path.resolve(file(writeBrought(each, touch).path)) || name === each.word,
        );
      const describe = ({ kind, place }: Brought): string => `${kind} in ${place || "."}`;
      expect(brought.filter((each) => loaded.has(each.word) && !isListed(each)).map(describe)).toEqual([]);
      if (hasSince(version, "d") !== "yes") return;
      // Older versions load less. The scan takes more of the folders above than claude does, which takes settings,
      // memory and plugins among skills of the working folder alone, and no rules, memory and manifests that are links
      // out of it. Of a folder claude reads instructions for agents only where there are no others, and no skills of
      // one that git ignores.
      const ofWorkingFolder = ["hook", "language", "memory", "plugin"];
      const isLess = ({ kind, place, style }: Brought): boolean =>
        (place === ".." && ofWorkingFolder.includes(kind)) ||
        (place === ignoredFolder && kind === "skill") ||
        (style === "link" && ["rules", "memory", "plugin"].includes(kind)) ||
        kind.toLowerCase().includes("agentsinstructions");
      expect(brought.filter((each) => !loaded.has(each.word) && isListed(each) && !isLess(each)).map(describe)).toEqual(
        [],
      );
    },
  );

  it("is nothing within two minutes of a start without the repository", {
    timeout: 300_000,
    tags: ["thorough"],
  }, async () => {
    const reached: string[] = [];
    const listener = http.createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void listener.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    try {
      const brought = [
        ...new Set(
          generateRepositories(30)
            .flat()
            .map(({ kind }) => kind),
        ),
      ].flatMap((kind, at) =>
        ["", "damaged"].map(
          (place): Brought => ({
            kind,
            place,
            style: "plain",
            word: `word${String.fromCharCode(97 + at)}${place === "" ? "x" : "y"}`,
          }),
        ),
      );
      for (const each of brought) bring(each);
      const hooks = Object.fromEntries(
        ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"].map((event) => [
          event,
          [{ hooks: [{ type: "command", command: touch(event) }] }],
        ]),
      );
      const settings = {
        hooks,
        apiKeyHelper: touch("helper"),
        env: { ANTHROPIC_BASE_URL: address },
        statusLine: { type: "command", command: touch("status") },
      };
      write(".claude/settings.json", JSON.stringify(settings));
      write(".claude/settings.local.json", JSON.stringify(settings));
      write(
        ".mcp.json",
        JSON.stringify({
          mcpServers: {
            reached: { type: "http", url: `${address}/mcp` },
            started: { command: "sh", args: ["-c", touch("server")] },
          },
        }),
      );
      const task = {
        id: "t1",
        cron: "* * * * *",
        prompt: "wordscheduled",
        recurring: true,
        createdAt: Date.now() - 3_600_000,
      };
      write(".claude/scheduled_tasks.json", JSON.stringify({ tasks: [task] }));
      const launch = {
        settingSources: ["user" as const],
        disallowedTools: [...getExcludedTools({ origin: "user" }, version)],
      };
      const cli = await world.start(version, { launch, environment: getExclusion({ origin: "user" }) });
      const began = Date.now();
      const first = world.model.requests.length;
      // 2.1.50 offers the name of a skill below, which the user would have to type.
      const loaded = await findLoaded(cli, brought, false);
      // Twice the time after which a task of every minute is due.
      await new Promise((resolve) => setTimeout(resolve, 120_000 - (Date.now() - began)));
      const requests = JSON.stringify(world.model.requests.slice(first));
      expect([loaded, reached, fs.readdirSync(marks), requests.includes("wordscheduled")]).toEqual([[], [], [], false]);
    } finally {
      listener.close();
    }
  });
});
