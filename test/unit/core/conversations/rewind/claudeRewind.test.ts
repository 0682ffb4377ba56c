import { describe, expect, it } from "vitest";
import { previewRewind, rewindConversation } from "../../../../../extension/core/conversations/rewind/claudeRewind.ts";
import { assistant, begin, result } from "../../conversation/conversationSetup.ts";

describe("rewind", () => {
  it("previews a rewind by claude, or says why it is impossible", async () => {
    const { conversation, answers } = await begin();
    answers["get_settings"] = { sources: [{ source: "userSettings", settings: { fileCheckpointingEnabled: false } }] };
    answers["rewind_files"] = { canRewind: true, filesChanged: ["/w/a"], insertions: 1, deletions: 2 };
    expect(await previewRewind(conversation, "p")).toEqual({
      kind: "possible",
      files: ["/w/a"],
      insertions: 1,
      deletions: 2,
    });
    answers["rewind_files"] = { canRewind: false, error: "No file checkpoint found for this message." };
    expect(await previewRewind(conversation, "p")).toEqual({
      kind: "impossible",
      problem: { code: "refused", reason: "No file checkpoint found for this message." },
    });
    answers["get_settings"] = {
      sources: [{ source: "policySettings", settings: { fileCheckpointingEnabled: false } }],
    };
    expect(await previewRewind(conversation, "p")).toEqual({ kind: "impossible", problem: { code: "policy" } });
  });

  it("truncates the session at every start until claude began its next turn", async () => {
    const { conversation, cli, starts } = await begin();
    conversation.submit("first");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(assistant([{ type: "text", text: "one" }]));
    cli().write(result());
    conversation.submit("second");
    cli().write(result());
    const { id } = conversation.transcript.prompts.loaded[0]!;
    await rewindConversation(conversation, id);
    await conversation.start();
    expect(starts.at(-1)).toMatchObject({ resume: "s1", fork: { before: id } });
    cli().write({ type: "system", subtype: "init", session_id: "s2" });
    await conversation.start();
    expect(starts.at(-1)).toMatchObject({ resume: "s2" });
  });

  it("continues from before the message in another process if claude cannot rewind", async () => {
    const { conversation, cli, starts } = await begin({ version: "2.1.50" });
    conversation.submit("first");
    cli().write({ type: "system", subtype: "init", session_id: "s1" });
    cli().write(result());
    const { id } = conversation.transcript.prompts.loaded[0]!;
    expect(await rewindConversation(conversation, id)).toBe(true);
    expect(starts.at(-1)).toMatchObject({ resume: "s1", fork: { before: id } });
  });
});
