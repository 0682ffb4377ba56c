import { describe, expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { emptyDisk } from "../../../../fakes/emptyDisk.ts";
import { settled } from "../../protocol/setup.ts";
import { setup, write } from "../actionsSetup.ts";
import { ask } from "../setup.ts";

describe("approving by command", () => {
  it("allows a request that was on the screen, and says which", async () => {
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
    const permission_suggestions = [
      { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" },
    ];
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

  it("never approves a plan, but shows it", async () => {
    const { requests, waiting, shown, cli, answers, person } = await setup();
    cli.write(ask("r1", "ExitPlanMode", { plan: "p" }));
    await settled();
    waiting.markSeen(shown.id, "r1", 0);
    await requests.approve();
    expect(answers()).toEqual([]);
    expect(person.focused).toBe(shown.id);
  });

  it("says that no request waits or that it was answered already", async () => {
    const { requests, shown, cli, answers, person } = await setup();
    await requests.approve();
    requests.deny();
    cli.write(ask("r1"));
    await settled();
    await requests.decide(shown.id, "r1", 0, { kind: "deny" });
    await requests.decide(shown.id, "r1", 0, { kind: "allow" });
    await settled();
    expect(person.said).toEqual([
      "noRequest",
      "noRequest",
      "This request was already denied on its card. Nothing was changed.",
    ]);
    expect(answers()).toEqual(["deny"]);
  });

  it("ignores a decision about another revision than the open one", async () => {
    const { requests, shown, cli, answers, person } = await setup();
    cli.write(ask("r1"));
    await settled();
    requests.decide(shown.id, "r1", 1, { kind: "allow" });
    await settled();
    expect(answers()).toEqual([]);
    expect(person.said).toEqual(["answered"]);
  });
});

it("opens planned changes in a multi-file diff only for tools of the editor", async () => {
  const { requests, shown, cli, person, planned } = await setup();
  cli.write(ask("r1", "mcp__editor__rename_symbol", { path: "a.ts", changes: ["/w/a.ts", "1 - a", "1 + b"] }));
  cli.write(ask("r2", "mcp__editor__rename_symbol", { path: "a.ts", changes: [] }));
  cli.write(ask("r3", "mcp__notes__rename_symbol", { changes: ["/w/a.ts"] }));
  await settled();
  for (const id of ["r1", "r2", "r3"]) await requests.openDiffOf(shown.id, id);
  expect(planned).toEqual([
    [shown.conversation.permissions.get("r1")?.view.toolId, expect.stringContaining("rename_symbol")],
  ]);
  expect(person.said).toEqual(["noDiff", "noDiff"]);
});

describe("the diff", () => {
  it("opens the oldest edit, decides about the shown revision, and closes after the decision", async () => {
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
    // The path of the file is on the card, which the user has not seen yet.
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

/** A setup whose files are a map. */
async function onDisk() {
  const files = new Map<string, string>();
  const text = (path: string) => files.get(path);
  const parts = await setup({
    files: {
      ...emptyDisk,
      readDisk: async (path) => (text(path) === undefined ? undefined : { text: text(path) ?? "", isUtf16: false }),
    },
  });
  return { ...parts, files };
}

/** A Write of so many lines, each its own, to a file that is not there. */
const long = (lines: number) => ({
  file_path: "/w/long.txt",
  content: Array.from({ length: lines }, (_, index) => `line ${index}\n`).join(""),
});

describe("requests that must be shown whole", () => {
  it("allows a change that its card cuts only after its diff was in front", async () => {
    const { requests, waiting, shown, cli, answers, person, diff } = await onDisk();
    cli.write(ask("r1", "Write", long(5_000)));
    await settled();
    const view = () => shown.conversation.state.requests[0] as PermissionView;
    expect(view()).toMatchObject({ isDenyOnly: false, requiredReview: { kind: "lines", count: 4_600 } });
    waiting.markSeen(shown.id, "r1", view().revision);
    await requests.decide(shown.id, "r1", view().revision, { kind: "allow" });
    await requests.approve("r1");
    await requests.decideRow(waiting.all[0]!, "allow");
    await settled();
    expect([answers(), person.said]).toEqual([[], ["notSeen", "notSeen", "tooSoon"]]);
    await requests.openDiff("r1");
    expect(diff.shownRequest?.id).toBe("r1");
    expect(view().requiredReview).toBeUndefined();
    await requests.decide(shown.id, "r1", view().revision, { kind: "allow" });
    await settled();
    expect(answers()).toEqual(["allow"]);
  });

  it("requires the diff again after the file changed, also without an event", async () => {
    const { requests, shown, cli, answers, person, diff, files } = await onDisk();
    cli.write(ask("r1", "Write", long(5_000)));
    await settled();
    await requests.openDiff("r1");
    const { revision } = shown.conversation.state.requests[0]!;
    diff.closeTab();
    files.set("/w/long.txt", "theirs\n");
    await requests.decide(shown.id, "r1", revision, { kind: "allow" });
    await settled();
    expect([answers(), person.said]).toEqual([[], ["changedSince"]]);
    expect(shown.conversation.state.requests[0]).toMatchObject({
      requiredReview: { kind: "lines" },
      notes: [{ kind: "changedSince" }],
    });
  });

  it("allows an edit in its row only if all was shown, whatever the argument claims", async () => {
    const { requests, waiting, shown, cli, answers, clock, person } = await onDisk();
    cli.write(ask("r1", "Write", long(3)));
    await settled();
    clock.advance(1_000);
    const [row] = waiting.all;
    await requests.decideRow({ ...row!, isChangeShown: true, isSeen: true }, "allow");
    await settled();
    expect([answers(), person.focused]).toEqual([[], shown.id]);
    waiting.markSeen(shown.id, "r1", shown.conversation.state.requests[0]!.revision);
    clock.advance(1_000);
    await requests.decideRow(waiting.all[0]!, "allow");
    await settled();
    expect(answers()).toEqual(["allow"]);
  });
});

describe("where no page can show the card", () => {
  /** A window whose page has ended after it showed a request. */
  async function begin(tool = "Bash", input: object = { command: "ls" }) {
    const parts = await onDisk();
    const permission_suggestions = [
      { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" },
    ];
    const asked = ask("r1", tool, input);
    parts.cli.write({ ...asked, request: { ...asked.request, permission_suggestions } });
    await settled();
    const view = () => parts.shown.conversation.state.requests[0] as PermissionView;
    if (tool === "Bash") parts.waiting.markSeen(parts.shown.id, "r1", view().revision);
    parts.person.arePagesBroken = true;
    return { ...parts, view };
  }

  it("asks natively in place of the card, and allows what is shown whole there", async () => {
    const { requests, native, answers, person } = await begin("Bash", { command: `ls${"\n".repeat(200)}rm -r x` });
    requests.approve();
    expect([native.asked.length, native.asked[0]?.isWhole, answers()]).toEqual([1, true, []]);
    native.asked[0]?.choose(undefined);
    await settled();
    expect(answers()).toEqual([]);
    requests.approve();
    native.asked[1]?.choose({ kind: "allow" });
    await settled();
    expect([answers(), person.said, person.focused]).toEqual([["allow"], [], undefined]);
  });

  it("asks for rules, from a row, and in place of a review, too", async () => {
    const { requests, native, shown, waiting, clock, answers } = await begin("Bash", {
      command: `${"ls ".repeat(30)}`,
    });
    requests.approveAlways();
    requests.revealCard(shown.id, "r1");
    requests.reveal(shown.id, "r1");
    clock.advance(1_000);
    requests.decideRow(waiting.all[0]!, "allow");
    await settled();
    expect(native.asked.map(({ isAlways }) => isAlways)).toEqual([true, false, false, false]);
    native.asked[0]?.choose({ kind: "allowAlways", choice: 0 });
    await settled();
    expect([answers(), native.closed]).toEqual([["allow"], 3]);
  });

  it("closes the question once a page can show the card again", async () => {
    const { requests, native, person, cli, answers } = await begin();
    requests.approve();
    person.arePagesBroken = false;
    cli.write(ask("r2"));
    await settled();
    expect([native.closed, answers()]).toEqual([1, []]);
    await requests.approve();
    await settled();
    expect([native.asked.length, answers()]).toEqual([1, ["allow"]]);
  });

  it("allows a change only after its diff was in front, also in the diff", async () => {
    const { requests, native, answers, diff, view } = await begin("Write", long(5_000));
    requests.approve();
    expect(native.asked[0]?.isWhole).toBe(false);
    native.asked[0]?.choose({ kind: "review" });
    await settled();
    expect([diff.shownRequest?.id, view().requiredReview]).toEqual(["r1", undefined]);
    requests.acceptDiff();
    await settled();
    expect([native.asked[1]?.isWhole, answers()]).toEqual([true, []]);
    native.asked[1]?.choose({ kind: "allow" });
    await settled();
    expect(answers()).toEqual(["allow"]);
  });

  it("offers only a review of a change whose diff cuts a line", async () => {
    const { requests, native, answers, diff, shown } = await begin("Write", {
      ...long(3),
      content: "x".repeat(10_001),
    });
    await requests.reveal(shown.id, "r1");
    expect(diff.shownRequest?.id).toBe("r1");
    requests.acceptDiff();
    await settled();
    expect([native.asked.map(({ isWhole }) => isWhole), answers()]).toEqual([[false], []]);
  });

  it("denies by command, and shows where a plan or a question can be answered", async () => {
    const { requests, native, answers, person, shown } = await begin("ExitPlanMode", { plan: "p" });
    await requests.approve();
    expect([native.asked, person.focused]).toEqual([[], shown.id]);
    await requests.deny();
    await settled();
    expect(answers()).toEqual(["deny"]);
  });
});

it("accepts a server's page only after it was opened, and says if it was not", async () => {
  const { requests, shown, cli, person, visited } = await setup();
  cli.write({
    type: "control_request",
    request_id: "e1",
    request: {
      subtype: "elicitation",
      mcp_server_name: "srv",
      message: "Sign in",
      mode: "url",
      url: "https://example.com/in",
      elicitation_id: "x",
    },
  });
  await settled();
  const answer = () => cli.received.find((frame) => frame["response"]?.request_id === "e1")?.["response"]?.response;
  person.openFailure = "cancelled";
  await requests.decide(shown.id, "e1", 0, { kind: "visit" });
  await settled();
  expect([answer(), person.said]).toEqual([undefined, ["pageNotOpened"]]);
  person.openFailure = undefined;
  await requests.decide(shown.id, "e1", 0, { kind: "visit" });
  await settled();
  expect([answer(), visited]).toEqual([{ action: "accept" }, ["https://example.com/in", "https://example.com/in"]]);
});
