import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RequestPrompt } from "../../../../../extension/core/conversations/requests/pagelessRequests.ts";
import type { RequestDialogs } from "../../../../../extension/core/conversations/requests/requestPrompts.ts";
import { RequestPrompts } from "../../../../../extension/core/conversations/requests/requestPrompts.ts";
import type { PermissionView, RequestView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { formatWholeRequest, isWholeInRow } from "../../../../../extension/shared/text/requests/wholeRequest.ts";
import { emptyDisk } from "../../../../fakes/emptyDisk.ts";
import { fuzzRuns } from "../../../../fuzz/runs.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { ask } from "../setup.ts";

/** Lines and characters that a list and a notification show uncut, as the editor's own do. */
const [listLength, messageLength] = [64, 120];

type Asked = (view: RequestView, isChangeShown: boolean) => Promise<RequestPrompt | undefined>;

/** A native list and a notification that are open until somebody answers them. */
class Native implements RequestDialogs {
  readonly isWindowFocused = false;
  readonly open = new Map<
    "list" | "notification",
    { readonly isWhole: boolean; readonly choose: (chosen?: RequestPrompt) => void }
  >();
  askRequest: Asked = (view, isChangeShown) =>
    this.#ask("list", formatWholeRequest(view, listLength, isChangeShown) !== undefined);
  notifyRequest: Asked = (view, isChangeShown) => {
    const lines = formatWholeRequest(view, messageLength, isChangeShown);
    return this.#ask("notification", lines !== undefined && lines.join(" · ").length <= messageLength);
  };
  #ask(place: "list" | "notification", isWhole: boolean): Promise<RequestPrompt | undefined> {
    return new Promise((choose) => this.open.set(place, { isWhole, choose }));
  }
}

/**
 * Number of characters of a line whose end is on the screen, of one that the editor draws, and of a change for which a
 * card has room.
 */
const [screenLine, editorLine, cardLength] = [200, 10_000, 200_000];

/**
 * A request of some length: an edit of a file that is there or not, a command of one or more lines, an unknown tool.
 * `last`: length of the last line.
 */
const request = fc.record({
  tool: fc.constantFrom("Write", "Edit", "Bash", "Special", "WebFetch", "NotebookEdit"),
  lines: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 900 })),
  last: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.constantFrom(screenLine, screenLine + 1, editorLine, editorLine + 1),
  ),
});
type Request = { readonly tool: string; readonly lines: number; readonly last: number };

const many = (lines: number, name: string): string =>
  Array.from({ length: lines }, (_, index) => `${name} ${index}`).join("\n");
const notebook = (lines: number): string =>
  JSON.stringify({ cells: [{ cell_type: "code", id: "a", source: many(lines, "old") }], nbformat: 4 });

function getInput({ tool, lines, last }: Request): object {
  const end = last === 0 ? "" : `\n${"x".repeat(last)}`;
  switch (tool) {
    case "Write":
      return { file_path: "/w/a.txt", content: many(lines, "line") + end };
    case "Edit":
      return { file_path: "/w/a.txt", old_string: "old 0", new_string: many(lines, "line") + end };
    case "Bash":
      return { command: many(lines, "echo") };
    case "WebFetch":
      return { url: "https://a.example", prompt: many(lines, "word") };
    case "NotebookEdit":
      return { notebook_path: "/w/a.ipynb", cell_id: "a", new_source: many(lines, "line") };
    default:
      return { any: many(lines, "value") };
  }
}

const surface = fc.constantFrom(
  ...([
    "card",
    "cardAllow",
    "diff",
    "closeDiff",
    "row",
    "forgedRow",
    "list",
    "notification",
    "command",
    "acceptDiff",
    "fileChanges",
    "pageEnds",
    "pageStarts",
    "native",
  ] as const),
);

