import { describe, expect, it } from "vitest";
import type { ConversationId } from "../../../../../extension/shared/contract/ids.ts";
import { decodeDisk } from "../../../../../extension/vscode/files/diskText.ts";
import { settled } from "../../protocol/setup.ts";
import { setup, write } from "../actionsSetup.ts";
import { ask } from "../setup.ts";

async function asked(when: "active" | "beside" | "onDemand" = "active") {
  const parts = await setup();
  parts.opening.when = when;
  parts.cli.write(ask("r1", "Write", { ...write, content: "one\ntwo\n" }));
  await settled();
  const text = () => parts.conversations.get(parts.shown.id)?.conversation.permissions.reviews.getProposal("r1")?.after;
  return { ...parts, text };
}

/** Creates files of which each holds a text. */
function createDisk(text: string) {
  return {
    watch: () => ({ dispose() {} }),
    isDirty: () => false,
    locate: async () => ({ isOutside: false, isReadOnly: false }),
    readDisk: async () => ({ text, isUtf16: false }),
    decode: decodeDisk,
  };
}

it("opens the diff of a visible request once, and where the setting says", async () => {
  const { diff, conversations, cli, shown } = await asked();
  expect([diff.shownRequest, diff.place]).toEqual([{ conversation: shown.id, id: "r1", revision: 0 }, "active"]);
  diff.closeTab();
  cli.write(ask("r2"));
  conversations.places.setPanelVisible(false);
  conversations.places.setPanelVisible(true);
  await settled();
  expect(diff.shownRequest).toBeUndefined();
  expect((await asked("beside")).diff.place).toBe("beside");
  expect((await asked("onDemand")).diff.shownRequest).toBeUndefined();
});

it("opens the diff of a hidden conversation only when it becomes visible", async () => {
  const { conversations, opening, diff, cli } = await setup();
  opening.when = "active";
  conversations.places.setPanelVisible(false);
  cli.write(ask("r1", "Write", write));
  await settled();
  expect(diff.shownRequest).toBeUndefined();
  conversations.places.setPanelVisible(true);
  await settled();
  expect(diff.shownRequest).toMatchObject({ id: "r1" });
});

it("opens the diff beside a conversation in a tab", async () => {
  const { conversations, opening, diff, cli, shown } = await setup();
  opening.when = "active";
  conversations.places.setTabs([{ id: shown.id, isVisible: true }]);
  cli.write(ask("r1", "Write", write));
  await settled();
  expect(diff.place).toBe("beside");
});

it("keeps card and diff in step: a reset and typed text reach both", async () => {
  const { diff, requests, shown, cli, text } = await asked();
  diff.type("one\nmine\n");
  expect(text()).toBe("one\nmine\n");
  requests.stepProposal(shown.id, "r1", 0, { kind: "reset" });
  expect(diff.text).toBe("one\ntwo\n");
  diff.type("mine only\n");
  requests.decide(shown.id, "r1", 0, { kind: "allow" });
  await settled();
  const answer = cli.received.find((frame) => frame["response"]?.request_id === "r1");
  expect(answer?.["response"].response.updatedInput.content).toBe("mine only\n");
  expect(diff.shownRequest).toBeUndefined();
});

it.each(["allow", "deny"] as const)("shows the written file after the decision %s", async (kind) => {
  const { diff, requests, shown, cli } = await asked();
  const [request] = shown.conversation.state.requests;
  requests.decide(shown.id, "r1", 0, { kind });
  await settled();
  expect(diff.written).toEqual([]);
  const result = { type: "tool_result", tool_use_id: request?.toolId, content: "It is so.", is_error: kind === "deny" };
  cli.write({ type: "user", message: { role: "user", content: [result] } });
  await settled();
  expect(diff.written).toEqual(kind === "allow" ? [`${write.file_path}:0`] : []);
});

it("reviews hunks at the cursor or by number, and says that no diff is open", async () => {
  const { diff, requests, text, person } = await asked();
  requests.reviewHunk(false);
  expect(text()).toBe("");
  requests.reviewHunk(true, "diff of r1", 0);
  expect(text()).toBe("one\ntwo\n");
  diff.closeTab();
  requests.reviewHunk(false);
  expect([text(), person.said]).toEqual(["one\ntwo\n", ["noDiffOpen"]]);
});

it("ignores text typed into the diff of another request or revision", async () => {
  const { diff, text } = await asked();
  const { shownRequest } = diff;
  diff.put({ ...shownRequest!, revision: 7 });
  diff.type("old\n");
  diff.put({ ...shownRequest!, id: "gone" });
  diff.type("older\n");
  expect(text()).toBe("one\ntwo\n");
});

it("compares a long text when the user pauses typing, and before a decision", async () => {
  const { diff, requests, shown, cli, text, clock } = await asked();
  const long = `${"x".repeat(200_000)}\n`;
  diff.type(`${long}1`);
  diff.type(`${long}2`);
  expect(text()).toBe("one\ntwo\n");
  clock.advance(150);
  expect(text()).toBe(`${long}2`);
  diff.type(`${long}3`);
  requests.decide(shown.id, "r1", 0, { kind: "allow" });
  await settled();
  const answer = cli.received.find((frame) => frame["response"]?.request_id === "r1");
  expect(answer?.["response"].response.updatedInput.content).toBe(`${long}3`);
});

