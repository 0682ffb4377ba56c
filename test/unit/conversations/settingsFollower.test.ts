import { expect, it } from "vitest";
import type { Layer } from "../../../extension/configuration/resolve.ts";
import { SettingsFollower } from "../../../extension/conversations/settingsFollower.ts";
import { settled } from "../protocol/setup.ts";
import { openWindow } from "./setup.ts";

const workspace = (values: Record<string, unknown>): readonly Layer[] => [{ source: { kind: "setting", scope: "workspace" }, values }];

async function follow() {
  const window = openWindow();
  const [a, b] = [window.conversations.create({ draft: "", folder: "/a" }), window.conversations.create({ draft: "", folder: "/b" })];
  await Promise.all([a.open(), b.open()]);
  const values: Record<string, Record<string, unknown>> = { "/a": {}, "/b": {} };
  let origin: "all" | "user" | "undecided" = "all";
  const servers: string[] = [];
  const applying: { wait?: Promise<void> } = {};
  const follower = new SettingsFollower({
    conversations: window.conversations,
    read: (folder) => workspace(values[folder] ?? {}),
    originIn: async () => origin,
    applyServers: async (_conversation, folder) => {
      servers.push(folder);
      await applying.wait;
      return true;
    },
  });
  return {
    ...{ a, b, values, follower, servers, applying },
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

it("counts servers as applied only if they are still those of the settings", async () => {
  const { a, values, follower, applying } = await follow();
  let finish = (): void => {};
  applying.wait = new Promise((resolve) => {
    finish = resolve;
  });
  Object.assign(values, { "/a": { mcpServers: { db: { command: "db" } } } });
  const first = follower.refresh((folder) => folder === "/a");
  await settled();
  Object.assign(values, { "/a": { mcpServers: { other: { command: "other" } } } });
  applying.wait = new Promise(() => {});
  void follower.refresh((folder) => folder === "/a");
  await settled();
  finish();
  await first;
  expect(a.conversation.state.needsRestart).toEqual(["mcpServers"]);
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
