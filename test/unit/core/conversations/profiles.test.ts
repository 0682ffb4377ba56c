import { expect, it } from "vitest";
import { isConfigShared, SessionProfiles } from "../../../../extension/core/conversations/list/sessionProfiles.ts";
import { failures } from "../../../../extension/shared/base/failure.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import { settled } from "../protocol/setup.ts";
import { setup } from "./actionsSetup.ts";
import { MemoryStore, openWindow, type Surroundings } from "./setup.ts";

/** A window whose folders use one profile after the other. */
async function open(first: string, surroundings: Surroundings = {}) {
  const setting = { profile: first };
  const chooseProfile = (): string => {
    if (setting.profile === "missing")
      throw failures.settingInvalid("tandem.profile", { code: "profileUnknown", profile: "missing", known: ["work"] });
    return setting.profile;
  };
  const window = openWindow({ ...surroundings, chooseProfile });
  const shown = window.conversations.restore();
  await shown.open();
  return { ...window, shown, setting };
}

const prompt = (uuid: string, text: string) =>
  ({ type: "user", uuid, message: { role: "user", content: text } }) as const;

it("starts a new conversation under the profile of its folder, and remembers it", async () => {
  const { shown, starts, clis, saved } = await open("work");
  expect(starts).toMatchObject([{ folder: "/w", profile: "work" }]);
  shown.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  expect(shown.conversation.state.profile).toBe("work");
  expect(saved(shown.id).profile).toBe("work");
});

it("resumes under its first profile, also in the next window", async () => {
  const store = new MemoryStore();
  const { shown, starts, clis, setting } = await open("work", { store });
  shown.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  setting.profile = "home";
  await shown.followProfile();
  await shown.restart();
  const later = await open("home", { store });
  await later.shown.restart();
  expect([...starts, ...later.starts].map(({ profile }) => profile)).toEqual(["work", "work", "work", "work"]);
});

it("keeps the profile of a conversation whose own state is damaged", async () => {
  const store = new MemoryStore();
  const { shown, clis } = await open("work", { store });
  shown.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  store.texts.set(shown.id, "damaged");
  const later = await open("home", { store });
  expect(later.shown.conversation.state).toMatchObject({ sessionId: "s1", profile: "work" });
});

it("restarts an empty conversation with the profile that its folder uses now", async () => {
  const { shown, starts, clis, setting } = await open("work");
  setting.profile = "home";
  const moved = shown.followProfile();
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await moved;
  expect(starts.map(({ profile }) => profile)).toEqual(["work", "home"]);
  expect(shown.conversation.state).toMatchObject({ profile: "home", status: "idle" });
});

it.each([[], ["not sent"]])(
  "chooses the profile of a conversation without messages again in the next window: %s",
  async (...texts) => {
    const store = new MemoryStore();
    const blocked = failures.repositoryUndecided();
    const launch = texts.length > 0 ? { launch: () => Promise.reject(blocked) } : {};
    const { shown, saved } = await open("work", { store, ...launch });
    for (const text of texts) shown.submit(text);
    expect([saved(shown.id).profile, saved(shown.id).unsent?.length ?? 0]).toEqual(["work", texts.length]);
    const later = await open("home", { store });
    expect(later.starts).toMatchObject([{ profile: "home" }]);
  },
);

it("starts nothing for an unknown profile until its name is corrected", async () => {
  const { shown, starts, clis, setting } = await open("missing");
  const problem = {
    code: "setting",
    setting: "tandem.profile",
    problem: { code: "profileUnknown", profile: "missing", known: ["work"] },
  };
  expect(starts).toEqual([]);
  expect(shown.conversation.state.problem).toEqual(problem);
  setting.profile = "work";
  await shown.followProfile();
  expect(shown.conversation.state).toMatchObject({ status: "idle", profile: "work" });
  setting.profile = "missing";
  const moved = shown.followProfile();
  await expect.poll(() => clis[0]?.isInputEnded).toBe(true);
  clis[0]?.end();
  await moved;
  expect(starts).toHaveLength(1);
  expect(shown.conversation.state).toMatchObject({ status: "ended", problem });
});

it("shows which setting is wrong where the profile of a saved conversation is gone", async () => {
  const store = new MemoryStore();
  const { shown, clis } = await open("work", { store });
  shown.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  const gone = failures.settingInvalid("tandem.profiles", { code: "profileRemoved", profile: "work" });
  const later = await open("", { store, load: () => Promise.reject(gone) });
  expect(later.starts).toEqual([]);
  expect(later.shown.conversation.state.problem).toEqual({
    code: "setting",
    setting: "tandem.profiles",
    problem: { code: "profileRemoved", profile: "work" },
  });
});

