import { describe, expect, it } from "vitest";
import { findBlocked } from "../../../../../extension/core/conversations/rewind/findBlocked.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { begin } from "./rewindSetup.ts";

describe("rewinding", () => {
  it("starts no process for a conversation that was closed while its question was open", async () => {
    const { rewind, submitting, shown, conversations, cli, person, clis } = await setup();
    submitting.submit(shown.id, "work");
    cli.write({ type: "result", subtype: "success" });
    person.confirmRewind = async () => {
      await conversations.remove(shown.id);
      return "conversation";
    };
    const running = rewind.run();
    await settled();
    const { request_id } = cli.received.at(-1) as { request_id: string };
    cli.write({
      type: "control_response",
      response: { subtype: "success", request_id, response: { canRewind: false, error: "no" } },
    });
    await running;
    expect(clis).toHaveLength(1);
  });

  it("asks nothing more if the conversation closed while asked whether to stop the turn", async () => {
    const { rewind, submitting, shown, conversations, person } = await setup();
    submitting.submit(shown.id, "work");
    person.confirmStop = async () => {
      await conversations.remove(shown.id);
      return true;
    };
    const asked: string[] = [];
    person.whileReading = async () => void asked.push("reading");
    person.confirmRewind = async () => void asked.push("rewind");
    await rewind.run();
    expect([asked, person.said]).toEqual([[], []]);
  });

  it("asks nothing more if the conversation closed while its files were read", async () => {
    const { rewind, submitting, shown, conversations, person, cli } = await setup();
    submitting.submit(shown.id, "work");
    cli.write({ type: "result", subtype: "success" });
    const asked: string[] = [];
    person.whileReading = async (work) => {
      void conversations.remove(shown.id);
      return work(new AbortController().signal);
    };
    person.confirmRewind = async () => void asked.push("rewind");
    await rewind.run();
    expect([asked, person.said]).toEqual([[], []]);
  });

  it("offers only files if the conversation was compacted after the message", async () => {
    const { rewind, person, turn, prompts, disk, cuts, clis } = await begin();
    const first = await turn("make it", { "/w/a.txt": "one" });
    cuts[first] = { kind: "compacted" };
    const asked: unknown[] = [];
    person.confirmRewind = async ({ blocked }) => {
      asked.push(blocked);
      return "files";
    };
    await rewind.run(undefined, first);
    expect(asked).toEqual(["compacted"]);
    expect([disk(), prompts(), clis.length]).toEqual([{}, ["make it"], 1]);
  });

  it("shows the conversation afterwards unless the user went on in another one meanwhile", async () => {
    const { rewind, person, turn, conversations, shown } = await begin();
    const [first, second] = [await turn("make it", {}), await turn("and more", {})];
    person.confirmRewind = async () => "conversation";
    await rewind.run(undefined, second);
    expect(person.focused).toBe(shown.id);
    person.focused = undefined;
    person.confirmRewind = async () => {
      conversations.show(conversations.create().id);
      return "conversation";
    };
    await rewind.run(shown.id, first);
    expect(person.focused).toBeUndefined();
  });

  it("believes a transcript without the message only if this window did not send it", async () => {
    const findCut = async () => ({ kind: "unknown" as const });
    expect(await findBlocked({ rewinds: { isKnown: () => false } }, { findCut }, "p")).toBe("unknown");
    expect(await findBlocked({ rewinds: { isKnown: () => true } }, { findCut }, "p")).toBeUndefined();
    expect(
      await findBlocked({ rewinds: { isKnown: () => false } }, { findCut: () => Promise.reject(new Error("x")) }, "p"),
    ).toBe("unknown");
  });

  it("changes no file if the conversation was compacted while the question was open", async () => {
    const { rewind, person, turn, prompts, disk, cuts, clis, shown } = await begin();
    const first = await turn("make it", { "/w/a.txt": "one" });
    const failures: unknown[] = [];
    person.showRewindFailed = (failure) => void failures.push(failure);
    person.confirmRewind = async () => {
      cuts[first] = { kind: "compacted" };
      return "both";
    };
    await rewind.run(undefined, first);
    expect(failures).toEqual([{ code: "conversationNotTruncated", files: "unchanged" }]);
    expect([disk(), prompts(), clis.length, shown.conversation.state.problem]).toEqual([
      { "/w/a.txt": "one" },
      ["make it"],
      1,
      undefined,
    ]);
  });

  it("keeps the user's title when the first message is rewound", async () => {
    const { rewind, shown, person, turn, prompts } = await begin();
    await turn("make it", {});
    shown.conversation.managed.rename("Mine", "s1");
    person.confirmRewind = async () => "conversation";
    await rewind.run();
    expect(prompts()).toEqual([]);
    expect([shown.conversation.state.title, shown.conversation.rewinds.isStartedOver]).toEqual(["Mine", true]);
  });

  it("does nothing without a message, and stops a running turn first", async () => {
    const { rewind, submitting, shown, person, cli } = await setup();
    await rewind.run();
    expect(person.said).toEqual(["noPrompt"]);
    submitting.submit(shown.id, "work");
    void rewind.run();
    await settled();
    expect(cli.received.at(-1)).toMatchObject({ request: { subtype: "interrupt" } });
  });

  it("rewinds nothing if a message was sent while the question was open", async () => {
    const { rewind, submitting, shown, person, cli } = await setup();
    submitting.submit(shown.id, "make it");
    cli.write({ type: "result", subtype: "success" });
    person.confirmRewind = async () => {
      submitting.submit(shown.id, "sent meanwhile");
      return "conversation";
    };
    cli.onLine = (frame) =>
      frame["type"] === "control_request" &&
      cli.write({
        type: "control_response",
        response: { subtype: "success", request_id: frame["request_id"], response: { canRewind: false, error: "no" } },
      });
    await rewind.run();
    expect(person.said).toEqual(["changedMeanwhile"]);
    expect(shown.conversation.transcript.prompts.loaded.map(({ text }) => text)).toEqual(["sent meanwhile", "make it"]);
  });

  it("rewinds files and conversation, and returns the message to the composer", async () => {
    const { rewind, submitting, shown, person, cli } = await setup();
    submitting.submit(shown.id, "make it");
    cli.write({ type: "result", subtype: "success" });
    const plain = cli.onLine;
    cli.onLine = (frame) => {
      const body = frame["request"];
      const response =
        body?.subtype === "rewind_files"
          ? { canRewind: true, filesChanged: ["/w/a"], insertions: 1, deletions: 0 }
          : undefined;
      if (response)
        cli.write({
          type: "control_response",
          response: { subtype: "success", request_id: frame["request_id"], response },
        });
      else plain(frame);
    };
    shown.draft = "typed";
    await rewind.run();
    expect(person.drafts).toEqual(["make it\ntyped"]);
    expect(shown.conversation.transcript.prompts.loaded).toEqual([]);
    expect(shown.conversation.state).toMatchObject({ title: "", tasks: [], contextTokens: 0 });
    // A row that is left of it says so.
    expect(shown.conversation.transcript.page("", { kind: "end" }, 9).items).toMatchObject([
      { kind: "notice", notice: { code: "rewound", files: 1, isTruncated: true, prompt: "make it" } },
    ]);
  });

  it.each(["conversation", "preview", undefined] as const)("changes no file when the answer is %s", async (answer) => {
    const { rewind, submitting, shown, person, cli, previewed } = await setup();
    submitting.submit(shown.id, "make it");
    cli.write({ type: "result", subtype: "success" });
    const [prompt] = shown.conversation.transcript.prompts.loaded;
    const asked: object[] = [];
    const plain = cli.onLine;
    cli.onLine = (frame) => {
      const body = frame["request"];
      if (body?.subtype !== "rewind_files") return plain(frame);
      asked.push(body);
      const response = { canRewind: true, filesChanged: ["/w/a"], insertions: 1, deletions: 0 };
      cli.write({
        type: "control_response",
        response: { subtype: "success", request_id: frame["request_id"], response },
      });
    };
    person.confirmRewind = async () => answer;
    await rewind.run();
    expect(asked.filter((body) => "dry_run" in body && body.dry_run !== true)).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(previewed).toEqual(answer === "preview" ? [prompt?.id] : []);
    expect(shown.conversation.transcript.prompts.loaded).toHaveLength(answer === "conversation" ? 0 : 1);
  });
});
