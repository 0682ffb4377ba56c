import { describe, expect, it } from "vitest";
import { failures } from "../../../extension/base/failure.ts";
import type { ConversationId } from "../../../extension/contract/ids.ts";
import { closeDecidedDiffs } from "../../../extension/conversations/closeDecidedDiffs.ts";
import { ConversationActions } from "../../../extension/conversations/conversationActions.ts";
import type { Dialogs, DiffView, Panels, ShownRequest } from "../../../extension/conversations/ports.ts";
import { RequestActions } from "../../../extension/conversations/requestActions.ts";
import { RewindAction } from "../../../extension/conversations/rewindAction.ts";
import { WaitingRequests } from "../../../extension/conversations/waitingRequests.ts";
import { settled } from "../protocol/setup.ts";
import { ask, openWindow, promptsOf } from "./setup.ts";

/** What the user answers, and what was said and shown. */
class Person implements Dialogs, Panels {
  readonly said: string[] = [];
  readonly drafts: string[] = [];
  focused: ConversationId | undefined;
  isConfirming = true;

  say(refusal: string): void {
    this.said.push(refusal);
  }
  sayAllowed(request: { subject: string }): void {
    this.said.push(`allowed ${request.subject}`);
  }
  pickPrompt: Dialogs["pickPrompt"] = async (prompts) => prompts[0]?.id;
  pickModel: Dialogs["pickModel"] = async () => ({ model: "opus" });
  pickMode: Dialogs["pickMode"] = async () => "plan";
  pickSuggestion: Dialogs["pickSuggestion"] = async (request) => request.always[0]?.choice;
  confirmNew = async () => this.isConfirming;
  confirmStop = async () => this.isConfirming;
  sayNotRewound = () => {};
  confirmRewind: Dialogs["confirmRewind"] = async (preview) => (preview.kind === "possible" ? "both" : "conversation");
  async focus(id: ConversationId): Promise<void> {
    this.focused = id;
  }
  setDraft(_id: ConversationId, text: string): void {
    this.drafts.push(text);
  }
}

class Diff implements DiffView {
  get openRequest(): ShownRequest | undefined {
    return this.shownRequest;
  }
  shownRequest: ShownRequest | undefined;
  async open({ id, revision }: ShownRequest): Promise<void> {
    this.shownRequest = { id, revision };
  }
  async close(id: string): Promise<void> {
    if (id === this.shownRequest?.id) this.shownRequest = undefined;
  }
}

async function setup() {
  const window = openWindow();
  const folders = { choose: async (): Promise<string | undefined> => "/w" };
  const waiting = new WaitingRequests(window.conversations, window.clock);
  const person = new Person();
  const diff = new Diff();
  const shown = window.conversations.restore();
  await shown.open();
  closeDecidedDiffs(window.conversations, waiting, diff);
  const actions = new ConversationActions(window.conversations, person, person, folders);
  const requests = new RequestActions({ conversations: window.conversations, waiting, dialogs: person, diff, panels: person });
  const rewind = new RewindAction(window.conversations, person, person);
  const cli = window.clis[0]!;
  const answers = () => cli.received.flatMap((frame) => (frame["type"] === "control_response" ? [frame["response"].response?.behavior] : []));
  return { ...window, folders, waiting, person, diff, shown, actions, requests, rewind, cli, answers };
}
const write = { file_path: "/w/a.txt", content: "x" };

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
    expect(person.said).toEqual(["noRequest", "noRequest", "answered"]);
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
    const { requests, diff, cli, answers, person } = await setup();
    requests.acceptDiff();
    cli.write(ask("r1"));
    cli.write(ask("r2", "Write", write));
    await settled();
    await requests.openDiff();
    expect(diff.shownRequest).toEqual({ id: "r2", revision: 0 });
    // An older revision than the one that waits: what the diff shows is not what would be allowed.
    diff.shownRequest = { id: "r2", revision: -1 };
    requests.acceptDiff();
    await settled();
    expect(answers()).toEqual([]);
    diff.shownRequest = { id: "r2", revision: 0 };
    requests.acceptDiff();
    await settled();
    expect(diff.shownRequest).toBeUndefined();
    expect(answers()).toEqual(["allow"]);
    await requests.openDiff();
    expect(person.said).toEqual(["noDiffOpen", "answered", "noDiff"]);
  });
});

