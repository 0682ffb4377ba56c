import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findWorktreeFolders } from "../../../../extension/node/git/worktrees.ts";
import { getTranscriptFolder } from "../../../../extension/node/transcripts/projectFolder.ts";
import { SessionIndex } from "../../../../extension/node/transcripts/sessionIndex.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { hostileTexts } from "../../../fuzz/hostileTexts.ts";

let root: string;
let folder: string;
let index: SessionIndex;
let cached: string | undefined;
let aside: string[];
let clock: FakeClock;
const newIndex = (folders = [folder, folder]) =>
  new SessionIndex({
    environment: env,
    folders: () => folders,
    logger: silentLogger,
    clock,
    cache: {
      load: () => cached,
      save: (text) => (cached = text),
      setAside: () => aside.push(cached ?? ""),
    },
  });
const env = () => ({ CLAUDE_CONFIG_DIR: path.join(root, "config") });

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-index-")));
  cached = undefined;
  aside = [];
  clock = new FakeClock();
  folder = path.join(root, "a folder");
  fs.mkdirSync(folder);
  index = newIndex();
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const prompt = (content: unknown, extra: object = {}) => ({
  type: "user",
  uuid: randomUUID(),
  cwd: folder,
  gitBranch: "main",
  message: { role: "user", content },
  ...extra,
});

/** Writes a transcript of lines, which are entries or raw text; returns its session id. */
function write(lines: readonly unknown[], { session = randomUUID() as string, end = "\n" } = {}): string {
  const transcripts = getTranscriptFolder(env(), root, folder);
  fs.mkdirSync(transcripts, { recursive: true });
  fs.writeFileSync(
    path.join(transcripts, `${session}.jsonl`),
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n") + end,
  );
  return session;
}

it("lists no conversation without messages", async () => {
  expect(await index.list()).toEqual([]);
});

it("takes a conversation's title from the user, else claude, else the first prompt", async () => {
  const own = write([
    prompt("first"),
    { type: "ai-title", aiTitle: "by the CLI" },
    { type: "custom-title", customTitle: "mine" },
    { type: "custom-title", customTitle: "mine now" },
  ]);
  const cli = write([
    prompt("first"),
    { type: "summary", summary: "old" },
    { type: "ai-title", aiTitle: "by the CLI" },
  ]);
  const summed = write([{ type: "summary", summary: "a summary" }, prompt("first")]);
  const plain = write([
    { ...prompt("<command-name>/clear</command-name>") },
    prompt("Caveat", { isMeta: true }),
    prompt([{ type: "text", text: "in blocks,\n  two lines" }]),
  ]);
  const titles = new Map((await index.list()).map(({ sessionId, title }) => [sessionId, title]));
  expect([own, cli, summed, plain].map((id) => titles.get(id))).toEqual([
    "mine now",
    "by the CLI",
    "a summary",
    "in blocks, two lines",
  ]);
});

it("returns folder, branch, first prompt and time, the newest conversation first", async () => {
  const [older, newer] = [write([prompt("older")]), write([prompt("newer")])];
  fs.utimesSync(path.join(getTranscriptFolder(env(), root, folder), `${older}.jsonl`), 10, 10);
  const listed = await index.list();
  expect(listed.map(({ sessionId }) => sessionId)).toEqual([newer, older]);
  expect(listed[1]).toMatchObject({
    sessionId: older,
    folder,
    title: "older",
    firstPrompt: "older",
    branch: "main",
    time: 10_000,
    messages: 1,
    isArchived: false,
  });
});

it("reads only both ends of a long transcript, and none that did not change", async () => {
  const filler = JSON.stringify({ type: "assistant", message: { content: "x".repeat(100_000) } });
  const session = write([
    prompt("at the start"),
    ...Array.from({ length: 30 }, () => filler),
    { type: "custom-title", customTitle: "at the end" },
  ]);
  const file = path.join(getTranscriptFolder(env(), root, folder), `${session}.jsonl`);
  fs.utimesSync(file, 10, 10);
  expect(await index.list()).toMatchObject([{ title: "at the end", firstPrompt: "at the start" }]);
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("at the end", "as before!"));
  fs.utimesSync(file, 10, 10);
  expect(await index.list()).toMatchObject([{ title: "at the end" }]);
  fs.appendFileSync(file, `${JSON.stringify({ type: "custom-title", customTitle: "changed" })}\n`);
  expect(await index.list()).toMatchObject([{ title: "changed" }]);
});

it("lists nothing of another folder or a subagent, and no other files", async () => {
  write([prompt("elsewhere", { cwd: path.join(root, "a-folder") })]);
  write([prompt("a subagent's", { isSidechain: true })]);
  write([]);
  fs.writeFileSync(
    path.join(getTranscriptFolder(env(), root, folder), "notes.jsonl"),
    JSON.stringify(prompt("no session")),
  );
  fs.mkdirSync(path.join(getTranscriptFolder(env(), root, folder), `${randomUUID()}.jsonl`));
  expect(await index.list()).toEqual([]);
});

