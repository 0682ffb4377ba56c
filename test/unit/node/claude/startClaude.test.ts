import { describe, expect, it } from "vitest";
import type { CutPlace } from "../../../../extension/core/conversation/ports/ports.ts";
import { VersionCheck } from "../../../../extension/node/claude/cliVersion.ts";
import { planStart, type TranscriptLookup } from "../../../../extension/node/claude/planStart.ts";
import { ClaudeStarter } from "../../../../extension/node/claude/startClaude.ts";
import type { ProcessLocks } from "../../../../extension/node/processes/processLocks.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

const places: Readonly<Record<string, CutPlace>> = {
  first: { kind: "beginning" },
  second: { kind: "entry", uuid: "entry" },
  old: { kind: "compacted" },
};
const saved: TranscriptLookup = {
  exists: ({ sessionId, folder }) => sessionId === "s1" && folder === "/w",
  findCut: async (_session, promptId) => places[promptId] ?? { kind: "unknown" },
};

describe("planStart", () => {
  it.each([
    [{ conversation: "c", folder: "/w" }, { kind: "fresh" }],
    [
      { conversation: "c", folder: "/w", resume: "s1" },
      { kind: "resume", sessionId: "s1" },
    ],
    [{ conversation: "c", folder: "/w", resume: "never written" }, { kind: "fresh" }],
    // The CLI finds a conversation only from the folder it was begun in.
    [{ conversation: "c", folder: "/elsewhere", resume: "s1" }, { kind: "fresh" }],
    [
      { conversation: "c", folder: "/w", resume: "s1", fork: { before: "second" } },
      { kind: "fork", sessionId: "s1", lastEntry: "entry" },
    ],
    [{ conversation: "c", folder: "/w", resume: "s1", fork: { before: "first" } }, { kind: "fresh" }],
    [
      { conversation: "c", folder: "/w", resume: "s1", fork: { before: undefined } },
      { kind: "fork", sessionId: "s1", lastEntry: undefined },
    ],
    [{ conversation: "c", folder: "/w", fork: { before: "second" } }, { kind: "fresh" }],
  ])("begins %j as %j", async (start, plan) => {
    expect(await planStart(start, saved, true)).toEqual(plan);
  });

  it.each([
    { conversation: "c", folder: "/w", resume: "never written", fork: { before: "second" } },
    { conversation: "c", folder: "/w", resume: "s1", fork: { before: "unknown" } },
    { conversation: "c", folder: "/w", resume: "s1", fork: { before: "old" } },
  ])("refuses to go on from where nothing is saved, or from before a compaction: %j", async (start) => {
    await expect(planStart(start, saved, true)).rejects.toMatchObject({ code: "forkImpossible" });
  });
});

describe("a workspace that is not trusted", () => {
  const touched: string[] = [];
  const watch = (name: string) => () => {
    touched.push(name);
    throw new Error(`${name} was read`);
  };
  const starter = new ClaudeStarter({
    isTrusted: () => false,
    environment: watch("environment"),
    admit: watch("admit"),
    settings: watch("settings"),
    otherRoots: watch("otherRoots"),
    servers: watch("servers"),
    saved: { exists: watch("exists"), findCut: watch("findCut") },
    locks: { claim: watch("locks"), hold: watch("locks"), release: watch("locks") } as unknown as ProcessLocks,
    newId: watch("newId"),
    clock: new FakeClock(),
    versions: new VersionCheck(),
  });

  it.each([
    { conversation: "c", folder: "/w" },
    { conversation: "c", folder: "/w", resume: "s1" },
    { conversation: "c", folder: "/w", resume: "s1", fork: { before: "second" } },
    { conversation: "c", folder: "/w", elsewhere: { spawn: watch("spawn") } },
    { conversation: "c", folder: "/w", elsewhere: { relay: { url: "ws://127.0.0.1:1", connect: watch("connect") } } },
  ])("starts nothing: %j", async (start) => {
    await expect(starter.launch(start)).rejects.toMatchObject({ code: "untrusted" });
    await expect(starter.inTerminal({ folder: "/w" })).rejects.toMatchObject({ code: "untrusted" });
    expect(touched).toEqual([]);
  });
});

describe("the mode that never asks", () => {
  const starter = new ClaudeStarter({
    isTrusted: () => true,
    environment: () => ({}),
    admit: async () => ({ origin: "all", refusedServers: [], refusedOwnServers: [] }),
    settings: () => [],
    otherRoots: () => [],
    servers: async () => {
      throw new Error("admitted");
    },
    saved,
    locks: {} as ProcessLocks,
    newId: () => "id",
    clock: new FakeClock(),
    versions: new VersionCheck(),
  });
  const launch = (choices: Readonly<Record<string, unknown>>) =>
    starter.launch({ conversation: "c", folder: "/w", choices: { permissionMode: "bypassPermissions", ...choices } });

  it("is allowed for one conversation only together with the sandbox", async () => {
    const refused = { data: { setting: "tandem.permissionMode", problem: { code: "bypassNotAllowed" } } };
    for (const choices of [{}, { allowDangerouslySkipPermissions: true }, { sandbox: { enabled: true } }])
      await expect(launch(choices)).rejects.toMatchObject(refused);
    await expect(launch({ allowDangerouslySkipPermissions: true, sandbox: { enabled: false } })).rejects.toMatchObject(
      refused,
    );
    await expect(launch({ allowDangerouslySkipPermissions: true, sandbox: { enabled: true } })).rejects.toThrow(
      "admitted",
    );
  });
});

it.each([
  ["user", "1"],
  ["all", undefined],
] as const)(
  "disables the repository's tasks only in a start without it, overriding user variables (%s)",
  async (origin, value) => {
    const starter = new ClaudeStarter({
      isTrusted: () => true,
      environment: () => (origin === "user" ? { CLAUDE_CODE_DISABLE_CRON: "0" } : {}),
      admit: async () => ({ origin, refusedServers: [], refusedOwnServers: [] }),
      settings: () => [{ source: { kind: "setting", scope: "user" }, values: { claudePath: process.execPath } }],
      otherRoots: () => [],
      servers: async () => expect.unreachable(),
      saved,
      locks: {} as ProcessLocks,
      newId: () => "id",
      clock: new FakeClock(),
      versions: new VersionCheck(),
    });
    const { env, args } = await starter.inTerminal({ folder: "/w" });
    expect(env["CLAUDE_CODE_DISABLE_CRON"]).toBe(value);
    expect(args.includes("--setting-sources=user")).toBe(origin === "user");
  },
);
