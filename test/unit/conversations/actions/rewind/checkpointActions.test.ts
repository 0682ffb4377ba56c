import { expect, it } from "vitest";
import { CheckpointActions, type CheckpointQuestions } from "../../../../../extension/conversations/actions/rewind/checkpointActions.ts";
import { begin } from "./rewindSetup.ts";

async function open() {
  const window = await begin();
  const { conversations } = window;
  const reports: string[] = [];
  const questions: CheckpointQuestions = {
    say: (refusal) => void reports.push(refusal),
    askName: async () => "before the upgrade",
    whileTaking: (work) => work(new AbortController().signal),
    reportOff: () => void reports.push("off"),
    report: (name, { folders }) => void reports.push(`${name}: ${folders.length}`),
  };
  const create = (changed: Partial<CheckpointQuestions> = {}, isEnabled = true) =>
    new CheckpointActions({ conversations, isEnabled: () => isEnabled, dialogs: { ...questions, ...changed } }).create();
  return { ...window, reports, create };
}

it("takes a checkpoint under the name that the user enters", async () => {
  const { create, reports, history } = await open();
  await create();
  expect(history.checkpoints.map(({ cause }) => cause)).toEqual([{ kind: "manual", name: "before the upgrade" }]);
  expect(reports).toEqual(["before the upgrade: 1"]);
});

it("takes none without a name, when it is cancelled, and when checkpoints are switched off", async () => {
  const { create, reports, history } = await open();
  await create({ askName: async () => undefined });
  await create({ whileTaking: async () => undefined });
  await create({}, false);
  expect([history.checkpoints, reports]).toEqual([[], ["off"]]);
});
