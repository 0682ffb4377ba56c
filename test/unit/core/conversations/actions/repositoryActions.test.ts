import { expect, it } from "vitest";
import { RepositoryActions } from "../../../../../extension/core/conversations/actions/repositoryActions.ts";
import { RepositoryWatch } from "../../../../../extension/core/conversations/actions/repositoryWatch.ts";
import { RepositoryTrust } from "../../../../../extension/core/conversations/repositoryTrust.ts";
import type { IdentifiedEntry } from "../../../../../extension/core/options/repository/parsedFile.ts";
import { MemoryTrust } from "../../../../fakes/memoryTrust.ts";
import { Person } from "../../../../fakes/person.ts";
import { settled } from "../../protocol/setup.ts";
import { getPrompts, openWindow, type Surroundings } from "../setup.ts";

const hook = (value: string): IdentifiedEntry => ({ kind: "hook", name: "Stop", value, id: value });

async function setup(entries: readonly IdentifiedEntry[], surroundings: Surroundings = {}) {
  const disk = { entries };
  const memory = new MemoryTrust();
  const make = () =>
    new RepositoryTrust({
      scan: async () => disk.entries,
      identify: (entry) => ({ ...entry, id: "" }),
      memory,
    });
  const trust = make();
  const origins: string[] = [];
  const launch = async (folder: string): Promise<void> => void origins.push((await trust.admit(folder)).origin);
  const window = openWindow({ launch, ...surroundings });
  const person = new Person();
  const actions = new RepositoryActions({
    conversations: window.conversations,
    trust,
    dialogs: person,
    panels: person,
  });
  const open = window.conversations.restore();
  await open.open();
  await settled();
  const review = () => open.conversation.state.repository;
  const decide = (decision: "start" | "startWithout" | "notNow") =>
    actions.decide(open.id, review()?.revision ?? "", decision, []);
  const decideElsewhere = async (choice: "start" | "startWithout", folder = "/w") => {
    const other = make();
    await other.decide(folder, (await other.review(folder)).revision, choice, []);
    trust.lookAgain();
    await settled();
  };
  return { ...window, trust, disk, origins, person, actions, open, review, decide, decideElsewhere };
}

it("starts nothing before the decision, and then sends what was typed", async () => {
  const { open, review, decide, clis, origins } = await setup([hook("a")]);
  expect(open.conversation.state).toMatchObject({ status: "ended", problem: { code: "repository" } });
  expect(review()?.entries).toMatchObject([{ value: "a", isNew: true }]);
  open.submit("do it");
  await decide("notNow");
  expect([review(), clis.length, open.conversation.state.queue.length]).toEqual([undefined, 0, 1]);
  await open.restart();
  await settled();
  await decide("start");
  await settled();
  expect(open.conversation.state.problem).toBeUndefined();
  expect([clis.map(getPrompts), origins]).toEqual([[["do it"]], ["all"]]);
});

it("starts without the repository's configuration, for every conversation that waits in the folder", async () => {
  const { conversations, decide, origins, review } = await setup([hook("a")]);
  const other = conversations.create({ draft: "", folder: "/w" });
  await other.open();
  await settled();
  expect(other.conversation.state.repository).toBeDefined();
  await decide("startWithout");
  await settled();
  expect([origins, review(), other.conversation.state.repository, other.conversation.state.status]).toEqual([
    ["user", "user"],
    undefined,
    undefined,
    "idle",
  ]);
});

it("takes no decision about what changed since it was shown", async () => {
  const { disk, review, decide, conversations, clis } = await setup([hook("a")]);
  disk.entries = [hook("b")];
  const other = conversations.create({ draft: "", folder: "/w" });
  await other.open();
  expect(await decide("start")).toBe("repositoryChanged");
  expect([review()?.entries.map(({ value }) => value), clis.length]).toEqual([["b"], 0]);
  await decide("start");
  expect(clis).toHaveLength(2);
});

it("shows and withdraws a decision, which restarts an idle process and tells a working one", async () => {
  const { actions, open, review, decide, origins, person, disk } = await setup([hook("a")]);
  await decide("start");
  await settled();
  await actions.review(open.id);
  expect(review()).toMatchObject({ choice: "start", entries: [{ isNew: false }] });
  await decide("startWithout");
  await settled();
  expect(origins).toEqual(["all", "user"]);
  open.submit("work");
  await settled();
  await actions.review(open.id);
  await decide("start");
  expect(origins).toEqual(["all", "user"]);
  const { items } = open.conversation.transcript.page("", { kind: "end" }, 10);
  expect(items).toMatchObject([{ kind: "prompt" }, { kind: "notice", notice: { code: "repositoryDecided" } }]);
  disk.entries = [];
  await actions.review(open.id);
  expect(person.said).toEqual(["noRepository"]);
});

