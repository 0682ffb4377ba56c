import { expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { askWrite, assistant, begin, getAnswer } from "../conversationSetup.ts";

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
const before = lines.join("");
const after = before.replace("line 3\n", "three\n").replace("line 30\n", "thirty\n");
const input = { file_path: "/w/a.txt", content: after };
const ask = (extra: object = {}) => ({
  type: "control_request",
  request_id: "r1",
  request: { subtype: "can_use_tool", tool_name: "Write", tool_use_id: "t1", input, ...extra },
});

async function proposed(extra: object = {}) {
  const parts = await begin({ files: { "/w/a.txt": before } });
  parts.cli().write(assistant([{ type: "tool_use", id: "t1", name: "Write", input }]));
  parts.cli().write(ask(extra));
  await settled();
  const { permissions } = parts.conversation;
  const view = () => parts.conversation.state.requests[0]!;
  const hunk = (index: number, isAccepted: boolean) =>
    permissions.reviews.step("r1", view().revision, { kind: "hunk", hunk: index, isAccepted });
  const decide = async (kind: "allow" | "deny") => {
    permissions.decide("r1", view().revision, { kind });
    await settled();
    return getAnswer(parts.cli())?.response;
  };
  const finish = async (text: string) => {
    parts.files.set("/w/a.txt", text);
    parts
      .cli()
      .write({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "ok" }] } });
    await settled();
    return parts.items().filter((item) => item.kind === "notice");
  };
  /** Text for the model with the result of the call. */
  let notes = 0;
  const note = async () => {
    const id = `h${++notes}`;
    const hook = parts.cli().received.find((frame) => frame["request"]?.subtype === "initialize")?.["request"].hooks
      .PostToolUse[0].hookCallbackIds[0];
    const hookInput = {
      hook_event_name: "PostToolUse",
      tool_name: "Write",
      tool_input: input,
      tool_use_id: "t1",
      session_id: "s",
      transcript_path: "",
      cwd: "",
    };
    parts.cli().write({
      type: "control_request",
      request_id: id,
      request: { subtype: "hook_callback", callback_id: hook, input: hookInput, tool_use_id: "t1" },
    });
    await settled();
    return getAnswer(parts.cli(), id)?.response?.hookSpecificOutput?.additionalContext;
  };
  return { ...parts, view, hunk, decide, finish, note, permissions };
}

it("writes accepted hunks, expects them on disk, and notifies the model once", async () => {
  const { view, hunk, decide, finish, note, items } = await proposed();
  expect(view()).toMatchObject({
    proposal: { outcome: "asProposed", hunks: [{ isAccepted: true }, { isAccepted: true, added: 1, removed: 1 }] },
  });
  const { revision } = view();
  hunk(1, false);
  // A proposal that the user edited is no other request: a decision about the former revision still counts.
  expect(view()).toMatchObject({
    revision,
    isDenyOnly: false,
    proposal: { outcome: "changed", isUserEdited: false, isAllOrNothing: false, hunks: [{}, { isAccepted: false }] },
  });
  const mine = before.replace("line 3\n", "three\n");
  expect(await decide("allow")).toMatchObject({
    behavior: "allow",
    updatedInput: { file_path: "/w/a.txt", content: mine },
  });
  expect(items().at(-1)).toMatchObject({ decided: { code: "allowedEdited" } });
  expect(await note()).toContain("-thirty\n+line 30");
  expect(await note()).toBeUndefined();
  expect(await finish(mine)).toEqual([]);
});

it("reports a file with the model's proposal instead of the user's version", async () => {
  const { hunk, decide, finish } = await proposed();
  hunk(0, false);
  await decide("allow");
  expect(await finish(after)).toMatchObject([{ notice: { code: "notAsAccepted" } }]);
});

it("sends the model no note about an unchanged proposal", async () => {
  const { hunk, decide, note } = await proposed();
  hunk(0, false);
  hunk(0, true);
  expect(await decide("allow")).toMatchObject({ updatedInput: input });
  expect(await note()).toBeUndefined();
});

it("can only be denied without hunks, and is complete again after a reset", async () => {
  const { view, hunk, permissions, decide } = await proposed();
  hunk(0, false);
  hunk(1, false);
  expect(view()).toMatchObject({ isDenyOnly: true, proposal: { outcome: "nothing" } });
  permissions.reviews.step("r1", view().revision, { kind: "reset" });
  expect(view()).toMatchObject({ isDenyOnly: false, proposal: { outcome: "asProposed" } });
  hunk(0, false);
  hunk(1, false);
  expect(await decide("allow")).toMatchObject({ behavior: "deny" });
});

it("accepts the user's own text with the file's line ends, and its hunks", async () => {
  const { view, hunk, permissions, decide } = await proposed();
  permissions.reviews.step("r1", view().revision, {
    kind: "text",
    text: before.replace("line 9\n", "nine\n").replace("line 20\n", "twenty\n"),
  });
  expect(view()).toMatchObject({ proposal: { isUserEdited: true, added: 2, removed: 2, outcome: "changed" } });
  hunk(0, false);
  expect(await decide("allow")).toMatchObject({ updatedInput: { content: before.replace("line 20\n", "twenty\n") } });
});

it("ignores a request that is not open, and a hunk that does not exist", async () => {
  const { view, hunk, permissions } = await proposed();
  const was = view();
  hunk(7, false);
  permissions.reviews.step("gone", 0, { kind: "reset" });
  expect(view()).toEqual(was);
});

it("still requires its card if the tool needs more than an approval", async () => {
  const { view, hunk } = await proposed({ requires_user_interaction: true });
  hunk(1, false);
  expect(view()).toMatchObject({ needsCard: true });
});

