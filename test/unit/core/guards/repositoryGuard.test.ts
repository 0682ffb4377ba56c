import { expect, it } from "vitest";
import { RepositoryGuard } from "../../../../extension/core/guards/repositoryGuard.ts";
import { HookRegistry } from "../../../../extension/core/protocol/requests/hookRegistry.ts";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

/** Returns the answer to a change of one source. */
async function ask(originNow: () => Promise<"all" | "user" | "undecided">, source: string) {
  const registry = new HookRegistry({ clock: new FakeClock(), logger: silentLogger });
  for (const hook of new RepositoryGuard(originNow).hooks) registry.register(hook);
  const id = registry.toInitialize()?.["ConfigChange"]?.[0]?.hookCallbackIds[0] ?? "";
  return registry.run(id, { hook_event_name: "ConfigChange", source }, undefined, new AbortController().signal);
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
    const answer = await ask(async () => origin, source);
    expect("decision" in answer && answer.decision === "block").toBe(isBlocked);
  },
);

it("takes over nothing where the repository cannot be looked at", async () => {
  expect(await ask(() => Promise.reject(new Error("closed")), "project_settings")).toMatchObject({ decision: "block" });
});
