import { expect, it } from "vitest";
import { RepositoryTrust, type TrustDecisions } from "../../../../extension/core/conversations/repositoryTrust.ts";
import { describeOwnPermissions } from "../../../../extension/core/options/repository/ownPermissions.ts";
import type { IdentifiedEntry } from "../../../../extension/core/options/repository/parsedFile.ts";
import { MemoryTrust } from "../../../fakes/memoryTrust.ts";

const hook = (value: string): IdentifiedEntry => ({ kind: "hook", name: "Stop", value, id: `hook ${value}` });
const server = (name: string, isOfTandem = false): IdentifiedEntry => ({
  kind: "mcpServer",
  name,
  value: "npx",
  id: `server ${name} ${isOfTandem}`,
  isOptional: true,
  ...(isOfTandem ? { isOfTandem } : {}),
});

function setup(entries: readonly IdentifiedEntry[]) {
  const state = { entries };
  const memory = new MemoryTrust();
  const make = () =>
    new RepositoryTrust({
      scan: async () => state.entries,
      identify: (entry) => ({ ...entry, id: `${entry.path} ${entry.value}` }),
      alsoWritten: (file) => (file.startsWith("/w/") ? [file.replace("/w/", "/main/")] : []),
      memory,
    });
  const trust = make();
  const decide = async (choice: "start" | "startWithout", off: readonly string[] = []) =>
    trust.decide("/w", (await trust.review("/w")).revision, choice, off);
  return { state, memory, trust, make, decide };
}
const undecided = { code: "repositoryUndecided" };

it("admits a folder that brings nothing without a question", async () => {
  const { trust } = setup([]);
  expect(await trust.admit("/w")).toEqual({ origin: "all", refusedServers: [], refusedOwnServers: [] });
  expect(trust.lastReview("/w")).toBeUndefined();
});

it("admits nothing until the user decided, and asks again only for what is new", async () => {
  const { state, trust, make, decide } = setup([hook("a")]);
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  expect(trust.lastReview("/w")?.entries).toMatchObject([{ name: "Stop", value: "a", isNew: true }]);
  expect(await decide("start")).toBe(true);
  expect(await trust.admit("/w")).toMatchObject({ origin: "all" });
  expect(await make().admit("/w")).toMatchObject({ origin: "all" });
  state.entries = [hook("a"), hook("b")];
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  expect(trust.lastReview("/w")?.entries.map(({ value, isNew }) => [value, isNew])).toEqual([
    ["a", false],
    ["b", true],
  ]);
});

it("remembers a refusal whatever comes later, and takes it back", async () => {
  const { state, trust, decide } = setup([hook("a")]);
  await decide("startWithout");
  state.entries = [hook("b")];
  expect(await trust.admit("/w")).toMatchObject({ origin: "user" });
  expect(await trust.originIn("/w")).toBe("user");
  await expect(trust.admit("/other")).rejects.toMatchObject(undecided);
  expect(await trust.review("/w")).toMatchObject({ choice: "startWithout" });
  await decide("start");
  expect(await trust.admit("/w")).toMatchObject({ origin: "all" });
});

it("refuses messages of changed tasks, and of all tasks after a start without the repository", async () => {
  const task = (value: string) => ({ id: `task ${value}`, kind: "scheduledTask", name: "0 9 * * 1", value }) as const;
  const { state, trust, decide } = setup([task("Tell the news.")]);
  await decide("start");
  const found: string[] = [];
  trust.onDidFindUndecided((folder) => found.push(folder));
  expect(await trust.isRefusedTask("/w", "Tell the news.")).toBe(false);
  state.entries = [task("Tell the news."), task("Delete everything.")];
  expect(await trust.isRefusedTask("/w", "Tell the news.")).toBe(false);
  expect(await trust.isRefusedTask("/w", "What the user asks")).toBe(false);
  expect(found).toEqual([]);
  expect(await trust.isRefusedTask("/w", "Delete everything.")).toBe(true);
  expect(found).toEqual(["/w"]);
  // Messages that are due together come as one.
  expect(await trust.isRefusedTask("/w", "Tell the news.\nDelete  everything.\n")).toBe(true);
  expect(trust.lastReview("/w")?.entries.map(({ isNew }) => isNew)).toEqual([false, true]);
  await decide("startWithout");
  expect(await trust.isRefusedTask("/w", "Tell the news.")).toBe(true);
});

