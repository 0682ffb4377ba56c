import { expect, it } from "vitest";
import { SettingsFollower } from "../../../../extension/core/conversations/settingsFollower.ts";
import type { Layer } from "../../../../extension/core/options/resolve.ts";
import type { SettingsChange } from "../../../../extension/core/options/settingsSource.ts";
import { Emitter } from "../../../../extension/shared/base/emitter.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { settled } from "../protocol/setup.ts";
import { openWindow } from "./setup.ts";

const workspace = (values: Record<string, unknown>): readonly Layer[] => [
  { source: { kind: "setting", scope: "workspace" }, values },
];

async function follow(chooseProfile: () => string = () => "") {
  const window = openWindow({ chooseProfile });
  const [a, b] = [
    window.conversations.create({ draft: "", folder: "/a" }),
    window.conversations.create({ draft: "", folder: "/b" }),
  ];
  await Promise.all([a.open(), b.open()]);
  const values: Record<string, Record<string, unknown>> = { "/a": {}, "/b": {} };
  let origin: "all" | "user" | "undecided" = "all";
  const servers: string[] = [];
  const applying: { wait?: Promise<boolean> } = {};
  const follower = new SettingsFollower({
    conversations: window.conversations,
    read: (folder) => workspace(values[folder] ?? {}),
    originIn: async () => origin,
    applyServers: async (_conversation, folder) => {
      servers.push(folder);
      return (await applying.wait) ?? true;
    },
  });
  return {
    a,
    b,
    values,
    follower,
    servers,
    applying,
    setOrigin: (value: typeof origin) => {
      origin = value;
    },
  };
}

it("applies the settings of a folder to the conversations of that folder", async () => {
  const { a, b, values, follower } = await follow();
  Object.assign(values, { "/a": { maxTurns: 1 }, "/b": { maxTurns: 2 } });
  await follower.refresh((folder) => folder === "/a");
  expect([a, b].map(({ conversation }) => conversation.state.needsRestart)).toEqual([["maxTurns"], undefined]);
});

it("replaces the servers of a running process, which then need no restart", async () => {
  const { a, values, follower, servers } = await follow();
  Object.assign(values, { "/a": { mcpServers: { db: { command: "db" } } } });
  await follower.refresh((folder) => folder === "/a");
  await follower.refresh((folder) => folder === "/a");
  expect([servers, a.conversation.state.needsRestart]).toEqual([["/a"], undefined]);
});

it("asks for a restart only for the last of several changes, not while servers connect", async () => {
  const { a, values, follower, applying } = await follow();
  const change = (name: string) => {
    const change: { finish: (isApplied: boolean) => void; done: Promise<void> } = {
      finish: () => {},
      done: Promise.resolve(),
    };
    applying.wait = new Promise((resolve) => {
      change.finish = resolve;
    });
    Object.assign(values, { "/a": { mcpServers: { [name]: { command: name } } } });
    change.done = follower.refresh((folder) => folder === "/a");
    return change;
  };
  const shown = () => {
    const { settings, state } = a.conversation;
    return [state.needsRestart, settings.effective.find(({ name }) => name === "mcpServers")?.state];
  };
  const first = change("db");
  await settled();
  expect(shown()).toEqual([undefined, "requested"]);
  const last = change("other");
  await settled();
  first.finish(false);
  await first.done;
  expect(shown()).toEqual([undefined, "requested"]);
  last.finish(false);
  await last.done;
  expect(shown()).toEqual([["mcpServers"], "needsRestart"]);
  const again = change("db");
  await settled();
  expect(shown()).toEqual([undefined, "requested"]);
  again.finish(true);
  await again.done;
  expect(shown()).toEqual([undefined, undefined]);
});

it("keeps values that need consent as they were until the user decides", async () => {
  const { a, values, follower, setOrigin } = await follow();
  setOrigin("undecided");
  Object.assign(values, { "/a": { allowedTools: ["Bash"], maxTurns: 1 } });
  await follower.refresh(() => true);
  const rules = () => a.conversation.settings.effective.find(({ name }) => name === "allowedTools")?.value;
  expect([rules(), a.conversation.state.needsRestart]).toEqual([[], ["maxTurns", "allowedTools"]]);
  setOrigin("all");
  await follower.refresh(() => true);
  expect(rules()).toEqual(["Bash"]);
});

it("applies changes, and moves empty conversations to a changed profile, until it is disposed of", async () => {
  let profile = "work";
  const { a, b, values, follower } = await follow(() => profile);
  const changed = new Emitter<SettingsChange>(() => {});
  let listed = 0;
  const following = follower.follow({
    settings: { onDidChange: changed.event },
    list: {
      refresh: async () => {
        listed++;
      },
    },
    logger: silentLogger,
  });
  const change = (name: "maxTurns" | "profile"): void =>
    changed.fire({ names: new Set([name]), namesIn: (folder) => (folder === "/a" ? [name] : []) });
  const profiles = () => [a, b].map(({ conversation }) => conversation.state.profile);
  Object.assign(values, { "/a": { maxTurns: 1 }, "/b": { maxTurns: 2 } });
  change("maxTurns");
  await settled();
  expect([a, b].map(({ conversation }) => conversation.state.needsRestart)).toEqual([["maxTurns"], undefined]);
  expect([listed, profiles()]).toEqual([0, ["work", "work"]]);
  profile = "home";
  change("profile");
  await expect.poll(profiles).toEqual(["home", "home"]);
  expect(listed).toBe(1);
  following.dispose();
  change("profile");
  expect(listed).toBe(1);
});
