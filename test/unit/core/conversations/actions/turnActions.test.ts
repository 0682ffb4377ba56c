import { expect, it } from "vitest";
import { ConversationActions } from "../../../../../extension/core/conversations/actions/conversationActions.ts";
import { decodeValue, type Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { failures } from "../../../../../extension/shared/base/failure.ts";
import { Person } from "../../../../fakes/person.ts";
import { settled } from "../../protocol/setup.ts";
import { noList, setup } from "../actionsSetup.ts";
import { getPrompts, openWindow } from "../setup.ts";

const failed = (more: object) => ({ type: "result", subtype: "success", is_error: true, session_id: "s1", ...more });

it("continues an interrupted turn once, however often the user clicks", async () => {
  const { turns, submitting, shown, cli, clis } = await setup();
  submitting.submit(shown.id, "cut me");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  cli.end(failures.cliExited(null, "SIGKILL", ""));
  await shown.restart();
  for (const action of ["sendAgain", "sendAgain", "continue"] as const) turns.afterCut(shown.id, action);
  expect(getPrompts(clis[1])).toEqual(["cut me"]);
  expect(shown.conversation.state.queue).toEqual([]);
});

it("restarts a crashed process and continues its turn with one click", async () => {
  const { turns, shown, cli, clis } = await setup();
  shown.submit("cut me");
  cli.write({ type: "system", subtype: "init", session_id: "s1" });
  cli.end(failures.cliExited(null, "SIGKILL", ""));
  await settled();
  expect(shown.conversation.state).toMatchObject({ isInterrupted: true, problem: { code: "ended" } });
  await Promise.all([turns.afterCut(shown.id, "continue"), turns.afterCut(shown.id, "continue")]);
  await settled();
  expect([clis.length, getPrompts(clis.at(-1))]).toEqual([2, ["Continue from where you were interrupted."]]);
  expect(shown.conversation.state.problem).toBeUndefined();
});

it("resends a failed turn once, and never a successful one", async () => {
  const { turns, shown, cli } = await setup();
  shown.submit("try me");
  cli.write({
    type: "result",
    subtype: "success",
    is_error: true,
    api_error_status: 529,
    result: "API Error: 529",
    session_id: "s1",
  });
  await settled();
  expect(shown.conversation.state).toMatchObject({ failure: "overloaded", status: "idle" });
  await turns.afterCut(shown.id, "retry");
  await turns.afterCut(shown.id, "retry");
  expect(getPrompts(cli)).toEqual(["try me", "try me"]);
  cli.write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  await turns.afterCut(shown.id, "retry");
  expect(getPrompts(cli)).toEqual(["try me", "try me"]);
});

it("continues once after the limit of turns", async () => {
  const { turns, shown, cli } = await setup();
  shown.submit("do it");
  cli.write(failed({ subtype: "error_max_turns", errors: ["Reached maximum number of turns (1)"] }));
  await settled();
  expect(shown.conversation.state).toMatchObject({ failure: "turnLimit", status: "idle" });
  await turns.afterCut(shown.id, "continue");
  await turns.afterCut(shown.id, "continue");
  expect(getPrompts(cli)).toEqual(["do it", "Continue from where you stopped."]);
});

it("compacts a conversation that is too long, then resends its message", async () => {
  const { turns, shown, cli } = await setup();
  shown.submit("do it");
  cli.write(failed({ terminal_reason: "prompt_too_long", result: "Prompt is too long" }));
  await settled();
  await turns.afterCut(shown.id, "compactAndRetry");
  await turns.afterCut(shown.id, "compactAndRetry");
  expect(getPrompts(cli)).toEqual(["do it", "/compact"]);
  expect(shown.conversation.state.queue.map(({ text }) => text)).toEqual(["do it"]);
  cli.write({ type: "result", subtype: "success", session_id: "s1" });
  await settled();
  expect(getPrompts(cli)).toEqual(["do it", "/compact", "do it"]);
});

it("raises the cost limit, restarts with it, and continues the turn", async () => {
  const { turns, shown, cli, clis, starts, person } = await setup();
  shown.submit("do it");
  cli.write(failed({ subtype: "error_max_budget_usd", errors: [], total_cost_usd: 0.3 }));
  await settled();
  person.budget = undefined;
  await turns.afterCut(shown.id, "raiseBudget");
  expect(clis).toHaveLength(1);
  person.budget = 2.5;
  await Promise.all([turns.afterCut(shown.id, "raiseBudget"), turns.afterCut(shown.id, "raiseBudget")]);
  await settled();
  expect(getPrompts(clis.at(-1))).toEqual(["Continue from where you stopped."]);
  expect(starts.at(-1)).toMatchObject({ choices: { maxBudgetUsd: 2.5 } });
  expect(shown.conversation.remembered.choices).toEqual({ maxBudgetUsd: 2.5 });
});

it("resends the interrupted prompt, not a command that ran after it", async () => {
  const { turns, shown, clis } = await setup();
  const said = (uuid: string, content: string): Frame[] => {
    const decoded = decodeValue({ type: "user", uuid, message: { content } });
    return decoded.kind === "frame" ? [decoded.frame] : [];
  };
  const frames = [
    ...said(
      "p1",
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>",
    ),
    ...said("p2", "<command-name>/cost</command-name>\n<command-message>cost</command-message>"),
    ...said("p3", "<local-command-stdout>$1</local-command-stdout>"),
  ];
  shown.conversation.saved.restore({ frames, hasOlder: false, damaged: 0 });
  expect(shown.conversation.transcript.prompts.loaded.map(({ text }) => text)).toEqual(["/cost", "/review src"]);
  await turns.afterCut(shown.id, "sendAgain");
  expect(getPrompts(clis[0])).toEqual(["/review src"]);
});

it("starts a paused conversation for a prompt once, after its history is read", async () => {
  const session = { sessionId: "s9", folder: "/w", title: "Old", firstPrompt: "go", time: 1 };
  let answer = (_frames: readonly Frame[]): void => {};
  const reading = new Promise<readonly Frame[]>((resolve) => {
    answer = resolve;
  });
  const { actions, submitting, conversations, starts, clis } = await setup({ saved: [session], load: () => reading });
  const opened = actions.openListed();
  await settled();
  const old = conversations.shown!;
  submitting.submit(old.id, "sent at once");
  submitting.submit(old.id, "and again");
  await settled();
  expect(starts).toHaveLength(1);
  const decoded = decodeValue({ type: "user", uuid: "p1", message: { content: "go" } });
  answer(decoded.kind === "frame" ? [decoded.frame] : []);
  await opened;
  await settled();
  expect(starts.slice(1)).toMatchObject([{ resume: "s9" }]);
  expect(getPrompts(clis[1])).toEqual(["sent at once"]);
  expect(old.conversation.state.queue).toMatchObject([{ text: "and again" }]);
});

it("starts conversations once that waited for workspace trust", async () => {
  let isTrusted = false;
  const window = openWindow({
    launch: () => {
      if (!isTrusted) throw failures.untrusted();
    },
  });
  const person = new Person();
  const actions = new ConversationActions({
    conversations: window.conversations,
    list: noList(window.conversations),
    dialogs: person,
    panels: person,
    folders: {
      choose: async () => "/w",
      isOutdated: () => false,
      needsDecision: false,
      useHome: async () => {},
      resolveAgain: async (folder) => folder,
    },
  });
  const open = window.conversations.restore();
  await open.open();
  open.conversation.submit("do it once");
  isTrusted = true;
  await Promise.all([actions.onTrusted(), actions.onTrusted()]);
  await actions.onTrusted();
  expect(window.clis.map(getPrompts)).toEqual([["do it once"]]);
});