it("refuses undecided tasks that their file has no more, whatever claude makes of them", async () => {
  const task = (value: string) => ({ id: `task ${value}`, kind: "scheduledTask", name: "0 9 * * 1", value }) as const;
  const { state, trust, decide } = setup([task("Tell the news.")]);
  await decide("start");
  const found: string[] = [];
  trust.onDidFindUndecided((folder) => found.push(folder));
  state.entries = [task("Delete everything.")];
  await trust.noteTasks("/w");
  state.entries = [];
  expect(await trust.isRefusedTask("/w", "Delete everything.")).toBe(true);
  expect(await trust.isRefusedTask("/w", "Tell the news.")).toBe(false);
  expect(await trust.isRefusedTask("/other", "Delete everything.")).toBe(false);
  expect(found).toEqual([]);
  // claude sends the text of .claude/loop.md in its place.
  state.entries = [task("<<loop.md>>")];
  expect(await trust.isRefusedTask("/w", "Words of a file")).toBe(true);
  await decide("start");
  expect(await trust.isRefusedTask("/w", "Words of a file")).toBe(false);
});

it("leaves out single servers, and forgets that when the server changes", async () => {
  const { memory, trust, decide } = setup([hook("a"), server("db"), server("mail", true)]);
  await decide("start", ["server db false", "server mail true", "hook a", "unknown"]);
  expect(await trust.admit("/w")).toEqual({ origin: "all", refusedServers: ["db"], refusedOwnServers: ["mail"] });
  expect(memory.decisions.off).toEqual(["server db false", "server mail true"]);
  await decide("start", ["server mail true"]);
  expect(await trust.admit("/w")).toMatchObject({ refusedServers: [], refusedOwnServers: ["mail"] });
});

it("takes no decision about anything else than what was shown", async () => {
  const { state, trust } = setup([hook("a")]);
  const { revision } = await trust.review("/w");
  expect((await trust.review("/w")).revision).toBe(revision);
  state.entries = [hook("b")];
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  expect(await trust.decide("/w", revision, "start", [])).toBe(false);
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
});

it("shows invisible characters by name, and a bounded part of very much", async () => {
  const many = Array.from({ length: 1_000 }, (_, at) => hook(String(at)));
  const { trust } = setup([{ ...hook("rm\u202e -rf"), path: "/w/\u202ea" }, hook("x".repeat(100_000)), ...many]);
  const { entries } = await trust.review("/w");
  expect(entries).toHaveLength(401);
  expect(entries[0]).toMatchObject({ value: "rm⟦U+202E⟧ -rf", shownPath: "/w/⟦U+202E⟧a" });
  // The card opens the file by its own name.
  expect(entries[0]?.path).toBe("/w/\u202ea");
  expect(entries[1]?.value).toHaveLength(100_000);
  expect(entries.at(-1)).toMatchObject({ kind: "more", name: "602" });
});

it("shows long values whole, and those that don't fit a card on the next one", async () => {
  const values = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(450_000));
  const { trust, decide } = setup(values.map(hook));
  const listed = async () =>
    (await trust.review("/w")).entries.filter(({ kind, isNew }) => kind === "hook" && isNew).map(({ value }) => value);
  expect(await listed()).toEqual(values.slice(0, 4));
  await decide("start");
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  expect(await listed()).toEqual(values.slice(4));
  await decide("start");
  expect(await trust.admit("/w")).toMatchObject({ origin: "all" });
});

it("starts with nothing that is too long to be shown whole", async () => {
  const { trust, decide } = setup([hook("x".repeat(500_001)), hook("a")]);
  expect((await trust.review("/w")).entries).toMatchObject([{ omitted: 1 }, { value: "a" }]);
  await decide("start");
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  expect((await trust.review("/w")).entries.map(({ isNew }) => isNew)).toEqual([true, false]);
  await decide("startWithout");
  expect(await trust.admit("/w")).toMatchObject({ origin: "user" });
});

