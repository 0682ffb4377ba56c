import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { ConversationEvents } from "../../extension/core/conversation/events/conversationEvents.ts";
import { CallWaits } from "../../extension/core/conversation/ports/callWaits.ts";
import { getFileWriting } from "../../extension/core/conversation/tools/describeCall.ts";
import { CheckpointParticipant } from "../../extension/node/checkpoints/checkpointParticipant.ts";
import type { QueuedPrompt } from "../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { readTree } from "../system/node/checkpoints/readTree.ts";
import { openWindow, restoreAllFiles, userGit } from "../system/node/checkpoints/setup.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { allow, World } from "./realCli.ts";

const tool = (name: string, input: object) => ({ blocks: [{ tool: name, input }] });
const bash = (command: string) => tool("Bash", { command, description: "x" });

let world: World;
beforeAll(async () => {
  // The text of a slash command is in what is sent, with the output of its commands.
  world = await World.create((prompt) => (prompt.includes("State:") ? [{ blocks: [{ text: "Done." }] }] : undefined));
});
afterEach(() => world.closeConversations());
afterAll(() => world.close());

/** Hash of every file of a repository, its times left out. */
const readGit = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []))
    .sort()
    .map((file) => `${file} ${fs.readFileSync(file, "base64")}`);

/** A repository with ignored files, and the checkpoints of a conversation in it. */
function begin(name: string) {
  const folder = path.join(world.home.root, name);
  const at = (file: string): string => path.join(folder, file);
  for (const [file, text] of [
    ["old/deep/a.txt", "a\n"],
    ["b.txt", "one\ntwo\n"],
    ["script.sh", "#!/bin/sh\n"],
    [".gitignore", "*.log\n"],
  ] as const) {
    fs.mkdirSync(path.dirname(at(file)), { recursive: true });
    fs.writeFileSync(at(file), text);
  }
  fs.writeFileSync(at("kept.log"), "only here");
  userGit(folder, "init", "-q", "-b", "main");
  userGit(folder, "add", "-A");
  userGit(folder, "commit", "-qm", "first");
  /** Opens a conversation in a window of its own. */
  const open = (id: string, session?: string) => {
    const files = openWindow(world.home.root, [folder]).open(id, folder, session);
    const participant = new CheckpointParticipant({
      conversation: {
        id: id as ConversationId,
        state: () => expect.fail(),
        notice: (_, notice) => expect.fail(notice.code),
        events: new ConversationEvents(() => {}),
      },
      files,
      clock: systemClock,
      isEnabled: () => true,
      includesShellChanges: () => true,
      getWriting: getFileWriting,
      isAgent: (name) => name === "Agent" || name === "Task",
      logger: { warn: (text) => expect.fail(text) },
    });
    return { files, participant };
  };
  return { folder, at, open, ...open("one") };
}

/** Starts `claude`. `turn` sends it a message, and returns its id. */
async function start(
  version: string,
  participant: CheckpointParticipant,
  launch: { readonly resume?: string; readonly forkSession?: boolean } = {},
) {
  const cli = await world.start(version, {
    launch,
    beforeInitialize: (client) => {
      for (const hook of participant.hooks) client.hooks.register(hook);
    },
  });
  let session = "";
  const turn = async (text: string): Promise<string> => {
    const prompt = randomUUID();
    await participant.beforePrompt(
      { id: prompt, text, attachments: [] } as unknown as QueuedPrompt,
      new AbortController().signal,
    );
    const { result } = await cli.turn(text);
    expect(result.is_error).toBe(false);
    participant.turnEnded();
    session = result.session_id as string;
    return prompt;
  };
  return { cli, turn, session: () => session, close: () => cli.client.close() };
}

const gitAs = "git -c user.name=a -c user.email=a@example.org";

/** Commands of one turn each, in a repository with a branch `side`, a changed file and a new one. */
const commands: Readonly<Record<string, string>> = {
  "git checkout": "git checkout -q --force side",
  "git commit": `echo more >> b.txt && git add -A && ${gitAs} commit -qm more && echo again >> b.txt`,
  "git stash": `echo more >> b.txt && ${gitAs} stash push -q --include-untracked`,
  chmod: "chmod 600 script.sh && chmod 755 b.txt",
  "a link": "rm b.txt && ln -s old b.txt",
  "a created folder": "mkdir -p made/inner/empty && echo x > made/x.txt",
  "1,000 generated files": "mkdir gen && for i in $(seq 1000); do echo $i > gen/$i.txt; done",
  "a binary": "head -c 100000 /dev/urandom > new.bin && head -c 5000 /dev/urandom > b.txt",
};

