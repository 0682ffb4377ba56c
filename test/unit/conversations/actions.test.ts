import { describe, expect, it } from "vitest";
import { failures } from "../../../extension/base/failure.ts";
import { silentLogger } from "../../../extension/base/logger.ts";
import type { ConversationId } from "../../../extension/contract/ids.ts";
import { closeDecidedDiffs } from "../../../extension/conversations/closeDecidedDiffs.ts";
import { ConversationActions } from "../../../extension/conversations/conversationActions.ts";
import { ConversationList } from "../../../extension/conversations/conversationList.ts";
import type { Conversations } from "../../../extension/conversations/conversations.ts";
import type { Dialogs, DiffView, Panels, SavedSession, ShownRequest } from "../../../extension/conversations/ports.ts";
import { RequestActions } from "../../../extension/conversations/requestActions.ts";
import { RewindAction } from "../../../extension/conversations/rewindAction.ts";
import { WaitingRequests } from "../../../extension/conversations/waitingRequests.ts";
import { decodeValue, type Frame } from "../../../extension/protocol/decode.ts";
import { settled } from "../protocol/setup.ts";
import { ask, openWindow, promptsOf, type Surroundings } from "./setup.ts";

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
  pickConversation: Dialogs["pickConversation"] = async (listed) => listed.at(-1)?.key;
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

const noList = (conversations: Conversations) => new ConversationList(conversations, { list: async () => [] }, silentLogger);

async function setup({ saved = [], ...surroundings }: Surroundings & { saved?: readonly SavedSession[] } = {}) {
  const window = openWindow(surroundings);
  const folders = { choose: async (): Promise<string | undefined> => "/w" };
  const waiting = new WaitingRequests(window.conversations, window.clock, silentLogger);
  const person = new Person();
  const diff = new Diff();
  const list = new ConversationList(window.conversations, { list: async () => saved }, silentLogger);
  const shown = window.conversations.restore();
  await shown.open();
  closeDecidedDiffs(window.conversations, waiting, diff);
  const actions = new ConversationActions(window.conversations, list, person, person, folders);
  const requests = new RequestActions({ conversations: window.conversations, waiting, dialogs: person, diff, panels: person });
  const rewind = new RewindAction(window.conversations, person, person);
  const cli = window.clis[0]!;
  const answers = () => cli.received.flatMap((frame) => (frame["type"] === "control_response" ? [frame["response"].response?.behavior] : []));
  return { ...window, list, folders, waiting, person, diff, shown, actions, requests, rewind, cli, answers };
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
    const shownInDiff = diff.shownRequest;
    expect(shownInDiff).toMatchObject({ id: "r2" });
    // An older revision than the one that waits: what the diff shows is not what would be allowed.
    diff.shownRequest = { id: "r2", revision: -1 };
    requests.acceptDiff();
    await settled();
    expect(answers()).toEqual([]);
    diff.shownRequest = shownInDiff;
    requests.acceptDiff();
    await settled();
    expect(diff.shownRequest).toBeUndefined();
    expect(answers()).toEqual(["allow"]);
    await requests.openDiff();
    expect(person.said).toEqual(["noDiffOpen", "answered", "noDiff"]);
  });
});