it("names a conversation by its first command, not by one of the program", async () => {
  const command = (...tags: string[]) =>
    prompt(tags.map((tag) => tag.replace(/^(\S+) (.*)$/, "<$1>$2</$1>")).join("\n"));
  const ran = [
    command("command-name /cost", "command-message cost", "command-args "),
    prompt("<local-command-stdout>$1</local-command-stdout>"),
  ];
  write([...ran, command("command-message review", "command-name /review", "command-args src")]);
  write(ran);
  expect((await index.list()).map(({ title }) => title)).toEqual(["/review src"]);
});

it("lists what is damaged as far as it can be read", async () => {
  write(
    ["\ufeff", "null", "[]", "{", '"text"', "5", prompt("still there"), JSON.stringify(prompt("cut")).slice(0, 30)],
    { end: "" },
  );
  write(
    [
      prompt(null),
      { type: "user", message: null },
      { type: "user", message: "text" },
      prompt([null, 5, { text: 7 }]),
      prompt("among odd ones"),
    ].map((entry) => `${JSON.stringify(entry)}\r`),
  );
  expect((await index.list()).map(({ title }) => title).sort()).toEqual(["among odd ones", "still there"]);
});

it.each(hostileTexts)("makes a title of one line from any text: %j", async (text) => {
  write([prompt(text), { type: "custom-title", customTitle: text }]);
  for (const { title } of await index.list()) {
    expect(title).not.toMatch(/[\n\r\0\u202e]/);
    expect(title.length).toBeLessThanOrEqual(200);
  }
});

it("reuses what an earlier window read, and reads everything again if that is invalid", async () => {
  const session = write([prompt("the first")]);
  const file = path.join(getTranscriptFolder(env(), root, folder), `${session}.jsonl`);
  fs.utimesSync(file, 10, 10);
  await index.list();
  // Of the same size and time: only what was kept can tell.
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("the first", "the FIRST"));
  fs.utimesSync(file, 10, 10);
  expect(await newIndex().list()).toMatchObject([{ title: "the first" }]);
  for (const broken of [
    "",
    "{",
    "null",
    JSON.stringify({ version: 99, files: {} }),
    JSON.stringify({ version: 1, files: { [file]: { size: "x" } } }),
  ]) {
    cached = broken;
    expect(await newIndex().list()).toMatchObject([{ title: "the FIRST" }]);
  }
});

it("lists conversations of the repository's other worktrees, each with its folder", async () => {
  const [main, other] = [path.join(root, "main"), path.join(root, "other")];
  fs.mkdirSync(path.join(main, ".git", "worktrees", "other"), { recursive: true });
  fs.mkdirSync(other);
  fs.writeFileSync(path.join(main, ".git", "worktrees", "other", "gitdir"), `${path.join(other, ".git")}\n`);
  fs.writeFileSync(path.join(main, ".git", "worktrees", "other", "commondir"), "../..\n");
  fs.writeFileSync(path.join(other, ".git"), `gitdir: ${path.join(main, ".git", "worktrees", "other")}\n`);
  for (const place of [main, other]) {
    const transcripts = getTranscriptFolder(env(), root, place);
    fs.mkdirSync(transcripts, { recursive: true });
    fs.writeFileSync(
      path.join(transcripts, `${randomUUID()}.jsonl`),
      JSON.stringify(prompt(`in ${path.basename(place)}`, { cwd: place })),
    );
  }
  for (const place of [main, other]) {
    const listed = await newIndex([place]).list();
    expect(listed.map((session) => [session.title, session.folder]).sort()).toEqual([
      ["in main", main],
      ["in other", other],
    ]);
  }
});

it("lists one of two files of the same session: the one that was written last", async () => {
  const other = path.join(root, "other folder");
  fs.mkdirSync(other);
  const session = write([prompt("here")]);
  const transcripts = getTranscriptFolder(env(), root, other);
  fs.mkdirSync(transcripts, { recursive: true });
  fs.writeFileSync(path.join(transcripts, `${session}.jsonl`), JSON.stringify(prompt("there", { cwd: other })));
  fs.utimesSync(path.join(transcripts, `${session}.jsonl`), 10, 10);
  expect((await newIndex([folder, other]).list()).map(({ title }) => title)).toEqual(["here"]);
});

it("reports the first transcript of a folder", async () => {
  let told = 0;
  const tick = (): number => {
    clock.advance(1_000);
    return told;
  };
  fs.mkdirSync(path.join(root, "config", "projects"), { recursive: true });
  const watching = index.watch(() => told++);
  write([prompt("the first")]);
  await expect.poll(tick).toBe(1);
  watching.dispose();
});

