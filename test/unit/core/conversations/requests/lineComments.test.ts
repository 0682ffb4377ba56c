import { expect, it } from "vitest";
import { formatComments } from "../../../../../extension/core/conversations/requests/lineComments.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { ask } from "../setup.ts";

const comment = (id: string, set: object = {}) => ({
  id,
  path: "src/a.ts",
  start: 3,
  end: 4,
  code: "a\nb",
  text: "Why?",
  ...set,
});

it("sends line comments with place and code once, and resolves them with the reply", async () => {
  const { comments, box, cli, conversations, shown, person } = await setup();
  conversations.places.setFocused(shown.id);
  comments.send();
  expect(person.said).toEqual(["noComment"]);
  box.all = [comment("1"), comment("2", { start: 9, end: 9, code: "```", text: "No fence" })];
  comments.send();
  await settled();
  const sent = JSON.stringify(cli.received.at(-1));
  expect(sent).toContain("src/a.ts:3-4\\n```\\na\\nb\\n```\\nWhy?");
  expect(sent).toContain("src/a.ts:9\\n````\\n```\\n````\\nNo fence");
  comments.send();
  expect(person.said).toEqual(["noComment", "noComment"]);
  expect(box.resolved).toEqual([]);
  cli.write({ type: "result", subtype: "success", session_id: "s1", uuid: "u1" });
  await settled();
  expect(box.resolved).toEqual(["1", "2"]);
});

it("sends comments on a plan only when the plan is sent back", async () => {
  const { box, cli, requests, shown, comments, person, conversations } = await setup();
  conversations.places.setFocused(shown.id);
  cli.write(ask("p1", "ExitPlanMode", { plan: "# Plan" }));
  await settled();
  box.all = [comment("1", { path: "Plan.md", plan: "p1", start: 1, end: 1, code: "# Plan", text: "Which one?" })];
  comments.send();
  expect(person.said).toEqual(["noComment"]);
  const [view] = shown.conversation.state.requests;
  requests.decide(shown.id, "p1", 99, { kind: "deny" });
  expect(box.sent).toEqual([]);
  requests.decide(shown.id, "p1", view?.revision ?? 0, { kind: "deny", feedback: "Shorter." });
  await settled();
  const answer = cli.received.find((frame) => frame["response"]?.request_id === "p1")?.["response"].response;
  expect(answer).toMatchObject({ behavior: "deny", message: "Shorter.\n\nPlan.md:1\n```\n# Plan\n```\nWhich one?" });
});

it("keeps comments on a plan if the plan changed before it was sent back", async () => {
  const { box, cli, requests, shown } = await setup();
  cli.write(ask("p1", "ExitPlanMode", { plan: "# Plan" }));
  await settled();
  box.all = [comment("1", { path: "Plan.md", plan: "p1", start: 1, end: 1, code: "# Plan", text: "Which one?" })];
  const revision = () => shown.conversation.state.requests[0]?.revision ?? -1;
  const denying = requests.decide(shown.id, "p1", revision(), { kind: "deny", isStopping: true });
  shown.conversation.permissions.reviews.step("p1", revision(), { kind: "input", text: "# Mine" });
  await denying;
  expect([box.sent, cli.received.some((frame) => frame["response"]?.request_id === "p1")]).toEqual([[], false]);
  await requests.decide(shown.id, "p1", revision(), { kind: "deny" });
  await settled();
  const answer = cli.received.find((frame) => frame["response"]?.request_id === "p1")?.["response"].response;
  expect(answer.message).toContain("Which one?");
});

it("fences code of a comment with more backticks than it contains", () => {
  expect(formatComments([comment("1", { code: "````" })])).toContain("`````\n````\n`````");
});