it("admits only listed entries, and asks about very many in several cards", async () => {
  const many = Array.from({ length: 700 }, (_, at) => hook(String(at)));
  const { state, trust, decide } = setup(many);
  await decide("start");
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  const { entries } = await trust.review("/w");
  expect(entries.filter(({ isNew }) => isNew).map(({ value }) => value)).toEqual(
    many.slice(400).map(({ value }) => value),
  );
  await decide("start");
  expect(await trust.admit("/w")).toMatchObject({ origin: "all" });
  const rule: IdentifiedEntry = { kind: "rule", name: "allow", value: "Bash", id: "rule Bash" };
  state.entries = [...many, rule];
  await expect(trust.admit("/w")).rejects.toMatchObject(undecided);
  expect((await trust.review("/w")).entries.filter(({ isNew }) => isNew)).toMatchObject([{ value: "Bash" }]);
});

it("does not ask about permissions that the user gave, in the folder and above it", async () => {
  const { state, trust } = setup([]);
  await trust.acknowledge(
    describeOwnPermissions("/w/app", [{ source: "localSettings", kind: "rule", value: "Bash(ls)" }]),
  );
  const rule = (path: string): IdentifiedEntry => ({
    kind: "rule",
    name: "allow",
    value: "Bash(ls)",
    path,
    id: `${path} Bash(ls)`,
  });
  state.entries = [
    ...["/w/.claude/settings.local.json", "/w/app/.claude/settings.local.json"].map(rule),
    // In a linked worktree `claude` writes them to the main one.
    rule("/main/.claude/settings.local.json"),
  ];
  expect(await trust.admit("/w/app")).toMatchObject({ origin: "all" });
  state.entries = [rule("/other/.claude/settings.local.json")];
  await expect(trust.admit("/w/app")).rejects.toMatchObject(undecided);
});

it.each<[string, Partial<TrustDecisions>, object]>([
  ["to start without them", { without: ["/w"] }, { origin: "user", refusedServers: [] }],
  ["to leave out a server", { off: ["server one false"] }, { origin: "all", refusedServers: ["one"] }],
])("follows a decision that is made while it looks at the files: %s", async (_, decision, admission) => {
  const memory = new MemoryTrust({ known: ["server one false"] });
  const scan = async () => {
    memory.decisions = { ...memory.decisions, ...decision };
    return [server("one")];
  };
  const trust = new RepositoryTrust({ scan, identify: (entry) => ({ ...entry, id: "" }), memory });
  expect(await trust.admit("/w")).toMatchObject(admission);
});

it.each<[string, "start" | "startWithout", readonly string[], object]>([
  ["started without them", "startWithout", [], { origin: "user" }],
  ["left out a server", "start", ["server one false"], { origin: "all", refusedServers: ["one"] }],
])(
  "rejects a decision on a card that doesn't show another window's decision: %s",
  async (_, choice, off, admission) => {
    const { trust, make, decide } = setup([server("one")]);
    await decide("start");
    const { revision } = await trust.review("/w");
    const other = make();
    expect(await other.decide("/w", (await other.review("/w")).revision, choice, off)).toBe(true);
    expect(await trust.decide("/w", revision, "start", [])).toBe(false);
    expect(await trust.admit("/w")).toMatchObject(admission);
    // The next card shows the decision, and is another one.
    expect((await trust.review("/w")).revision).not.toBe(revision);
    expect(await decide("start")).toBe(true);
  },
);

it("loses no decision of another window about other entries", async () => {
  const { state, trust, make } = setup([hook("a")]);
  const other = make();
  const { revision } = await trust.review("/w");
  state.entries = [server("db")];
  const shown = await other.review("/other");
  await Promise.all([
    trust.decide("/w", revision, "start", []),
    other.decide("/other", shown.revision, "start", ["server db false"]),
  ]);
  expect(await other.admit("/other")).toMatchObject({ refusedServers: ["db"] });
  state.entries = [hook("a")];
  expect(await trust.admit("/w")).toMatchObject({ origin: "all" });
});

it("announces each decision once: its own immediately, another window's when it looks again", async () => {
  const { trust, make, decide } = setup([hook("a")]);
  const heard: unknown[] = [];
  trust.onDidDecide((decided) => heard.push(decided));
  trust.lookAgain();
  expect(trust.startsWithout("/w")).toBe(false);
  await decide("start");
  trust.lookAgain();
  expect(heard).toEqual(["/w"]);
  const other = make();
  await other.decide("/w", (await other.review("/w")).revision, "startWithout", []);
  trust.lookAgain();
  trust.lookAgain();
  expect([heard, trust.startsWithout("/w")]).toEqual([["/w", expect.objectContaining({ without: [] })], true]);
});