describeEachVersion("checkpoints with claude %s", (version) => {
  it("restore what edits and commands changed, step by step, and leave the repository alone", async () => {
    const { folder, at, files, participant } = begin(`project-${version}`);
    world.scripts.set("change everything", [
      bash(`cd ${folder} && rm -rf old && mv b.txt c.txt && chmod 755 script.sh && mkdir empty && ln -s c.txt link`),
      tool("Write", { file_path: at("new/d.txt"), content: "d\n" }),
      bash(
        `cd ${folder} && sed -i s/one/1/ c.txt && for i in $(seq 200); do echo $i > new/$i.txt; done && printf 'no\\n' > .gitignore`,
      ),
      { blocks: [{ text: "Done." }] },
    ]);
    const { turn } = await start(version, participant);
    const [repository, tree] = [readGit(at(".git")), readTree(folder)];
    await turn("change everything");
    await files.take({ kind: "preview" });
    const points = await files.list();
    expect(points.map(({ cause }) => cause.kind)).toEqual(["message", "call", "call", "turnEnd"]);
    const after = readTree(folder);
    expect(after[".gitignore"]).not.toBe(tree[".gitignore"]);
    const [first, command] = points;
    if (!first || !command) return;
    const { differences } = await files.compare(first.id, command.id);
    expect(differences.map(({ path: name, kind }) => [path.relative(folder, name), kind])).toEqual([
      ["b.txt", "removed"],
      ["c.txt", "added"],
      ["link", "added"],
      ["old/deep/a.txt", "removed"],
      ["script.sh", "mode"],
    ]);
    expect(await files.changedByOthers(first.id)).toEqual(new Set());
    const rewound = await restoreAllFiles(files, first.id);
    expect(rewound).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(tree);
    if (rewound.kind === "done")
      expect(await restoreAllFiles(files, rewound.undo.id)).toMatchObject({ kind: "done", different: [] });
    expect(readTree(folder)).toEqual(after);
    expect(readGit(at(".git"))).toEqual(repository);
  });

  it("take what changes while a call waits, and between calls, for changes by others", async () => {
    const { folder, at, files, participant } = begin(`waits-${version}`);
    world.scripts.set("ask and work", [
      bash(`cd ${folder} && mkfifo pipe && echo by claude > made.txt`),
      tool("Write", { file_path: at("new/d.txt"), content: "d\n" }),
      { blocks: [{ text: "Done." }] },
    ]);
    const { cli, turn } = await start(version, participant);
    const waits = new CallWaits(() => [participant], { error: (text) => expect.fail(text) });
    const change = (name: string, text: string): void => fs.writeFileSync(at(name), text);
    cli.answer = (request, signal) => {
      const ask = async () => {
        change(`${request.tool_name}.txt`, "by the user\n");
        change("b.txt", `by the user, while ${request.tool_name} waits\n`);
        return allow(request);
      };
      return waits.during(request.tool_use_id, signal, ask, () => true);
    };
    const prompt = await turn("ask and work");
    await files.take({ kind: "preview" });
    const first = (await files.before(prompt)) ?? expect.fail();
    const byOthers = [...(await files.changedByOthers(first.id))].map((name) => path.relative(folder, name)).sort();
    expect(byOthers).toEqual(["Bash.txt", "Write.txt", "b.txt"]);
  });

  it("restore what the text of a slash command wrote before any call", async () => {
    const { folder, at, files, participant } = begin(`slash-${version}`);
    const commands = path.join(world.home.workspace, ".claude", "commands");
    fs.mkdirSync(commands, { recursive: true });
    fs.writeFileSync(
      path.join(commands, "deploy.md"),
      `---\nallowed-tools: Bash\n---\nState: !\`echo deployed > ${at("made.txt")}\`\n`,
    );
    const { turn } = await start(version, participant);
    const tree = readTree(folder);
    const prompt = await turn("/deploy");
    expect(fs.readFileSync(at("made.txt"), "utf8")).toBe("deployed\n");
    await files.take({ kind: "preview" });
    const first = (await files.before(prompt)) ?? expect.fail();
    expect(await files.changedByOthers(first.id)).toEqual(new Set());
    await restoreAllFiles(files, first.id);
    expect(readTree(folder)).toEqual(tree);
  });

  it("restore edits of files and notebooks, also in the resumed conversation and its copy", async () => {
    const { folder, at, participant, open } = begin(`tools-${version}`);
    const cell = {
      cell_type: "code",
      id: "a1",
      metadata: {},
      execution_count: null,
      outputs: [],
      source: ["print('before')\n"],
    };
    fs.writeFileSync(at("book.ipynb"), JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    world.scripts.set("edit them", [
      tool("Read", { file_path: at("b.txt") }),
      tool("Edit", { file_path: at("b.txt"), old_string: "two", new_string: "2" }),
      tool("Write", { file_path: at("new/d.txt"), content: "d\n" }),
      tool("Read", { file_path: at("book.ipynb") }),
      tool("NotebookEdit", { notebook_path: at("book.ipynb"), cell_id: "a1", new_source: "print('after')\n" }),
      { blocks: [{ text: "Done." }] },
    ]);
    world.scripts.set("go on", [
      tool("Write", { file_path: at("copy.txt"), content: "copy\n" }),
      { blocks: [{ text: "Done." }] },
    ]);
    const tree = readTree(folder);
    const first = await start(version, participant);
    const prompt = await first.turn("edit them");
    await first.close();
    expect([fs.readFileSync(at("b.txt"), "utf8"), fs.readFileSync(at("new/d.txt"), "utf8")]).toEqual([
      "one\n2\n",
      "d\n",
    ]);
    expect(fs.readFileSync(at("book.ipynb"), "utf8")).toContain("after");
    const after = readTree(folder);
    /** Rewinds to before the first message and undoes that, in a conversation that another window continues. */
    const goBackAndForth = async (id: string, forkSession: boolean): Promise<void> => {
      const { files, participant: theirs } = open(id);
      const resumed = await start(version, theirs, {
        resume: first.session(),
        ...(forkSession ? { forkSession } : {}),
      });
      await resumed.turn("go on");
      await resumed.close();
      expect(resumed.session() === first.session()).toBe(!forkSession);
      await files.take({ kind: "preview" });
      const later = readTree(folder);
      expect(later).not.toEqual(after);
      const point = (await files.before(prompt)) ?? expect.fail();
      const rewound = await restoreAllFiles(files, point.id);
      expect(rewound).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder)).toEqual(tree);
      if (rewound.kind === "done")
        expect(await restoreAllFiles(files, rewound.undo.id)).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder)).toEqual(later);
    };
    await goBackAndForth("again", false);
    fs.rmSync(at("copy.txt"));
    await goBackAndForth("copy", true);
  });

  it("restore what one command changed: git, modes, links, folders, many files, a binary file", {
    tags: "thorough",
    timeout: 240_000,
  }, async () => {
    const { folder, at, files, participant } = begin(`commands-${version}`);
    userGit(folder, "checkout", "-q", "-b", "side");
    userGit(folder, "rm", "-q", "-r", "old");
    fs.writeFileSync(at("b.txt"), "side\n");
    userGit(folder, "commit", "-qam", "side");
    userGit(folder, "checkout", "-q", "main");
    fs.writeFileSync(at("b.txt"), "mine\r\n");
    fs.writeFileSync(at("loose.txt"), "mine\n");
    fs.mkdirSync(at("empty"));
    for (const [name, command] of Object.entries(commands))
      world.scripts.set(name, [bash(`cd ${folder} && ${command}`), { blocks: [{ text: "Done." }] }]);
    const { turn } = await start(version, participant);
    for (const name of Object.keys(commands)) {
      const tree = readTree(folder);
      const prompt = await turn(name);
      await files.take({ kind: "preview" });
      const after = readTree(folder);
      expect(after, name).not.toEqual(tree);
      const repository = readGit(at(".git"));
      const point = (await files.before(prompt)) ?? expect.fail();
      const rewound = await restoreAllFiles(files, point.id);
      expect(rewound, name).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder), name).toEqual(tree);
      if (rewound.kind === "done")
        expect(await restoreAllFiles(files, rewound.undo.id), name).toMatchObject({ kind: "done", different: [] });
      expect(readTree(folder), name).toEqual(after);
      expect(await restoreAllFiles(files, point.id), name).toMatchObject({ kind: "done", different: [] });
      expect(readGit(at(".git")), name).toEqual(repository);
    }
  });
});