it.each([
  ["above", "one\nadded by others\n", "", undefined],
  ["in the same line", "one\n", "last of others", { kind: "takenBack", count: 1 }],
])(
  "removes no unseen text that others wrote %s while a long text is compared",
  async (_, first, last, requiredReview) => {
    const before = `one\n${"x".repeat(200_000)}\n\nlast\nend\n`;
    let text = before;
    let changed = (): void => {};
    const watch = (_path: string, listener: () => void) => {
      changed = listener;
      return { dispose() {} };
    };
    const readDisk = async () => ({ text, isUtf16: false });
    const files = {
      watch,
      isDirty: () => false,
      locate: async () => ({ isOutside: false, isReadOnly: false }),
      readDisk,
      decode: decodeDisk,
    };
    const { cli, diff, shown, opening, clock } = await setup({ files });
    opening.when = "active";
    cli.write(ask("r1", "Edit", { file_path: "/w/a.txt", old_string: "end", new_string: "END" }));
    await settled();
    diff.type(before.replace("last\nend", "mine\nEND"));
    text = before.replace("one\n", first).replace("last", last || "last");
    changed();
    await settled();
    clock.advance(150);
    const [view] = shown.conversation.state.requests;
    const proposed = text.replace(last || "last", "mine").replace("end", "END");
    expect(shown.conversation.permissions.reviews.getProposal("r1")?.after).toBe(proposed);
    expect(view?.kind === "permission" && view.requiredReview).toEqual(requiredReview);
  },
);

it("reviews the hunk at the cursor of a long text as typed so far", async () => {
  const before = `one\n${"x".repeat(200_000)}\n${"y\n".repeat(20)}end\n`;
  const { cli, diff, shown, opening, requests } = await setup({ files: createDisk(before) });
  opening.when = "active";
  cli.write(ask("r1", "Edit", { file_path: "/w/a.txt", old_string: "end", new_string: "END" }));
  await settled();
  diff.type(before.replace("one", "mine").replace("end", "END"));
  diff.line = before.split("\n").length - 2;
  requests.reviewHunk(false);
  expect(shown.conversation.permissions.reviews.getProposal("r1")?.after).toBe(before.replace("one", "mine"));
});

it("shows the proposed notebook on request until the request is answered", async () => {
  const text = JSON.stringify({ cells: [{ id: "a1", cell_type: "code", source: "1" }] });
  const { cli, notebooks, requests, shown, opening } = await setup({ files: createDisk(text) });
  opening.when = "active";
  cli.write(ask("r1", "NotebookEdit", { notebook_path: "/w/n.ipynb", cell_id: "a1", new_source: "2" }));
  await settled();
  expect(notebooks.shown).toEqual([]);
  await requests.openDiffOf(shown.id, "r1");
  expect(notebooks.shown).toEqual(["%% code\n2\n"]);
  requests.decide(shown.id, "r1", 0, { kind: "deny" });
  await settled();
  expect(notebooks.shown).toEqual([]);
});

describe("two conversations", () => {
  async function bothAsked() {
    const parts = await asked();
    const { conversations, clis } = parts;
    const other = conversations.create({ draft: "" });
    conversations.show(other.id);
    await other.open();
    clis.at(-1)?.write(ask("r9", "Write", { ...write, content: "nine\n" }));
    await settled();
    const textOf = ({ id }: { readonly id: ConversationId }, request: string) =>
      conversations.get(id)?.conversation.permissions.reviews.getProposal(request)?.after;
    return { ...parts, other, textOf };
  }

  it("gives each conversation a diff, which closes with its own request", async () => {
    const { diff, shown, other, requests } = await bothAsked();
    expect([diff.openRequest(shown.id)?.id, diff.openRequest(other.id)?.id]).toEqual(["r1", "r9"]);
    requests.decide(other.id, "r9", 0, { kind: "deny" });
    await settled();
    expect([diff.openRequest(shown.id)?.id, diff.openRequest(other.id)]).toEqual(["r1", undefined]);
  });

  it("decides by clicks in a conversation's own diff, whichever is in front", async () => {
    const { diff, shown, other, requests, textOf, person } = await bothAsked();
    requests.reviewHunk(false, "diff of r1", 0);
    expect([textOf(shown, "r1"), textOf(other, "r9")]).toEqual(["", "nine\n"]);
    requests.reviewHunk(false);
    expect(textOf(other, "r9")).toBe("");
    requests.rejectDiff("diff of r1");
    await settled();
    expect([diff.openRequest(shown.id), diff.openRequest(other.id)?.id, person.said]).toEqual([undefined, "r9", []]);
    // It was clicked as it closed: nothing else is decided in its place.
    requests.rejectDiff("diff of r1");
    await settled();
    expect([diff.openRequest(other.id)?.id, person.said]).toEqual(["r9", ["noDiffOpen"]]);
  });

  it("decides by key in the front diff, else in that of the front conversation", async () => {
    const { diff, shown, other, requests, textOf, conversations, person } = await bothAsked();
    diff.front = shown.id;
    requests.reviewHunk(false);
    expect([textOf(shown, "r1"), textOf(other, "r9")]).toEqual(["", "nine\n"]);
    diff.front = undefined;
    requests.reviewHunk(false);
    expect(textOf(other, "r9")).toBe("");
    conversations.create({ draft: "" });
    conversations.places.setPanel(undefined);
    requests.rejectDiff();
    await settled();
    expect([diff.openRequest(shown.id)?.id, diff.openRequest(other.id)?.id, person.said]).toEqual([
      "r1",
      "r9",
      ["noDiffOpen"],
    ]);
  });
});