it("opens a listed conversation under the profile in whose config folder it was found", async () => {
  const { actions, conversations, starts } = await setup({
    load: async (sessionId) => (sessionId === "s1" ? [prompt("p1", "first")] : undefined),
    saved: [{ sessionId: "s1", folder: "/w", profile: "work", title: "Old", firstPrompt: "go", time: 1 }],
  });
  await actions.openListed("s1");
  const open = conversations.get("s-s1" as ConversationId);
  open?.submit("more");
  await expect.poll(() => starts.at(-1)).toMatchObject({ resume: "s1", profile: "work" });
});

it.each(["p1", "p2"])("gives a copy before %s the profile of the original", async (before) => {
  const { forks, conversations, shown, starts } = await setup({
    load: async () => [prompt("p1", "first"), prompt("p2", "second")],
    chooseProfile: () => "home",
    saved: [{ sessionId: "s1", folder: "/w", profile: "work", title: "Old", firstPrompt: "go", time: 1 }],
  });
  expect(shown.conversation.state.profile).toBe("home");
  const original = conversations.openSaved({
    sessionId: "s1",
    folder: "/w",
    profile: "work",
    title: "Old",
    firstPrompt: "go",
    time: 1,
  });
  await original.open();
  await forks.fork(original.id, before);
  const copy = conversations.all.at(-1);
  copy?.submit("otherwise");
  await expect.poll(() => starts.at(-1)?.profile).toBe("work");
  expect(copy).not.toBe(original);
});

it("lists the profile of each conversation, of an open one its own", async () => {
  const { list, conversations } = await setup({
    saved: [
      { sessionId: "s1", folder: "/w", profile: "work", title: "One", firstPrompt: "go", time: 1 },
      { sessionId: "s2", folder: "/w", profile: "", title: "Two", firstPrompt: "go", time: 2 },
    ],
  });
  conversations.openSaved({ sessionId: "s2", folder: "/w", profile: "home", title: "Two", firstPrompt: "go", time: 2 });
  await list.refresh();
  const profiles = list.all.map(({ title, profile, session }) => [title, profile, session?.profile]);
  expect(profiles).toContainEqual(["One", "work", "work"]);
  expect(profiles).toContainEqual(["Two", "home", "home"]);
  expect(list.all.filter(({ session }) => session?.sessionId === "s2")).toHaveLength(1);
});

it("keeps the known commands of each profile apart", async () => {
  const store = new MemoryStore();
  const { shown, clis } = await open("work", { store });
  shown.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1", slash_commands: ["deploy"] });
  await settled();
  const names = (profile: string) => {
    const window = openWindow({ store });
    const open = window.conversations.openSaved({
      sessionId: `of ${profile}`,
      folder: "/w",
      profile,
      title: "",
      firstPrompt: "",
      time: 1,
    });
    return open.conversation.state.commands.map(({ name }) => name);
  };
  expect(names("work")).toContain("deploy");
  expect(names("home")).not.toContain("deploy");
  expect(names("")).not.toContain("deploy");
});

it("records a session's profile for all windows only if its configuration folder is shared", () => {
  const store = new MemoryStore();
  const profiles = new SessionProfiles(store, (profile) => profile === "key");
  profiles.note("s1", "key");
  profiles.note("s2", "own folder");
  profiles.note("s3", "");
  profiles.note("s4");
  expect([...profiles.read()]).toEqual([["s1", "key"]]);
  const other = new SessionProfiles(store, () => true);
  other.note("s5", "later");
  expect([...profiles.read()]).toEqual([
    ["s1", "key"],
    ["s5", "later"],
  ]);
});

it.each([
  ["work", true],
  ["home", true],
  ["alone", false],
])("knows whether another profile or none has the config folder of %s", (profile, isShared) => {
  const folders: Readonly<Record<string, string>> = { work: "/shared", play: "/shared", home: "/", alone: "/alone" };
  expect(isConfigShared(profile, ["work", "play", "home", "alone"], (name) => folders[name] ?? "/")).toBe(isShared);
});

it("notes the profile of each session that a conversation gets", async () => {
  const { conversations, shown, clis } = await open("key");
  const profiles = new SessionProfiles(new MemoryStore(), () => true);
  const following = profiles.follow(conversations);
  shown.submit("go");
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s1" });
  await settled();
  following.dispose();
  clis[0]?.write({ type: "system", subtype: "init", session_id: "s2" });
  await settled();
  expect([...profiles.read()]).toEqual([["s1", "key"]]);
});