it("becomes a new revision with a note when the file changes meanwhile", async () => {
  const { view, files, watched, permissions, decide } = await proposed();
  const { revision } = view();
  files.set("/w/a.txt", `${before}theirs\n`);
  watched.get("/w/a.txt")?.();
  await settled();
  expect(view()).toMatchObject({ notes: [{ kind: "changedSince" }], proposal: { removed: 3 } });
  expect(await permissions.decide("r1", revision, { kind: "allow" })).toBe("gone");
  // Called without a change it is the same request.
  const again = view();
  watched.get("/w/a.txt")?.();
  await settled();
  expect(view()).toEqual(again);
  expect(await decide("allow")).toMatchObject({ updatedInput: input });
  expect(watched.size).toBe(0);
});

it("keeps the user's text when the file changes or disappears", async () => {
  const { view, files, watched, permissions, decide } = await proposed();
  permissions.reviews.step("r1", view().revision, { kind: "text", text: "mine\n" });
  files.set("/w/a.txt", "theirs\n");
  watched.get("/w/a.txt")?.();
  await settled();
  expect(view()).toMatchObject({ proposal: { isUserEdited: true, added: 1, removed: 1, outcome: "changed" } });
  files.delete("/w/a.txt");
  watched.get("/w/a.txt")?.();
  await settled();
  expect(view()).toMatchObject({ proposal: { isNewFile: true, outcome: "changed" } });
  // The new content of the file contradicts the user's own text, which has to be reviewed again.
  expect(await decide("allow")).toBeUndefined();
  expect(view()).toMatchObject({ requiredReview: { kind: "takenBack" } });
  permissions.reviews.step("r1", view().revision, { kind: "checked" });
  expect(view()).not.toHaveProperty("reviewNeeded");
  expect(await decide("allow")).toMatchObject({ updatedInput: { content: "mine\n" } });
});

it("keeps the user's text while the file is unreadable, and ignores steps for earlier revisions", async () => {
  const { view, files, watched, permissions } = await proposed();
  const { revision } = view();
  permissions.reviews.step("r1", revision, { kind: "text", text: "mine\n" });
  for (const text of ["\u0000", `${before}more\n`]) {
    files.set("/w/a.txt", text);
    watched.get("/w/a.txt")?.();
    await settled();
  }
  permissions.reviews.step("r1", revision, { kind: "reset" });
  expect(view()).toMatchObject({ proposal: { isUserEdited: true, added: 1 } });
});

it("gets a diff when the file that it edits appears", async () => {
  const { conversation, cli, files, watched } = await begin();
  cli().write({
    type: "control_request",
    request_id: "r1",
    request: {
      subtype: "can_use_tool",
      tool_name: "Edit",
      tool_use_id: "t1",
      input: { file_path: "/w/b.txt", old_string: "a", new_string: "b" },
    },
  });
  await settled();
  expect(conversation.state.requests).toMatchObject([{ proposal: { problem: "fileMissing" } }]);
  files.set("/w/b.txt", "a\n");
  watched.get("/w/b.txt")?.();
  await settled();
  expect(conversation.state.requests).toMatchObject([{ proposal: { outcome: "asProposed", added: 1 } }]);
});

it("shows a writable version of an edit that no input can express, as a revision", async () => {
  // Mixed line ends become CRLF where most are, with an Edit of every version.
  const mixed = "one\ntwo\r\nthree\r\nfour\r\nfive\r\nsix\r\nseven\r\neight\r\nnine\r\nten\r\n";
  const { conversation, cli } = await begin({ files: { "/w/a.txt": mixed } });
  const edit = { file_path: "/w/a.txt", old_string: "ten", new_string: "10" };
  cli().write(assistant([{ type: "tool_use", id: "t1", name: "Edit", input: edit }]));
  cli().write({ ...askWrite, request: { ...askWrite.request, tool_name: "Edit", input: edit, tool_use_id: "t1" } });
  await settled();
  const { permissions } = conversation;
  const view = () => conversation.state.requests[0] as PermissionView;
  const { revision } = view();
  expect(view().proposal?.hunks).toMatchObject([{ lineEnds: ["LF", "CRLF"] }, {}]);
  permissions.reviews.step("r1", revision, { kind: "hunk", hunk: 0, isAccepted: false });
  expect(view()).toMatchObject({ revision, isDenyOnly: true, proposal: { outcome: "impossible", hasWritable: true } });
  permissions.reviews.step("r1", revision, { kind: "writable" });
  expect(view()).toMatchObject({
    isDenyOnly: false,
    proposal: { outcome: "asProposed", hunks: [{ lineEnds: ["LF", "CRLF"] }, {}] },
  });
  expect(view().revision).not.toBe(revision);
  // A press that was meant for what stood there before decides nothing.
  expect(await permissions.decide("r1", revision, { kind: "allow" })).toBe("gone");
});

it("changes the fields that the tool reads, even beside fields of another tool", async () => {
  const { conversation, cli } = await begin({ files: { "/w/a.txt": before } });
  const asked = { file_path: "/w/a.txt", old_string: before, new_string: after, edits: [] };
  cli().write(ask({ tool_name: "Edit", input: asked }));
  await settled();
  const view = () => conversation.state.requests[0] as PermissionView;
  conversation.permissions.reviews.step("r1", view().revision, { kind: "hunk", hunk: 1, isAccepted: false });
  expect(view()).toMatchObject({ proposal: { outcome: "changed" }, notes: [{ kind: "otherInput" }] });
  await conversation.permissions.decide("r1", view().revision, { kind: "allow" });
  await settled();
  const { old_string: oldText, new_string: newText } = getAnswer(cli())!["response"].updatedInput;
  expect(before.replace(oldText, () => newText)).toBe(before.replace("line 3\n", "three\n"));
});
