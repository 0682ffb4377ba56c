import { expect, it } from "vitest";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { UnknownSetting } from "../../../../extension/shared/contract/settingProblem.ts";
import { SettingReports } from "../../../../extension/vscode/settings/settingReports.ts";
import { settled } from "../../core/protocol/setup.ts";

const unknown: UnknownSetting = { code: "unknown", key: "effrot" };
const similar: UnknownSetting = { code: "similar", key: "effrot", similar: "effort" };

/**
 * `said`: the messages that are there now; `lose`: takes them away as the end of their conversation does; `close`: as
 * the user does.
 */
function setup() {
  const said: { readonly text: string; readonly onLost: () => void; readonly answer: (label: undefined) => void }[] =
    [];
  const places = { find: async () => undefined, findIn: async () => undefined, open: async () => {} };
  const reports = new SettingReports(places, silentLogger, {
    ask: (_kind, text, _buttons, onLost = () => {}) => {
      let answer = (_label: undefined): void => {};
      const promise = new Promise<undefined>((resolve) => (answer = resolve));
      const one = { text, onLost, answer };
      said.push(one);
      return { answer: promise, end: () => void said.splice(said.indexOf(one), 1) };
    },
  });
  const report = (folder: string, problem: UnknownSetting) => {
    reports.reportUnknown({ name: "effrot", folder }, problem);
    return settled();
  };
  const lose = () => {
    for (const { onLost, answer } of said.splice(0)) {
      onLost();
      answer(undefined);
    }
  };
  const close = () => {
    for (const { answer } of said.splice(0)) answer(undefined);
  };
  return { said, reports, report, lose, close };
}

it("shows a problem's message once, and removes it when no setting has the problem", async () => {
  const { said, reports, report } = setup();
  await report("/a", unknown);
  await report("/b", unknown);
  expect(said).toHaveLength(1);
  reports.clear({ name: "effrot", folder: "/a" });
  expect(said).toHaveLength(1);
  reports.clear({ name: "effrot", folder: "/b" });
  expect(said).toEqual([]);
  await report("/a", unknown);
  expect(said).toHaveLength(1);
});

it("replaces the message of a setting that is wrong in another way", async () => {
  const { said, report } = setup();
  await report("/a", unknown);
  await report("/a", similar);
  expect(said.map(({ text }) => text)).toEqual([expect.stringContaining("effort")]);
});

it("says nothing about a setting that was right before its place was found", async () => {
  const { said, reports } = setup();
  reports.reportUnknown({ name: "effrot", folder: "/a" }, unknown);
  reports.clear({ name: "effrot", folder: "/a" });
  await settled();
  expect(said).toEqual([]);
});

it("repeats a problem whose conversation closed, but not one that the user closed", async () => {
  const { said, report, lose, close } = setup();
  await report("/a", unknown);
  lose();
  await report("/a", unknown);
  expect(said).toHaveLength(1);
  close();
  await report("/a", unknown);
  expect(said).toEqual([]);
});
