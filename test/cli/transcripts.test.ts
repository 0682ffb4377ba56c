import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { getTranscriptPath } from "../../extension/node/transcripts/projectFolder.ts";
import { TranscriptPages } from "../../extension/node/transcripts/transcriptPages.ts";
import { begin } from "../unit/core/conversation/conversationSetup.ts";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { type SavedTranscript, savedTranscripts } from "./savedTranscripts.ts";

let world: World;
beforeAll(async () => {
  world = await World.create(() => [{ blocks: [{ text: "ok" }] }]);
});
afterEach(() => world.closeConversations());
afterAll(() => world.close());

/** Writes a transcript where `claude` finds it. Returns the id of the conversation and the path. */
function save({ lines }: SavedTranscript): { readonly session: string; readonly file: string } {
  const session = randomUUID();
  const file = getTranscriptPath(
    { CLAUDE_CONFIG_DIR: path.join(world.home.home, "config") },
    world.home.home,
    world.home.workspace,
    session,
  );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, lines({ sessionId: session, cwd: world.home.workspace }));
  return { session, file };
}

/** Returns the prompts and replies that the page shows of a transcript. */
async function readShown(file: string): Promise<readonly string[]> {
  const pages = new TranscriptPages(file);
  const { conversation } = await begin();
  conversation.saved.restore(await pages.read(), pages);
  const { transcript } = conversation;
  await transcript.loadPages(Number.POSITIVE_INFINITY);
  const { items } = transcript.page("", { kind: "end" }, Number.MAX_SAFE_INTEGER);
  return items.flatMap((item) => (item.kind === "prompt" || item.kind === "text" ? [item.text] : []));
}

describeEachVersion("saved conversations with claude %s", (version) => {
  const isNewest = version.startsWith("2.1.3");
  it.each(savedTranscripts.filter(({ isReadSince }) => isNewest || isReadSince === undefined))(
    "are shown as claude sends them on: $name",
    async (transcript) => {
      const { session, file } = save(transcript);
      const shown = await readShown(file);
      const cli = await world.start(version, { launch: { resume: session } });
      await cli.turn("and now");
      await cli.client.close();
      const request = world.model.requests.findLast(({ messages }) =>
        JSON.stringify(messages ?? []).includes("and now"),
      );
      const sent = (request?.messages ?? []).flatMap(({ content }: { content: string | { text?: string }[] }) =>
        typeof content === "string" ? [content] : content.map(({ text }) => text ?? ""),
      );
      // Only texts of the transcript: `claude` adds reminders, and a reply where the last prompt had none.
      expect(sent.filter((text: string) => /^said \d+/.test(text)).map((text: string) => text.trim())).toEqual(shown);
      expect(shown.length).toBeGreaterThan(0);
    },
  );
});