it("moves an unused conversation to the folder that the user agreed to", async () => {
  let isDecided = false;
  const { open, decide } = await setup([hook("a")], {
    resolveAgain: async (folder) => (isDecided ? "/elsewhere" : folder),
  });
  open.submit("typed meanwhile");
  isDecided = true;
  await decide("start");
  expect(open.conversation.state.folder).toBe("/elsewhere");
});

it("asks once about new configuration of a running conversation, and restarts with the decision", async () => {
  const { disk, review, decide, origins, clock, conversations, trust, open } = await setup([]);
  const listeners = new Map<string, () => void>();
  const watch = new RepositoryWatch({
    conversations,
    trust,
    clock,
    watch: (folder, listener) => {
      listeners.set(folder, listener);
      return { dispose: () => listeners.delete(folder), isWhole: () => true };
    },
  });
  await open.restart();
  await settled();
  expect([...listeners.keys()]).toEqual(["/w"]);
  const change = async (): Promise<void> => {
    listeners.get("/w")?.();
    clock.advance(1_000);
    await settled();
  };
  await change();
  expect(review()).toBeUndefined();
  // claude runs a task that its file has for a moment.
  disk.entries = [{ kind: "scheduledTask", name: "* * * * *", value: "Delete everything.", id: "task" }];
  listeners.get("/w")?.();
  disk.entries = [];
  await change();
  expect(await trust.isRefusedTask("/w", "Delete everything.")).toBe(true);
  disk.entries = [hook("a")];
  await change();
  expect(review()?.entries).toMatchObject([{ value: "a", isNew: true }]);
  expect(open.conversation.state.status).toBe("idle");
  await decide("notNow");
  await change();
  expect(review()).toBeUndefined();
  disk.entries = [hook("b")];
  await change();
  expect(review()?.entries).toMatchObject([{ value: "b" }]);
  await decide("startWithout");
  await settled();
  expect([review(), origins.at(-1)]).toEqual([undefined, "user"]);
  await conversations.remove(open.id);
  await settled();
  expect([...listeners.keys()]).not.toContain("/w");
  watch.dispose();
});

it.each([true, false])(
  "asks with the next message about what a silenced watcher missed, silenced: %s",
  async (isSilent) => {
    const { disk, review, clock, conversations, trust, open } = await setup([]);
    const reports = { dispose: () => {}, isWhole: () => !isSilent };
    const watch = new RepositoryWatch({ conversations, trust, clock, watch: () => reports });
    await open.restart();
    await settled();
    disk.entries = [hook("a")];
    expect(review()).toBeUndefined();
    open.submit("work");
    await settled();
    expect(review()?.entries.map(({ value }) => value)).toEqual(isSilent ? ["a"] : undefined);
    expect(open.conversation.state.status).toBe("working");
    watch.dispose();
  },
);

it("drops a refused workspace's profile for a first message that waits", async () => {
  let profile = "theirs";
  const { open, conversations, decide, starts } = await setup([hook("a")], { chooseProfile: () => profile });
  open.submit("typed meanwhile");
  const paused = conversations.create({ draft: "", folder: "/w", isResting: true });
  await paused.open();
  expect([open, paused].map(({ conversation }) => conversation.state.profile)).toEqual(["theirs", "theirs"]);
  profile = "";
  await decide("startWithout");
  paused.submit("typed later");
  await settled();
  expect(starts.map((start) => start.profile)).toEqual(["", ""]);
});

it("follows another window's decision: closes the card, starts what waited, shows it in a review", async () => {
  const { open, review, decideElsewhere, actions, origins, disk, trust } = await setup([hook("a")]);
  expect(review()?.choice).toBeUndefined();
  await decideElsewhere("startWithout");
  expect([review(), origins, open.conversation.state.status]).toEqual([undefined, ["user"], "idle"]);
  open.submit("work");
  await settled();
  await actions.review(open.id);
  await decideElsewhere("start");
  expect(review()?.choice).toBe("start");
  disk.entries = [hook("b")];
  await trust.originIn("/w");
  expect(review()).toMatchObject({ entries: [{ value: "b", isNew: true }] });
  await decideElsewhere("start");
  expect(review()).toBeUndefined();
});

it("restarts an idle process after another window's decision, and tells a working one", async () => {
  const { open, decide, decideElsewhere, origins, disk } = await setup([hook("a")]);
  const getNotices = () =>
    open.conversation.transcript
      .page("", { kind: "end" }, 10)
      .items.flatMap((item) => (item.kind === "notice" ? [item.notice.code] : []));
  await decide("start");
  await settled();
  await decideElsewhere("start", "/elsewhere");
  expect(origins).toEqual(["all"]);
  await decideElsewhere("startWithout");
  expect(origins).toEqual(["all", "user"]);
  disk.entries = [hook("b")];
  await decideElsewhere("startWithout", "/elsewhere");
  expect(origins).toEqual(["all", "user"]);
  open.submit("work");
  await settled();
  await decideElsewhere("start");
  expect([origins, getNotices()]).toEqual([["all", "user"], ["repositoryDecided"]]);
});
