import { describe, expect, it } from "vitest";
import { settled } from "../protocol/setup.ts";
import { setup, write } from "./actionsSetup.ts";
import { ask } from "./setup.ts";

describe("approving by command", () => {
  it("allows what stood on the screen, and says what that was", async () => {
    const { requests, waiting, shown, cli, answers, person } = await setup();
    cli.write(ask("r1"));
    await settled();
    waiting.markSeen(shown.id, "r1", 0);
    await requests.approve();
    await settled();
    expect(answers()).toEqual(["allow"]);
    expect(person.said).toEqual(["allowed ls"]);
  });

  it("shows a request that nobody saw instead of allowing it", async () => {
    const { requests, shown, cli, answers, person } = await setup();
    cli.write(ask("r1"));
    await settled();
    await requests.approve();
    await requests.approve("r1");
    await settled();
    expect(answers()).toEqual([]);
    expect(person).toMatchObject({ said: ["notSeen", "notSeen"], focused: shown.id });
  });

  it("offers no rule for a request that nobody saw", async () => {
    const { requests, waiting, shown, cli, answers, person } = await setup();
    const permission_suggestions = [{ type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" }];
    const asked = ask("r1");
    cli.write({ ...asked, request: { ...asked.request, permission_suggestions } });
    await settled();
    await requests.approveAlways();
    expect(person.said).toEqual(["notSeen"]);
    waiting.markSeen(shown.id, "r1", 0);
    await requests.approveAlways();
    await settled();
    expect(answers()).toEqual(["allow"]);
  });

  it("never answers a question with a yes", async () => {
    const { requests, waiting, shown, cli, answers, person } = await setup();
    cli.write(ask("r1", "ExitPlanMode", { plan: "p" }));
    await settled();
    waiting.markSeen(shown.id, "r1", 0);
    await requests.approve();
    expect(answers()).toEqual([]);
    expect(person.focused).toBe(shown.id);
  });

  it("says so when nothing waits, or when it was answered already", async () => {
    const { requests, shown, cli, answers, person } = await setup();
    await requests.approve();
    requests.deny();
    cli.write(ask("r1"));
    await settled();
    requests.decide(shown.id, "r1", 0, { kind: "deny" });
    requests.decide(shown.id, "r1", 0, { kind: "allow" });
    await settled();
    expect(person.said).toEqual(["noRequest", "noRequest", "This request was answered already: denied on its card. Nothing was changed."]);
    expect(answers()).toEqual(["deny"]);
  });

  it("takes no decision about another revision than the one that is open", async () => {
    const { requests, shown, cli, answers, person } = await setup();
    cli.write(ask("r1"));
    await settled();
    requests.decide(shown.id, "r1", 1, { kind: "allow" });
    await settled();
    expect(answers()).toEqual([]);
    expect(person.said).toEqual(["answered"]);
  });
});

describe("the diff", () => {
  it("opens the oldest edit's, decides about the one that is open, and closes when it is decided", async () => {
    const { requests, diff, cli, answers, person, waiting, shown } = await setup();
    requests.acceptDiff();
    cli.write(ask("r1"));
    cli.write(ask("r2", "Write", write));
    await settled();
    await requests.openDiff();
    const shownInDiff = diff.shownRequest;
    expect(shownInDiff).toMatchObject({ id: "r2" });
    // An older revision than the one that waits: what the diff shows is not what would be allowed.
    diff.put({ ...shownInDiff!, revision: -1 });
    requests.acceptDiff();
    await settled();
    expect(answers()).toEqual([]);
    diff.put(shownInDiff!);
    // Where the file lies stands on the card, which nobody saw yet.
    requests.acceptDiff();
    await settled();
    expect(answers()).toEqual([]);
    waiting.markSeen(shown.id, "r2", shownInDiff!.revision);
    requests.acceptDiff();
    await settled();
    expect(diff.shownRequest).toBeUndefined();
    expect(answers()).toEqual(["allow"]);
    await requests.openDiff();
    expect(person.said).toEqual(["noDiffOpen", "notSeen", "notSeen", "noDiff"]);
  });
});
