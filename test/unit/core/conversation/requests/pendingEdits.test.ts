import { expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { formatNote } from "../../../../../extension/shared/text/requests/requestNotes.ts";
import { formatProposalProblem } from "../../../../../extension/shared/text/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, assistant, begin, getAnswer, result, toolUse } from "../conversationSetup.ts";

const before = "one\ntwo\nthree\n";

/** Two edits of one file that ask at the same time. */
async function twoEdits(options: Parameters<typeof begin>[0] = {}) {
  const world = await begin({ files: { "/w/a.txt": before }, ...options });
  const { conversation, cli, files } = world;
  const ask = (id: string, from: string, to: string) => {
    const input = { file_path: "/w/a.txt", old_string: from, new_string: to };
    cli().write(assistant([{ type: "tool_use", id: `t-${id}`, name: "Edit", input }]));
    cli().write({
      ...askWrite,
      request_id: id,
      request: { ...askWrite.request, tool_name: "Edit", input, tool_use_id: `t-${id}` },
    });
  };
  ask("r1", "one", "ONE");
  ask("r2", "ONE", "ONE!");
  await settled();
  const view = (id: string) => conversation.state.requests.find((request) => request.id === id) as PermissionView;
  const decide = async (id: string, kind: "allow" | "deny") => {
    const isTaken = conversation.permissions.decide(id, view(id).revision, { kind });
    await settled();
    return isTaken;
  };
  const finish = async (id: string, text: string) => {
    files.set("/w/a.txt", text);
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t-${id}`, content: "ok" }] },
    });
    await settled();
  };
  const kinds = (id: string) => view(id).notes.map((note) => note.kind);
  return { ...world, view, decide, finish, kinds };
}

it("shows a second edit on top of the first until that is denied", async () => {
  const { view, decide, kinds, conversation } = await twoEdits();
  expect(view("r2").proposal?.problem).toBeUndefined();
  expect(kinds("r2")).toEqual(["afterOther"]);
  expect(conversation.permissions.reviews.getProposal("r2")).toMatchObject({
    before: "ONE\ntwo\nthree\n",
    after: "ONE!\ntwo\nthree\n",
  });
  await decide("r1", "deny");
  expect(view("r2").proposal?.problem).toBe("textMissing");
  expect(kinds("r2")).toContain("changedSince");
});

it("keeps the view of the second edit while the first is written and afterwards", async () => {
  const { view, decide, finish, cli, items } = await twoEdits();
  await decide("r1", "allow");
  expect(view("r2").proposal).toMatchObject({ added: 1, removed: 1 });
  await finish("r1", "ONE\ntwo\nthree\n");
  const { revision } = view("r2");
  await settled();
  expect(view("r2").revision).toBe(revision);
  await decide("r2", "allow");
  await finish("r2", "ONE!\ntwo\nthree\n");
  expect(getAnswer(cli(), "r2")?.["response"].behavior).toBe("allow");
  expect(items().filter((item) => item.kind === "notice")).toEqual([]);
});

it("updates the second edit when the user changes the first", async () => {
  const { view, conversation } = await twoEdits();
  conversation.permissions.reviews.step("r1", view("r1").revision, { kind: "hunk", hunk: 0, isAccepted: false });
  await settled();
  expect(view("r2").proposal?.problem).toBe("textMissing");
});

it("does not verify a second edit that is allowed first, nor allow it changed", async () => {
  const { view, decide, finish, items, conversation } = await twoEdits();
  conversation.permissions.reviews.step("r2", view("r2").revision, { kind: "text", text: "mine\n" });
  expect(view("r2")).toMatchObject({ isDenyOnly: true, proposal: { outcome: "afterOther" } });
  conversation.permissions.reviews.step("r2", view("r2").revision, { kind: "reset" });
  await decide("r2", "allow");
  await finish("r2", before);
  expect(items().filter((item) => item.kind === "notice")).toEqual([]);
  expect(view("r1").proposal).toMatchObject({ added: 1, removed: 1 });
});

it("shows that a file is a link, read-only or unsaved, until it is saved", async () => {
  const dirty = new Set(["/w/a.txt"]);
  const { kinds, watched } = await twoEdits({
    dirty,
    places: { "/w/a.txt": { target: "/w/real.txt", isReadOnly: true } },
  });
  expect(kinds("r1")).toEqual(["link", "readOnly", "unsavedChanges"]);
  dirty.clear();
  watched.get("/w/a.txt")?.();
  await settled();
  expect(kinds("r2")).not.toContain("unsavedChanges");
});

it("keeps the user's own text when the request is cancelled", async () => {
  const { view, conversation, cli, items } = await twoEdits();
  conversation.permissions.reviews.step("r1", view("r1").revision, { kind: "text", text: "by hand\n" });
  cli().write({ type: "control_cancel_request", request_id: "r1" });
  cli().write({ type: "control_cancel_request", request_id: "r2" });
  await settled();
  expect(items().filter((item) => item.kind === "notice")).toMatchObject([
    { level: "warning", notice: { code: "keptVersion", subject: "a.txt", kept: "r1" } },
  ]);
  expect(conversation.edits.kept.get("r1")).toEqual({ path: "/w/a.txt", mine: "by hand\n", theirs: before });
});

it("saves the user's own text until the next turn ends, even after a stop", async () => {
  const { view, conversation, cli } = await twoEdits();
  conversation.permissions.reviews.step("r1", view("r1").revision, { kind: "text", text: "by hand\n" });
  conversation.permissions.decide("r2", view("r2").revision, { kind: "deny" });
  cli().write({ type: "control_cancel_request", request_id: "r1" });
  cli().write(result({ subtype: "error_during_execution" }));
  await settled();
  expect([conversation.state.status, conversation.remembered.kept]).toMatchObject([
    "idle",
    [{ id: "r1", mine: "by hand\n" }],
  ]);
  conversation.submit("next");
  cli().write(result());
  await settled();
  expect(conversation.remembered.kept).toBeUndefined();
});

it("keeps both texts when the file differs from the accepted text", async () => {
  const { decide, finish, items, conversation } = await twoEdits();
  await decide("r2", "deny");
  await decide("r1", "allow");
  await finish("r1", "something else\n");
  expect(items().at(-1)).toMatchObject({ notice: { code: "notAsAccepted", kept: "t-r1" } });
  expect(conversation.edits.kept.get("t-r1")).toEqual({
    path: "/w/a.txt",
    mine: "ONE\ntwo\nthree\n",
    theirs: "something else\n",
  });
});

it("does not report a file as wrong after the user saved it", async () => {
  const { decide, finish, items, conversation } = await twoEdits();
  await decide("r2", "deny");
  await decide("r1", "allow");
  conversation.edits.written.noteSave("/w/other.txt");
  conversation.edits.written.noteSave("/w/a.txt");
  await finish("r1", "ONE\ntwo\nmine\n");
  expect(items().filter((item) => item.kind === "notice")).toEqual([]);
});

it("shows an edit against the disk after the process of the earlier edit ended", async () => {
  const { conversation, decide, view } = await twoEdits();
  await decide("r1", "allow");
  expect(view("r2").proposal).toMatchObject({ added: 1 });
  await conversation.start();
  expect(conversation.edits.written.awaited("/w/a.txt")).toBeUndefined();
});

it("restores the user's own text after the extension host ended, until a turn ends", async () => {
  const { view, conversation } = await twoEdits();
  conversation.permissions.reviews.step("r1", view("r1").revision, { kind: "text", text: "by hand\n" });
  const { kept } = conversation.remembered;
  expect(kept).toEqual([{ id: "r1", code: "keptVersion", subject: "a.txt", path: "/w/a.txt", mine: "by hand\n" }]);
  const again = await begin({ remembered: { kept } });
  expect(again.items()).toMatchObject([{ kind: "notice", notice: { code: "keptVersion", kept: "r1" } }]);
  expect(again.conversation.edits.kept.get("r1")).toMatchObject({ mine: "by hand\n" });
  again.cli().write(result());
  await settled();
  expect(again.conversation.remembered.kept).toBeUndefined();
});

it("does not report the first edit as wrong while the second is not written", async () => {
  const { decide, finish, items, conversation } = await twoEdits();
  conversation.permissions.reviews.step("r1", 0, { kind: "reset" });
  await decide("r2", "allow");
  await decide("r1", "allow");
  await finish("r2", before);
  await finish("r1", "ONE!\ntwo\nthree\n");
  expect(items().filter((item) => item.kind === "notice")).toEqual([]);
});

it("shows that an old version chooses line ends, and does not report them", async () => {
  const { conversation, cli, files, items } = await begin({ version: "2.0.77" });
  const input = { file_path: "/w/new.txt", content: "one\ntwo\n" };
  cli().write(assistant([{ type: "tool_use", id: "t1", name: "Write", input }]));
  cli().write({ ...askWrite, request: { ...askWrite.request, input, tool_use_id: "t1" } });
  await settled();
  const [view] = conversation.state.requests as PermissionView[];
  expect(view?.notes.filter(({ kind }) => kind === "lineEndsChosen").map((note) => formatNote(note).value)).toEqual([
    expect.stringMatching(/^LF\..*CRLF/),
  ]);
  conversation.permissions.decide("r1", view!.revision, { kind: "allow" });
  await settled();
  files.set("/w/new.txt", "one\r\ntwo\r\n");
  cli().write({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] },
  });
  await settled();
  expect(items().filter((item) => item.kind === "notice")).toEqual([]);
});

it.each([
  ["2.1.329", "\ufffe\0o", "The edit will probably fail."],
  ["2.1.50", "\ufffe\0o", "The edit would damage the file."],
  ["2.1.329", "\0", "The file can't be read as text"],
  ["2.1.50", "\0", "All of its content would be replaced."],
])("shows what %s does with a file that it cannot decode: %j", async (version, text, said) => {
  const { conversation, cli } = await begin({ version, files: { "/w/a.txt": text } });
  cli().write(assistant([toolUse]));
  cli().write(askWrite);
  await settled();
  const [view] = conversation.state.requests as PermissionView[];
  expect(view?.proposal?.problem && formatProposalProblem(view.proposal.problem)).toContain(said);
  // An edit that destroys the file is not allowed by a quick key, nor together with others.
  expect(view?.isDenyDefault).toBe(version === "2.1.50");
});

it("shows that the encoding of a UTF-16 file is kept, but nothing for UTF-8", async () => {
  for (const isUtf16 of [true, false]) {
    const { conversation, cli } = await begin({ files: { "/w/a.txt": isUtf16 ? "\ufeff\ufeffold" : "old" } });
    cli().write(assistant([toolUse]));
    cli().write(askWrite);
    await settled();
    const [view] = conversation.state.requests as PermissionView[];
    expect(
      view?.notes.map(formatNote).some(({ value }) => value === "The file is UTF-16, and claude keeps that encoding."),
    ).toBe(isUtf16);
  }
});
