import type { CutPlace } from "../../../../../extension/core/conversation/ports/ports.ts";
import { MemoryFileHistory } from "../../../../fakes/memoryFileHistory.ts";
import { setup } from "../actionsSetup.ts";
import { MemoryStore } from "../setup.ts";

/** A conversation whose turns change files in memory, with a checkpoint before and after each. */
export async function begin({ store = new MemoryStore(), history = new MemoryFileHistory() } = {}) {
  const cuts: Record<string, CutPlace> = {};
  const window = await setup({ store, fileHistory: () => history, cuts });
  const { submitting, shown, cli } = window;
  /** Runs a turn that leaves these files behind; null deletes one. */
  const turn = async (text: string, files: Readonly<Record<string, string | null>>): Promise<string> => {
    submitting.submit(shown.id, text);
    const { id = "" } = shown.conversation.transcript.prompts.loaded[0] ?? {};
    await history.take({ kind: "message", prompt: id });
    cli.write({ type: "system", subtype: "init", session_id: "s1" });
    for (const [path, content] of Object.entries(files)) {
      if (content === null) history.files.delete(path);
      else history.files.set(path, content);
    }
    await history.take({ kind: "turnEnd", prompt: id });
    cli.write({ type: "result", subtype: "success" });
    return id;
  };
  const disk = (): Readonly<Record<string, string>> => Object.fromEntries([...history.files].sort());
  const prompts = (): readonly string[] =>
    shown.conversation.transcript.prompts.loaded.map(({ text }) => text).reverse();
  const notices = () =>
    shown.conversation.transcript
      .page("", { kind: "end" }, 50)
      .items.flatMap((item) => (item.kind === "notice" ? [item.notice] : []));
  return { ...window, history, cuts, turn, disk, prompts, notices };
}
