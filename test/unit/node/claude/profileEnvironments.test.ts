import { expect, it } from "vitest";
import { ProfileEnvironments } from "../../../../extension/node/claude/profileEnvironments.ts";

it("lists a secret after its setting changed too, since processes that run still have it", () => {
  const extra: Record<string, string> = { MINE: "first-secret" };
  const environments = new ProfileEnvironments({
    inherited: {},
    profiles: { names: [], get: () => undefined },
    readExtra: () => ({ ...extra }),
    readProxy: () => undefined,
    clientVersion: "1.0.0",
  });
  expect(environments.listSecrets()).toEqual(["first-secret"]);
  extra["MINE"] = "second-secret";
  expect(environments.listSecrets()).toEqual(["first-secret", "second-secret"]);
  delete extra["MINE"];
  expect(environments.listSecrets()).toEqual(["first-secret", "second-secret"]);
});

it("takes no value of an option for a secret, which the status page shows", () => {
  const environments = new ProfileEnvironments({
    inherited: {},
    profiles: { names: [], get: () => undefined },
    readExtra: () => ({ ANTHROPIC_MODEL: "claude-opus-5-5", OTHER: "claude-other" }),
    readProxy: () => undefined,
    clientVersion: "1.0.0",
  });
  expect(environments.listSecrets()).toEqual(["claude-other"]);
});