it("reports changes on the disk, once for many", async () => {
  write([prompt("before")]);
  let told = 0;
  const tick = (): number => {
    clock.advance(1_000);
    return told;
  };
  const watching = index.watch(() => told++);
  for (let count = 0; count < 5; count++) write([prompt(`after ${count}`)]);
  await expect.poll(tick).toBe(1);
  watching.dispose();
});

it.each(["//other/share/repo", "\\\\other\\share\\repo"])(
  "touches no other machine that a folder's own git files name: %s",
  async (elsewhere) => {
    const linked = path.join(root, "linked");
    fs.mkdirSync(linked);
    fs.writeFileSync(path.join(linked, ".git"), `gitdir: ${elsewhere}\n`);
    expect(findWorktreeFolders(linked)).toEqual([linked]);
    const main = path.join(root, "main");
    fs.mkdirSync(path.join(main, ".git", "worktrees", "other"), { recursive: true });
    fs.writeFileSync(path.join(main, ".git", "worktrees", "other", "gitdir"), `${elsewhere}/.git\n`);
    expect(findWorktreeFolders(main)).toEqual([main]);
  },
);

it("counts messages of a long transcript on request, and later only the new ones", async () => {
  const file = path.join(getTranscriptFolder(env(), root, folder), `${randomUUID()}.jsonl`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const reply = (text: string) => ({
    type: "assistant",
    uuid: randomUUID(),
    message: { content: [{ type: "text", text }] },
  });
  const call = {
    type: "assistant",
    uuid: randomUUID(),
    message: { content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] },
  };
  const output = prompt([{ type: "tool_result", tool_use_id: "t", content: "x".repeat(100_000) }]);
  const write = (...entries: object[]) =>
    fs.appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  const count = async () => {
    const [session] = await index.list();
    return [session?.messages, await index.countMessages(session!), (await index.list())[0]?.messages];
  };
  write(prompt("one"), call, output, reply("first"), prompt("<local-command-stdout>x</local-command-stdout>"));
  expect(await count()).toEqual([undefined, 2, 2]);
  // A line that is not whole yet counts once it is.
  fs.appendFileSync(file, JSON.stringify(prompt("tw")).slice(0, -1));
  expect((await count()).slice(0, 2)).toEqual([undefined, 2]);
  fs.appendFileSync(file, "}\n");
  write(output, reply("second"));
  expect(await count()).toEqual([undefined, 4, 4]);
  fs.writeFileSync(file, "");
  write(prompt("anew"), output);
  expect(await count()).toEqual([undefined, 1, 1]);
});

it("looks up where a folder is once for all conversations that were held in it", async () => {
  const link = path.join(root, "link");
  fs.symlinkSync(folder, link);
  for (let count = 0; count < 50; count++) write([prompt(`ask ${count}`, count % 2 === 0 ? {} : { cwd: link })]);
  await index.list();
  const looked = vi.spyOn(fs, "realpathSync");
  expect(await newIndex().list()).toHaveLength(50);
  expect(looked.mock.calls.length).toBeLessThan(10);
});

it("names a conversation by its first prompt, however long that is", async () => {
  const long = "word ".repeat(20_000);
  const alone = write([prompt(`a log: ${long}`)]);
  const first = write([prompt([{ type: "text", text: `another log: ${long}` }]), prompt("then this")]);
  const titles = new Map((await index.list()).map(({ sessionId, title }) => [sessionId, title.slice(0, 16)]));
  expect(titles).toEqual(
    new Map([
      [alone, "a log: word word"],
      [first, "another log: wor"],
    ]),
  );
});

it("counts a prompt that was sent during a turn as the conversation shows it", async () => {
  const queued = (more: object) => ({
    type: "attachment",
    uuid: randomUUID(),
    attachment: { type: "queued_command", prompt: [{ type: "text", text: "also this" }], ...more },
  });
  write([prompt("go"), queued({ commandMode: "prompt" }), queued({ commandMode: "task-notification" })]);
  expect((await index.list()).map(({ messages }) => messages)).toEqual([2]);
});

it("lists a conversation that begins with more than a prompt, such as long hook output", async () => {
  const hook = {
    type: "attachment",
    uuid: randomUUID(),
    attachment: { type: "hook_success", content: "x".repeat(90_000) },
  };
  const result = prompt([{ type: "tool_result", tool_use_id: "t", content: "y".repeat(90_000) }]);
  write([hook, prompt("read it all"), result, result]);
  expect((await index.list()).map(({ title, firstPrompt }) => [title, firstPrompt])).toEqual([
    ["read it all", "read it all"],
  ]);
});

it.each(['{"version":1,"files":{', "", "[]"])(
  "sets a damaged index aside, and reads every transcript again: %s",
  async (text) => {
    write([prompt("hello")]);
    await index.list();
    expect(aside).toEqual([]);
    cached = text;
    expect(await newIndex().list()).toMatchObject([{ title: "hello" }]);
    expect(aside).toEqual([text]);
  },
);
