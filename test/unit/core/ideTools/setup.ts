import type { FileDiagnostics } from "../../../../extension/core/ideTools/port.ts";
import { type ChangeConsent, type PlannedCall, ToolRunner } from "../../../../extension/core/ideTools/toolRunner.ts";
import { ideTools } from "../../../../extension/core/ideTools/toolTable.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { MemoryIde } from "../../../fakes/memoryIde.ts";

/** The tools over an editor in memory, in the folder /w. */
export function setup() {
  const editor = new MemoryIde();
  const clock = new FakeClock();
  const off = new Set<string>();
  /** The calls that were asked about, and the answer of the user. */
  const asked: PlannedCall[] = [];
  const answer: { consent: ChangeConsent } = { consent: { isAllowed: true } };
  const edits: { before: readonly FileDiagnostics[] | undefined } = { before: undefined };
  const runner = new ToolRunner({
    tools: ideTools,
    context: { editor, folder: "/w", beforeEdit: () => edits.before },
    isOn: (name) => !off.has(name),
    approve: async (planned) => {
      asked.push(planned);
      return answer.consent;
    },
    clock,
  });
  const call = (name: string, input: object = {}, signal = new AbortController().signal) =>
    runner.call(name, { ...input }, signal);
  return {
    editor,
    clock,
    off,
    edits,
    asked,
    answer,
    runner,
    call,
    text: async (name: string, input?: object) => (await call(name, input)).text,
  };
}
