import { expect, it } from "vitest";
import type { RequestPrompt } from "../../../../../extension/core/conversations/requests/pagelessRequests.ts";
import type { RequestDialogs } from "../../../../../extension/core/conversations/requests/requestPrompts.ts";
import { RequestPrompts } from "../../../../../extension/core/conversations/requests/requestPrompts.ts";
import type { RequestView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { setup, write } from "../actionsSetup.ts";
import { ask } from "../setup.ts";

/** The editor's own parts: what they asked, and how they are answered. */
class Editor implements RequestDialogs {
  isWindowFocused = true;
  readonly notified: { view: RequestView; choose: (chosen?: RequestPrompt) => void }[] = [];
  readonly listed: { view: RequestView; signal: AbortSignal; choose: (chosen?: RequestPrompt) => void }[] = [];

  notifyRequest(view: RequestView): Promise<RequestPrompt | undefined> {
    return new Promise((choose) => this.notified.push({ view, choose }));
  }
  askRequest(view: RequestView, _isChangeShown: boolean, signal: AbortSignal): Promise<RequestPrompt | undefined> {
    return new Promise((choose) => {
      this.listed.push({ view, signal, choose });
      signal.addEventListener("abort", () => choose(undefined));
    });
  }
}

async function begin(
  { prompt = "panel", notifications = "whenHidden" } = {} as {
    prompt?: "panel" | "quickPick" | "both";
    notifications?: "off" | "whenHidden" | "always";
  },
) {
  const parts = await setup();
  const editor = new Editor();
  const sounds: string[] = [];
  const { conversations, waiting, requests, cli } = parts;
  const prompts = new RequestPrompts({
    conversations,
    waiting,
    requests,
    dialogs: editor,
    prompt: () => prompt,
    notifications: () => notifications,
    sound: { isOn: () => true, play: () => void sounds.push("") },
  });
  const asks = async (...frames: object[]) => {
    for (const frame of frames) cli.write(frame);
    await settled();
  };
  return { ...parts, editor, prompts, asks, sounds };
}

it("notifies only of requests that are not visible", async () => {
  const { editor, asks, conversations, answers, sounds } = await begin();
  await asks(ask("r1"));
  expect(editor.notified).toHaveLength(0);
  conversations.places.setPanelVisible(false);
  await asks(ask("r2"));
  editor.isWindowFocused = false;
  conversations.places.setPanelVisible(true);
  await asks(ask("r3"));
  expect(editor.notified.map(({ view }) => view.id)).toEqual(["r2", "r3"]);
  expect(sounds).toHaveLength(2);
  editor.notified[0]?.choose({ kind: "allow" });
  editor.notified[1]?.choose({ kind: "deny" });
  await settled();
  expect(answers()).toEqual(["allow", "deny"]);
  expect((await begin({ notifications: "off" })).editor.notified).toEqual([]);
});

it("says that an answer in a notification came too late, and changes nothing", async () => {
  const { editor, asks, shown, requests, answers, person } = await begin({ notifications: "always" });
  await asks(ask("r1"));
  requests.decide(shown.id, "r1", 0, { kind: "deny" });
  editor.notified[0]?.choose({ kind: "allow" });
  await settled();
  expect([answers(), person.said]).toEqual([["deny"], [expect.stringContaining("denied on its card")]]);
});

it("asks for requests one by one in a list, which closes when answered elsewhere", async () => {
  const { editor, asks, shown, requests, answers } = await begin({ prompt: "quickPick" });
  await asks(ask("r1"), ask("r2"));
  expect(editor.listed.map(({ view }) => view.id)).toEqual(["r1"]);
  requests.decide(shown.id, "r1", 0, { kind: "deny" });
  await settled();
  expect(editor.listed[0]?.signal.aborted).toBe(true);
  expect(editor.listed.map(({ view }) => view.id)).toEqual(["r1", "r2"]);
  editor.listed[1]?.choose({ kind: "deny", feedback: "no" });
  await settled();
  expect(answers()).toEqual(["deny", "deny"]);
});

it("leaves a request on its card after its list was closed or opened a diff", async () => {
  const { editor, asks, answers, person, shown, diff, prompts } = await begin({ prompt: "both" });
  await asks(ask("r1"), ask("r2", "Write", write));
  editor.listed[0]?.choose(undefined);
  await settled();
  editor.listed[1]?.choose({ kind: "review" });
  await settled();
  expect([editor.listed.length, answers(), person.focused]).toEqual([2, [], shown.id]);
  expect(diff.shownRequest).toMatchObject({ id: "r2" });
  await asks(ask("r3"));
  expect(editor.listed.at(-1)?.view.id).toBe("r3");
  prompts.dispose();
  expect(editor.listed.at(-1)?.signal.aborted).toBe(true);
});

it("decides in a row only after a delay, and only about the shown revision", async () => {
  const { asks, waiting, requests, clock, answers, person } = await begin();
  await asks(ask("r1"));
  const row = waiting.all[0]!;
  requests.decideRow(row, "allow");
  clock.advance(500);
  // Another one came, or went: the rows moved.
  await asks(ask("r0"));
  requests.decideRow(row, "allow");
  await settled();
  expect(answers()).toEqual([]);
  clock.advance(500);
  // The rows became visible only now.
  waiting.noteMoved();
  clock.advance(499);
  requests.decideRow(row, "deny");
  clock.advance(1);
  requests.decideRow({ ...row, view: { ...row.view, revision: 9 } }, "allow");
  requests.decideRow(row, "allow");
  await settled();
  expect([answers(), person.said]).toEqual([["allow"], ["tooSoon", "tooSoon", "tooSoon", "answered"]]);
});
