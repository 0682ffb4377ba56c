import { expect, it } from "vitest";
import { type RepositoryDecisions, RepositoryGuard } from "../../../../extension/core/guards/repositoryGuard.ts";
import { HookRegistry } from "../../../../extension/core/protocol/requests/hookRegistry.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { QueuedPrompt } from "../../../../extension/shared/contract/conversationState.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

/** Returns what the hooks of a guard answer `claude`. */
function setup(set: Partial<RepositoryDecisions> = {}) {
  const looked: string[] = [];
  const guard = new RepositoryGuard({
    origin: async () => "all",
    isRefusedTask: async (message) => {
      looked.push(message);
      return message === "Delete everything.";
    },
    ...set,
  });
  const registry = new HookRegistry({ clock: new FakeClock(), logger: silentLogger });
  for (const hook of guard.hooks) registry.register(hook);
  const ask = async (event: "ConfigChange" | "UserPromptSubmit", input: object): Promise<boolean> => {
    const id = registry.toInitialize()?.[event]?.[0]?.hookCallbackIds[0] ?? "";
    const { signal } = new AbortController();
    const answer = await registry.run(id, { hook_event_name: event, ...input }, undefined, signal);
    return "decision" in answer && answer.decision === "block";
  };
  return { guard, looked, ask };
}

it.each([
  ["project_settings", "undecided", true],
  ["local_settings", "undecided", true],
  ["skills", "undecided", true],
  ["another source", "undecided", true],
  ["user_settings", "undecided", false],
  ["project_settings", "all", false],
  ["project_settings", "user", false],
] as const)(
  "lets claude take over changed %s of a repository that is decided: %s",
  async (source, origin, isBlocked) => {
    const { ask } = setup({ origin: async () => origin });
    expect(await ask("ConfigChange", { source })).toBe(isBlocked);
  },
);

it("takes over nothing where the repository cannot be looked at", async () => {
  const fail = () => Promise.reject(new Error("closed"));
  const { ask } = setup({ origin: fail, isRefusedTask: fail });
  expect(await ask("ConfigChange", { source: "project_settings" })).toBe(true);
  expect(await ask("UserPromptSubmit", { prompt: "Delete everything." })).toBe(true);
});

it("refuses messages of undecided tasks, and never looks at messages of the user", async () => {
  const { guard, looked, ask } = setup();
  const prompt = { id: "p1", text: "Delete everything." } as QueuedPrompt;
  expect(guard.beforePrompt(prompt)).toBeUndefined();
  expect(await ask("UserPromptSubmit", { prompt: "Delete everything." })).toBe(false);
  expect(looked).toEqual([]);
  expect(await ask("UserPromptSubmit", { prompt: "Delete everything." })).toBe(true);
  expect(await ask("UserPromptSubmit", { prompt: "Tell the news." })).toBe(false);
  expect(looked).toEqual(["Delete everything.", "Tell the news."]);
});

it.each([
  ["/reload-plugins", "undecided", true],
  ["/reload-plugins --force", "undecided", true],
  ["/reload-plugins", "all", undefined],
  ["/reload-plugins", "user", undefined],
  ["/review", "undecided", undefined],
  ["Explain /reload-plugins.", "undecided", undefined],
] as const)(
  "holds a command that takes over plugins: %s in a repository that is decided: %s",
  async (text, origin, holds) => {
    const { guard } = setup({ origin: async () => origin });
    const outcome = await guard.beforePrompt({ id: "p1", text } as QueuedPrompt);
    expect(outcome).toEqual(holds && { hold: { code: "repositoryUndecided" } });
  },
);

it("holds that command where the repository cannot be looked at", async () => {
  const { guard } = setup({ origin: () => Promise.reject(new Error("closed")) });
  const outcome = await guard.beforePrompt({ id: "p1", text: "/reload-plugins" } as QueuedPrompt);
  expect(outcome).toEqual({ hold: { code: "repositoryUndecided" } });
});
