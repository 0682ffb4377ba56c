import { expect, it } from "vitest";
import {
  CheckpointActions,
  type CheckpointQuestions,
  type CheckpointStores,
} from "../../../../../extension/core/conversations/rewind/checkpointActions.ts";
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
    confirmCleanUp: async () => true,
    reportCleanUp: (bytes) => void reports.push(`freed ${bytes}`),
  };
  let bytes = 300;
  const stores: CheckpointStores = {
    measure: async () => bytes,
    cleanUpAll: async () => {
      bytes = 100;
    },
  };
  const actions = (changed: Partial<CheckpointQuestions> = {}, isEnabled = true) =>
    new CheckpointActions({ conversations, stores, isEnabled: () => isEnabled, dialogs: { ...questions, ...changed } });
  const create = (...given: Parameters<typeof actions>) => actions(...given).create();
  return { ...window, stores, reports, actions, create };
}

it("takes a checkpoint under the name that the user enters", async () => {
  const { create, reports, history } = await open();
  await create();
  expect(history.checkpoints.map(({ cause }) => cause)).toEqual([{ kind: "manual", name: "before the upgrade" }]);
  expect(reports).toEqual(["before the upgrade: 1"]);
});

it("takes no checkpoint without a name, when cancelled, or when checkpoints are off", async () => {
  const { create, reports, history } = await open();
  await create({ askName: async () => undefined });
  await create({ whileTaking: async () => undefined });
  await create({}, false);
  expect([history.checkpoints, reports]).toEqual([[], ["off"]]);
});

it("removes stored checkpoints only if the user agrees, and says how much that freed", async () => {
  const { actions, stores, reports } = await open();
  await actions({ confirmCleanUp: async () => false }).cleanUp();
  expect([await stores.measure(), reports]).toEqual([300, []]);
  await actions().cleanUp();
  expect([await stores.measure(), reports]).toEqual([100, ["freed 200"]]);
});