describe("conversations", () => {
  it("begins a new one beside the one before, which goes on with its draft", async () => {
    const { actions, conversations, shown, person, clis, saved } = await setup();
    actions.submit(shown.id, "work");
    shown.draft = "for later";
    await actions.startNew();
    const fresh = conversations.shown!;
    expect(fresh).toMatchObject({ draft: "" });
    expect(person.focused).toBe(fresh.id);
    expect(clis.map((cli) => cli.isInputEnded)).toEqual([false, false]);
    expect(conversations.all).toEqual([shown, fresh]);
    await actions.show(shown.id);
    expect(conversations.shown).toMatchObject({ draft: "for later", conversation: { state: { status: "working" } } });
    // Nothing was said in the other one: it is not kept.
    expect(conversations.all).toEqual([shown]);
    await expect.poll(() => saved(fresh.id)).toBeNull();
  });

  it("takes one in which nothing was said for the new one", async () => {
    const { actions, conversations, shown, person } = await setup();
    shown.draft = "half a thought";
    await actions.startNew();
    expect(conversations.all).toEqual([shown]);
    expect(person.focused).toBe(shown.id);
    expect(shown.draft).toBe("half a thought");
  });

  it("goes on where it was when no folder is chosen for a new one", async () => {
    const { actions, conversations, shown, folders, clis } = await setup();
    actions.submit(shown.id, "work");
    folders.choose = async () => undefined;
    await actions.startNew();
    expect(conversations.shown).toBe(shown);
    expect(clis[0]?.isInputEnded).toBe(false);
  });

  it("opens a saved one without a process until the next prompt, once", async () => {
    const session = { sessionId: "s9", folder: "/w", title: "An old one", firstPrompt: "go", time: 1 };
    const frames = [{ type: "user", uuid: "p1", message: { content: "go" } }]
      .map((value) => decodeValue(value))
      .flatMap((decoded) => (decoded.kind === "frame" ? [decoded.frame] : []));
    const { actions, conversations, starts, list, clis } = await setup({ saved: [session], load: async () => frames });
    await actions.openListed();
    const old = conversations.shown!;
    expect(old.conversation.state).toMatchObject({ status: "resting", title: "An old one", folder: "/w" });
    expect(old.conversation.transcript.page("", { kind: "end" }, 10).items).toMatchObject([{ text: "go" }]);
    expect(starts).toHaveLength(1);
    await actions.openListed("s9");
    expect(conversations.all.filter((open) => open.conversation.state.sessionId === "s9")).toEqual([old]);
    expect(list.all).toMatchObject([{ id: old.id, title: "An old one", state: "resting" }]);
    actions.submit(old.id, "go on");
    await settled();
    expect(starts[1]).toMatchObject({ resume: "s9", folder: "/w" });
    expect(promptsOf(clis[1])).toEqual(["go on"]);
  });

  it("goes to the next conversation that waits, round and round", async () => {
    const { actions, conversations, shown, cli, clis, person } = await setup();
    await actions.showNextWaiting();
    expect(person.said).toEqual(["noRequest"]);
    actions.submit(shown.id, "first");
    cli.write(ask("r1"));
    await actions.startNew();
    const second = conversations.shown!;
    actions.submit(second.id, "second");
    clis[1]?.write(ask("r1"));
    await settled();
    const order = [];
    for (let times = 0; times < 3; times++) {
      await actions.showNextWaiting();
      order.push(conversations.shown);
    }
    expect(order).toEqual([shown, second, shown]);
  });

  it("starts a resting one for a prompt only after what was said before was read, and once", async () => {
    const session = { sessionId: "s9", folder: "/w", title: "Old", firstPrompt: "go", time: 1 };
    let answer = (_frames: readonly Frame[]): void => {};
    const reading = new Promise<readonly Frame[]>((resolve) => {
      answer = resolve;
    });
    const { actions, conversations, starts, clis } = await setup({ saved: [session], load: () => reading });
    const opened = actions.openListed();
    await settled();
    const old = conversations.shown!;
    actions.submit(old.id, "sent at once");
    actions.submit(old.id, "and again");
    await settled();
    expect(starts).toHaveLength(1);
    const decoded = decodeValue({ type: "user", uuid: "p1", message: { content: "go" } });
    answer(decoded.kind === "frame" ? [decoded.frame] : []);
    await opened;
    await settled();
    expect(starts.slice(1)).toMatchObject([{ resume: "s9" }]);
    expect(promptsOf(clis[1])).toEqual(["sent at once"]);
    expect(old.conversation.state.queue).toMatchObject([{ text: "and again" }]);
  });

  it("starts after trust was given what waited for it, and nothing twice", async () => {
    let isTrusted = false;
    const window = openWindow({
      launch: () => {
        if (!isTrusted) throw failures.untrusted();
      },
    });
    const person = new Person();
    const actions = new ConversationActions(window.conversations, noList(window.conversations), person, person, { choose: async () => "/w" });
    const open = window.conversations.restore();
    await open.open();
    open.conversation.submit("do it once");
    isTrusted = true;
    await Promise.all([actions.onTrusted(), actions.onTrusted()]);
    await actions.onTrusted();
    expect(window.clis.map(promptsOf)).toEqual([["do it once"]]);
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

  it("takes nothing back when something was sent while it asked", async () => {
    const { rewind, actions, shown, person, cli } = await setup();
    actions.submit(shown.id, "make it");
    cli.write({ type: "result", subtype: "success" });
    person.confirmRewind = async () => {
      actions.submit(shown.id, "sent meanwhile");
      return "conversation";
    };
    cli.onLine = (frame) =>
      frame["type"] === "control_request" &&
      cli.write({ type: "control_response", response: { subtype: "success", request_id: frame["request_id"], response: { canRewind: false, error: "no" } } });
    await rewind.run();
    expect(person.said).toEqual(["changedMeanwhile"]);
    expect(shown.conversation.transcript.prompts.map(({ text }) => text)).toEqual(["sent meanwhile", "make it"]);
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