describe("conversations", () => {
  it("begins a new one with the draft, ends the one before, and forgets what was saved of it", async () => {
    const { actions, conversations, shown, person, clis, store } = await setup();
    shown.draft = "for later";
    await actions.startNew();
    const fresh = conversations.shown!;
    expect(fresh.id).not.toBe(shown.id);
    expect(fresh.draft).toBe("for later");
    expect(person.focused).toBe(fresh.id);
    expect(clis[0]?.isInputEnded).toBe(true);
    expect(store.texts.has(shown.id)).toBe(false);
    expect(conversations.all).toEqual([fresh]);
  });

  it("goes on where it was when no folder is chosen for a new one", async () => {
    const { actions, conversations, shown, folders, clis } = await setup();
    shown.draft = "mine";
    folders.choose = async () => undefined;
    await actions.startNew();
    expect(conversations.shown).toBe(shown);
    expect(clis[0]?.isInputEnded).toBe(false);
  });

  it("begins a new one from what the window kept, also when nothing was shown yet, and keeps the draft on disk all the time", async () => {
    const { shown, conversations, store } = await setup();
    shown.draft = "kept";
    await conversations.close();
    const again = openWindow({ store });
    const person = new Person();
    const actions = new ConversationActions(again.conversations, person, person, { choose: async () => "/w" });
    await actions.startNew();
    expect(again.conversations.shown).toMatchObject({ draft: "kept" });
    expect([...store.texts.values()].join()).toContain("kept");
  });

  it("starts after trust was given what waited for it, and nothing twice", async () => {
    let isTrusted = false;
    const window = openWindow({
      launch: () => {
        if (!isTrusted) throw failures.untrusted();
      },
    });
    const person = new Person();
    const actions = new ConversationActions(window.conversations, person, person, { choose: async () => "/w" });
    const open = window.conversations.restore();
    await open.open();
    open.conversation.submit("do it once");
    isTrusted = true;
    await Promise.all([actions.onTrusted(), actions.onTrusted()]);
    await actions.onTrusted();
    expect(window.clis.map(promptsOf)).toEqual([["do it once"]]);
  });

  it("asks before it ends a turn or drops messages, and obeys a no", async () => {
    const { actions, conversations, shown, person } = await setup();
    actions.submit(shown.id, "work");
    person.isConfirming = false;
    await actions.startNew();
    expect(conversations.shown).toBe(shown);
    expect(shown.conversation.state.status).toBe("working");
  });

  it("sends the draft of a composer once, and lets go of it", async () => {
    const { actions, shown, cli } = await setup();
    shown.draft = "hello";
    actions.submit(shown.id, "hello");
    expect(shown.draft).toBe("");
    expect(promptsOf(cli)).toEqual(["hello"]);
    shown.draft = "mine";
    actions.submit(shown.id, "another text");
    expect(shown.draft).toBe("mine");
  });

  it("puts a queued prompt back into the composer without losing what is there", async () => {
    const { actions, shown, person } = await setup();
    actions.submit(shown.id, "first");
    actions.submit(shown.id, "second");
    shown.draft = "typed";
    await actions.editQueued(shown.id, shown.conversation.state.queue[0]!.id, "edit");
    expect(person.drafts).toEqual(["typed\nsecond"]);
    expect(shown.conversation.state.queue).toEqual([]);
  });
});

describe("rewinding", () => {
  it("starts nothing for a conversation that went while it was asked about", async () => {
    const { rewind, actions, shown, conversations, cli, person, clis } = await setup();
    actions.submit(shown.id, "work");
    cli.write({ type: "result", subtype: "success" });
    person.confirmRewind = async () => {
      await conversations.remove(shown.id);
      return "conversation";
    };
    const running = rewind.run();
    await settled();
    const { request_id } = cli.received.at(-1) as { request_id: string };
    cli.write({ type: "control_response", response: { subtype: "success", request_id, response: { canRewind: false, error: "no" } } });
    await running;
    expect(clis).toHaveLength(1);
  });

  it("does nothing without a prompt, and stops a running turn first", async () => {
    const { rewind, actions, shown, person, cli } = await setup();
    await rewind.run();
    expect(person.said).toEqual(["noPrompt"]);
    actions.submit(shown.id, "work");
    void rewind.run();
    await settled();
    expect(cli.received.at(-1)).toMatchObject({ request: { subtype: "interrupt" } });
  });

  it("takes files and conversation back, and gives the prompt back to the composer", async () => {
    const { rewind, actions, shown, person, cli } = await setup();
    actions.submit(shown.id, "make it");
    cli.write({ type: "result", subtype: "success" });
    const plain = cli.onLine;
    cli.onLine = (frame) => {
      const body = frame["request"];
      const response =
        body?.subtype === "rewind_files"
          ? { canRewind: true, filesChanged: ["/w/a"], insertions: 1, deletions: 0 }
          : body?.subtype === "rewind_conversation"
            ? { rewound: true }
            : undefined;
      if (response) cli.write({ type: "control_response", response: { subtype: "success", request_id: frame["request_id"], response } });
      else plain(frame);
    };
    shown.draft = "typed";
    await rewind.run();
    expect(person.drafts).toEqual(["make it\ntyped"]);
    expect(shown.conversation.transcript.prompts).toEqual([]);
    expect(shown.conversation.state).toMatchObject({ title: "", tasks: [], contextTokens: 0 });
  });
});