it("allows no request of which a part was on no screen, in any order", async () => {
  let allowed = 0;
  await fc.assert(
    fc.asyncProperty(request, fc.array(surface, { maxLength: 10 }), async (asked, steps) => {
      const files = new Map([
        ["/w/a.txt", "old 0\n"],
        ["/w/a.ipynb", notebook(asked.lines)],
      ]);
      const readDisk = async (path: string) =>
        files.has(path) ? { text: files.get(path) ?? "", isUtf16: false } : undefined;
      const parts = await setup({ files: { ...emptyDisk, readDisk } });
      const { conversations, requests, waiting, shown, cli, answers, diff, clock, person } = parts;
      const native = new Native();
      /** A question in place of a card is open until it is answered. */
      const begun = (work: Promise<void>): Promise<void> => (person.arePagesBroken ? settled() : work);
      const prompts = new RequestPrompts({
        conversations,
        waiting,
        requests,
        dialogs: native,
        prompt: () => "both",
        notifications: () => "always",
      });
      cli.write(ask("r1", asked.tool, getInput(asked)));
      await settled();
      const view = () => shown.conversation.state.requests[0] as PermissionView | undefined;
      /** Seen parts of the present revision: the text of the card beside the change, and all of the change. */
      let [revision, areFactsShown, isChangeShown] = [-1, false, false];
      /** A list and a message stay as they were written. */
      const natively = view()?.revision;
      for (const step of steps) {
        const now = view();
        if (!now) break;
        if (now.revision !== revision) {
          // The diff that stands in front shows the new revision at once, without the ends of long lines.
          const isInFront =
            asked.last <= screenLine && diff.shownRequest?.id === "r1" && diff.shownRequest.revision === now.revision;
          [revision, areFactsShown, isChangeShown] = [now.revision, false, now.proposal === undefined || isInFront];
        }
        clock.advance(1_000);
        const isUncut = now.proposal === undefined || now.proposal.linesOmitted === 0 || now.body !== undefined;
        const row = waiting.all[0]!;
        if (step === "pageEnds" || step === "pageStarts") person.arePagesBroken = step === "pageEnds";
        else if (step === "native") {
          const open = parts.native.asked.at(-1);
          if (open?.isWhole) areFactsShown ||= open.view.revision === now.revision;
          if (open?.isWhole) open.choose({ kind: "allow" });
        } else if (step === "card" || step === "cardAllow") {
          if (person.arePagesBroken) continue;
          waiting.markSeen(shown.id, "r1", now.revision);
          [areFactsShown, isChangeShown] = [true, isChangeShown || isUncut];
          if (step === "cardAllow") await requests.decide(shown.id, "r1", now.revision, { kind: "allow" });
        } else if (step === "diff") {
          await requests.openDiff("r1");
          isChangeShown ||= asked.last <= screenLine && diff.shownRequest?.id === "r1";
        } else if (step === "closeDiff") diff.closeTab();
        else if (step === "row" || step === "forgedRow") {
          areFactsShown ||= isWholeInRow(now, isChangeShown);
          await begun(
            requests.decideRow(step === "row" ? row : { ...row, isChangeShown: true, isSeen: true }, "allow"),
          );
        } else if (step === "list" || step === "notification") {
          const open = native.open.get(step);
          // There is an Allow only where it shows everything.
          if (open?.isWhole) areFactsShown ||= natively === now.revision;
          if (open?.isWhole) open.choose({ kind: "allow" });
        } else if (step === "command") await begun(requests.approve());
        else if (step === "acceptDiff") await begun(requests.acceptDiff());
        else {
          files.set("/w/a.txt", `old 0\ntheirs ${clock.now()}\n`);
          shown.conversation.permissions.refreshAll();
        }
        await settled();
        if (answers().includes("allow")) {
          allowed++;
          const facts = { step, areFactsShown: areFactsShown || step === "acceptDiff", isChangeShown };
          expect(facts).toEqual({ step, areFactsShown: true, isChangeShown: true });
        }
      }
      prompts.dispose();
      await conversations.remove(shown.id);
    }),
    { numRuns: fuzzRuns(20) },
  );
  expect(allowed).toBeGreaterThan(0);
});

it("shows an edit with an overlong line whole on its card, or offers only Deny", async () => {
  const { shown, cli, requests, diff, answers } = await setup({
    files: { ...emptyDisk, readDisk: async () => undefined },
  });
  const view = () => shown.conversation.state.requests[0] as PermissionView;
  const write = async (id: string, last: number) => {
    cli.write(ask(id, "Write", getInput({ tool: "Write", lines: 500, last })));
    await settled();
    await requests.openDiff(id);
    expect(diff.shownRequest?.id).toBe(id);
  };
  await write("r1", editorLine + 1);
  expect(view()).toMatchObject({ isDenyOnly: false, proposal: { outcome: "asProposed", linesOmitted: 0 } });
  expect(view().proposal?.hunks[0]?.lines.at(-1)?.text).toHaveLength(editorLine + 1);
  await requests.decide(shown.id, "r1", view().revision, { kind: "deny" });
  await write("r2", cardLength);
  expect(view()).toMatchObject({ isDenyOnly: true, proposal: { outcome: "unreadable", linesOmitted: 101 } });
  await requests.decide(shown.id, "r2", view().revision, { kind: "allow" });
  await settled();
  expect(answers()).toEqual(["deny"]);
  shown.conversation.permissions.reviews.step("r2", view().revision, { kind: "text", text: many(500, "mine") });
  await requests.openDiff("r2");
  expect(view().requiredReview).toBeUndefined();
  await requests.decide(shown.id, "r2", view().revision, { kind: "allow" });
  await settled();
  expect(answers()).toEqual(["deny", "allow"]);
});

