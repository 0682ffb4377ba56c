import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { getTranscriptFolder } from "../../extension/node/transcripts/projectFolder.ts";

const words =
  "the quick brown fox jumps over a lazy dog while function return const value index parse stream token file editor".split(
    " ",
  );

/** A home with transcripts of one working folder, removed by `remove`. */
export class TranscriptHome {
  readonly root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-bench-")));
  readonly folder = path.join(this.root, "folder");
  readonly transcripts: string;

  constructor() {
    fs.mkdirSync(this.folder);
    this.transcripts = getTranscriptFolder(this.environment(), this.root, this.folder);
    fs.mkdirSync(this.transcripts, { recursive: true });
  }

  environment = (): Record<string, string> => ({ HOME: this.root, CLAUDE_CONFIG_DIR: path.join(this.root, "config") });

  /**
   * Writes a conversation of about `items` items in turns of ten, each reply of `characters`, with `last` at its end;
   * `isOneTurn`: in a single turn, in which every other item is a Read call. Returns its session id.
   */
  write(items: number, characters: number, last: string, isOneTurn = false): string {
    const sessionId = randomUUID();
    const file = fs.openSync(path.join(this.transcripts, `${sessionId}.jsonl`), "w");
    let parent: string | null = null;
    const add = (value: object): void => {
      const uuid = randomUUID();
      const about = {
        uuid,
        timestamp: "2026-11-21T09:00:00.000Z",
        cwd: this.folder,
        sessionId,
        version: "2.1.329",
        gitBranch: "main",
      };
      fs.writeSync(file, `${JSON.stringify({ parentUuid: parent, isSidechain: false, ...value, ...about })}\n`);
      parent = uuid;
    };
    const say = (block: object, id = `msg_${randomUUID()}`): void =>
      add({ type: "assistant", message: { id, role: "assistant", content: [block] } });
    const reply = (text: string, id?: string): void => say({ type: "text", text }, id);
    const read = (index: number): void => {
      const [message, id] = [`msg_${randomUUID()}`, `toolu_${randomUUID()}`];
      reply(getText(characters, index), message);
      say({ type: "tool_use", id, name: "Read", input: { file_path: `${this.folder}/file-${index}.ts` } }, message);
      const content = [{ type: "tool_result", tool_use_id: id, content: getText(characters, index + 1) }];
      add({ type: "user", message: { role: "user", content } });
    };
    for (let item = 0; item < items - 1; item++) {
      if (isOneTurn && item > 0) {
        if (item % 2 === 1) read(item);
      } else if (item % 10 === 0) add({ type: "user", message: { role: "user", content: `Ask number ${item}` } });
      else reply(getText(characters, item));
    }
    reply(last);
    fs.closeSync(file);
    return sessionId;
  }

  remove(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
  }
}

/** Some prose, another one for each seed. */
export function getText(characters: number, seed: number): string {
  let state = seed + 1;
  let text = "";
  while (text.length < characters) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += `${words[state % words.length]}${state % 29 === 0 ? ".\n\n" : " "}`;
  }
  return text;
}
