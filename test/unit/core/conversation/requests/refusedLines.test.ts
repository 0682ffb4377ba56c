import { expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, getAnswer } from "../conversationSetup.ts";

const path = "/w/a.txt";
const lines = Array.from({ length: 24 }, (_, index) => `line ${index}\n`);
const text = lines.join("");
const first = text.replace("line 3\n", "refused\n").replace("line 20\n", "wanted\n");
const second = first.replace("line 12\n", "other\n");

/** Two whole texts of one file from `claude`: the second contains the first. */
async function twoWrites() {
  const world = await begin({ files: { [path]: text } });
  const { conversation, cli, files } = world;
  const { permissions } = conversation;
  const write = async (id: string, content: string) => {
    const input = { file_path: path, content };
    cli().write(assistant([{ type: "tool_use", id: `t-${id}`, name: "Write", input }]));
    cli().write({
      type: "control_request",
      request_id: id,
      request: { subtype: "can_use_tool", tool_name: "Write", input, tool_use_id: `t-${id}` },
    });
    await settled();
  };
  const view = (id: string) => conversation.state.requests.find((request) => request.id === id) as PermissionView;
  const step = async (id: string, given: Parameters<typeof permissions.reviews.step>[2]) => {
    permissions.reviews.step(id, view(id).revision, given);
    await settled();
  };
  const decide = async (id: string, kind: "allow" | "deny") => {
    const outcome = await permissions.decide(id, view(id).revision, { kind });
    await settled();
    return outcome;
  };
  /** Writes the text that was allowed. */
  const finish = async (id: string) => {
    files.set(path, getAnswer(cli(), id)?.["response"].updatedInput.content);
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t-${id}`, content: "ok" }] },
    });
    permissions.refreshAll();
    await settled();
  };
  /** Signs of the changes of a request that would be written. */
  const accepted = (id: string) =>
    view(id).proposal?.hunks.flatMap((hunk) =>
      hunk.isAccepted ? hunk.lines.filter(({ sign }) => sign === "+").map((line) => line.text) : [],
    );
  await write("r1", first);
  return { ...world, permissions, write, view, step, decide, finish, accepted };
}

it("asks again about lines refused in an open edit that the next edit contains", async () => {
  const { write, view, step, decide, finish, accepted } = await twoWrites();
  await write("r2", second);
  await step("r1", { kind: "hunk", hunk: 0, isAccepted: false });
  expect([accepted("r2"), view("r2").requiredReview]).toEqual([["other"], { kind: "hunks", count: 1 }]);
  await decide("r1", "allow");
  await finish("r1");
  expect([accepted("r2"), view("r2").requiredReview]).toEqual([["other"], { kind: "hunks", count: 1 }]);
  expect(await decide("r2", "allow")).toBe("notReviewed");
});

it("asks again about lines of an edit that arrives after the same lines were refused", async () => {
  const { write, view, step, accepted } = await twoWrites();
  await step("r1", { kind: "hunk", hunk: 0, isAccepted: false });
  await write("r2", second);
  expect([accepted("r2"), view("r2").requiredReview]).toEqual([["other"], { kind: "hunks", count: 1 }]);
});

it("asks again about lines that the user's own text left out", async () => {
  const { write, view, step, accepted } = await twoWrites();
  await step("r1", { kind: "text", text: first.replace("refused\n", "by hand\n") });
  await write("r2", second);
  expect([accepted("r2"), view("r2").requiredReview]).toEqual([["other"], { kind: "hunks", count: 1 }]);
});

it("asks again about refused lines in an edit that is still being read", async () => {
  const { cli, permissions, view, accepted } = await twoWrites();
  const input = { file_path: path, content: second };
  cli().write({
    type: "control_request",
    request_id: "r2",
    request: { subtype: "can_use_tool", tool_name: "Write", input, tool_use_id: "t-r2" },
  });
  await permissions.decide("r1", view("r1").revision, { kind: "deny" });
  await settled();
  expect([accepted("r2"), view("r2").requiredReview]).toEqual([["other"], { kind: "hunks", count: 2 }]);
});

it("no longer asks about lines once no edit of the file waits", async () => {
  const { write, view, decide, accepted } = await twoWrites();
  await decide("r1", "deny");
  await write("r2", second);
  expect([accepted("r2"), view("r2").requiredReview]).toEqual([["refused", "other", "wanted"], undefined]);
});
