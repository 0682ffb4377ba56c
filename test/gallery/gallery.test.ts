import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { requestKinds } from "../../extension/core/conversation/requests/requestKinds.ts";
import type { RequestKind } from "../../extension/shared/contract/requests/requests.ts";
import { toolKinds } from "../../extension/shared/contract/tools.ts";
import type { CardAnswer } from "../../webview/requests/cardKeys.ts";
import { useFakeLayout } from "../webview/appSetup.ts";
import { fakeRows, getComponents, settle } from "./fakeRows.ts";
import { byNovelty, states } from "./recordings.ts";
import type { GalleryState } from "./state.ts";

const project = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const read = (file: string): string => fs.readFileSync(path.join(project, file), "utf8");

/** The answers that keys give on a card: the values that its buttons have in `data-answer`. */
const answersByKey: { readonly [K in RequestKind]: readonly CardAnswer[] } = {
  permission: ["allow", "deny"],
  question: ["allow", "deny"],
  plan: ["allow", "deny"],
  elicitation: ["allow", "deny"],
  guard: ["deny"],
};

describe("the components", () => {
  useFakeLayout();
  const files = fs
    .readdirSync(path.join(project, "webview"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".svelte"));
  const left = new Set(files.map((file) => `webview/${file.replaceAll("\\", "/")}`));
  const undone: string[] = [];
  const pressed = new Map<string, Set<string>>(Object.keys(requestKinds).map((kind) => [kind, new Set<string>()]));

  beforeAll(async () => {
    const layout = fakeRows();
    // Nothing can be undone here.
    document.execCommand = () => false;
    // Some states hold what cannot be drawn, which is noted there.
    const noted = vi.spyOn(console, "error").mockImplementation(() => {});
    const [first, others] = byNovelty();
    for (const [name, state] of first) undone.push(...(await show(name, state)));
    for (const [name, state] of others) if (state.steps || left.size > 0) undone.push(...(await show(name, state)));
    noted.mockRestore();
    layout.end();
    // A diagram loads its library, which takes long beside other work.
  }, 180_000);

  it("are all reached", () => expect([...left]).toEqual([]));
  it("have every control that a step of a state uses", () => expect(undone).toEqual([]));
  it.each(Object.entries(answersByKey))("have the answers that keys give on a card of the kind %s", (kind, answers) =>
    expect([...(pressed.get(kind) ?? [])].sort()).toEqual(answers),
  );

  /** Shows a state until it stands still, and notes what was drawn. Returns the steps that could not be done. */
  async function show(name: string, state: GalleryState): Promise<string[]> {
    const target = document.body.appendChild(document.createElement("div"));
    const showing = await settle(state, target);
    for (const element of target.querySelectorAll("*"))
      for (const component of getComponents(element)) left.delete(component);
    // A card that cannot be drawn can only be denied.
    const [front] = name.endsWith("broken") ? [] : (state.state?.requests ?? []);
    for (const button of target.querySelectorAll<HTMLElement>("[data-answer]"))
      if (front) pressed.get(front.kind)?.add(button.dataset["answer"] ?? "");
    showing.end();
    target.remove();
    return showing.steps.map((step) => `${name}: ${JSON.stringify(step)}`);
  }
});

// States that cannot be drawn hold unknown codes.
const all = Object.entries(states).flatMap(([name, state]) => (name.endsWith("broken") ? [] : [state]));
const items = all.flatMap(({ items: main = [], threads = {} }) => [...main, ...Object.values(threads).flat()]);
const calls = items.filter((item) => item.kind === "tool");
const details = all.flatMap(({ details: known = {}, open = [] }) =>
  Object.entries(known).flatMap(([id, each]) => (open.includes(id) ? [each] : [])),
);
const problems = all.flatMap(({ state }) => state?.problem ?? []);
const requests = all.flatMap(({ state }) => state?.requests ?? []);
const proposals = requests.flatMap((request) => (request.kind === "permission" ? (request.proposal ?? []) : []));
const notes = [
  ...requests.flatMap((request) => ("notes" in request ? (request.notes ?? []) : [])),
  ...details.flatMap((each) => ("notes" in each ? each.notes : [])),
];

it.each<[file: string, union: string, field: string, reached: readonly (string | undefined)[]]>([
  ["notices", "Notice", "code", items.map((item) => (item.kind === "notice" ? item.notice.code : undefined))],
  ["problem", "Problem", "code", problems.map(({ code }) => code)],
  [
    "settingProblem",
    "SettingProblem",
    "code",
    problems.map((problem) => (problem.code === "setting" ? problem.problem.code : undefined)),
  ],
  ["conversationState", "Activity", "code", all.map(({ state }) => state?.activity?.code)],
  ["tools", "ToolDetails", "kind", details.map(({ kind }) => kind)],
  ["tools", "ToolState", "", calls.map(({ state }) => state)],
  ["tools", "ToolSummary", "code", calls.map(({ summary }) => summary?.code)],
  ["tools", "RequestNote", "kind", notes.map(({ kind }) => kind)],
  ["requests/requests", "DecisionRecord", "code", calls.map(({ decided }) => decided?.code)],
  ["requests/requests", "ProposalProblem", "", proposals.map(({ problem }) => problem)],
  ["requests/requests", "ProposalOutcome", "", proposals.map(({ outcome }) => outcome)],
  [
    "requests/elicitation",
    "FieldInput",
    "kind",
    requests.flatMap((request) =>
      request.kind === "elicitation" ? request.fields.map(({ input }) => input.kind) : [],
    ),
  ],
])("reaches everything that %s.ts has as a %s", (file, union, field, reached) => {
  const values = getValues(read(`extension/shared/contract/${file}.ts`), union, field);
  expect([...new Set(reached)].filter((value) => value !== undefined).sort()).toEqual(values);
});

it("reaches every kind of tool", () => {
  expect([...new Set(calls.map(({ toolKind }) => toolKind))].sort()).toEqual(Object.keys(toolKinds).sort());
});

it("reaches every kind of request", () => {
  expect([...new Set(requests.map(({ kind }) => kind))].sort()).toEqual(Object.keys(requestKinds).sort());
});

/** The texts that a union can be, or that a field of its members can be, as its source names them. */
function getValues(source: string, union: string, field: string): string[] {
  const [, members = ""] = new RegExp(`^export type ${union} =([\\s\\S]*?);\\n$`, "m").exec(source) ?? [];
  const parts =
    field === ""
      ? [members]
      : [...members.matchAll(new RegExp(`readonly ${field}:\\s+([^;}]+)`, "g"))].map(([, value = ""]) => value);
  return [...new Set(parts.flatMap((part) => [...part.matchAll(/"([^"]+)"/g)].map(([, value = ""]) => value)))].sort();
}