describe("diffs that hide a part of the change", () => {
  const before = Array.from({ length: 430 }, (_, line) => `    call ${line}`).join("\n");
  /** Changes every line; one of them in its indentation alone. */
  const indented = before.replaceAll(/call (?!200)/g, "call new ").replace("    call 200", "call 200");
  const begin = async (text: string) => {
    const readDisk = async () => ({ text: before, isUtf16: false });
    const parts = await setup({ files: { ...emptyDisk, readDisk } });
    const view = () => parts.shown.conversation.state.requests[0] as PermissionView;
    parts.cli.write(ask("r1", "Write", { file_path: "/w/a.nim", content: text }));
    await settled();
    return { ...parts, view };
  };

  it("shows all lines on the card where only the indentation of one changes", async () => {
    const { view, requests } = await begin(indented);
    expect(view()).toMatchObject({ proposal: { linesOmitted: 0 } });
    expect(view()).not.toHaveProperty("requiredReview");
    await requests.openDiff("r1");
    expect(
      view()
        .proposal?.hunks.flatMap(({ lines }) => lines)
        .some(({ sign, text }) => sign === "+" && text === "call 200"),
    ).toBe(true);
  });

  it("counts a changed indentation as shown only after diffs show white space", async () => {
    const { view, requests, diff } = await begin(`${indented}\n${"added line\n".repeat(30_000)}`);
    expect(view().requiredReview?.kind).toBe("lines");
    await requests.openDiff("r1");
    expect(view().requiredReview?.kind).toBe("whiteSpace");
    await requests.openDiff("r1");
    expect(diff.settings.ignoresEdges).toBe(false);
    expect(view()).not.toHaveProperty("requiredReview");
  });

  it("counts an overlong line as shown only where it wraps, or on the card", async () => {
    const { view, requests, shown, waiting } = await begin(before.replace("call 7\n", `${"x".repeat(screenLine)}\n`));
    const isShown = () => shown.conversation.permissions.reviews.isShown("r1");
    await requests.openDiff("r1");
    expect([view().proposal?.linesOmitted, isShown()]).toEqual([0, false]);
    waiting.markSeen(shown.id, "r1", view().revision);
    expect(isShown()).toBe(true);
    const other = await begin(before.replace("call 7\n", `${"x".repeat(screenLine)}\n`));
    other.diff.settings = { ...other.diff.settings, wraps: true };
    await other.requests.openDiff("r1");
    expect(other.shown.conversation.permissions.reviews.isShown("r1")).toBe(true);
  });

  it.each([
    ["a short change", before.replace(/call (1\d)\n/g, "call new $1\n"), "active", true],
    [
      "changes far from each other",
      before.replace("call 1\n", "new\n").replace("call 300\n", "new\n"),
      "active",
      false,
    ],
    ["a change of many lines", before.replaceAll(/call 1\d\d\n/g, "new\n"), "active", false],
    ["a short change whose diff does not open", before.replace("call 1\n", "new\n"), "onDemand", false],
  ] as const)("counts %s as shown by a diff in front", async (_, text, when, isShownAtOnce) => {
    const { diff, opening, cli, shown } = await begin("a\n");
    const isShown = () => shown.conversation.permissions.reviews.isShown("r2");
    diff.isEndVisible = false;
    opening.when = when;
    cli.write({ type: "control_cancel_request", request_id: "r1" });
    cli.write(ask("r2", "Write", { file_path: "/w/a.nim", content: text }));
    await settled();
    expect([diff.shownRequest?.id === "r2", isShown()]).toEqual([when === "active", isShownAtOnce]);
    if (when === "active") diff.scrollToEnd();
    expect(isShown()).toBe(when === "active");
  });

  it("counts a diff that opened by itself as shown only at its end", async () => {
    const { view, diff, opening, cli } = await begin("a\n".repeat(500));
    expect(view().requiredReview?.kind).toBe("lines");
    diff.isEndVisible = false;
    opening.when = "active";
    cli.write({ type: "control_cancel_request", request_id: "r1" });
    cli.write(ask("r2", "Write", { file_path: "/w/a.nim", content: "b\n".repeat(500) }));
    await settled();
    expect([diff.shownRequest?.id, view().requiredReview?.kind]).toEqual(["r2", "lines"]);
    diff.scrollToEnd();
    expect(view()).not.toHaveProperty("requiredReview");
  });
});
