import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SettingsRules } from "../../../../extension/node/storage/ruleFiles.ts";
import { message, openWindow, turnEnd } from "../checkpoints/setup.ts";
import { useWorkspaces } from "../checkpoints/useWorkspaces.ts";

const makeWorkspace = useWorkspaces();

let root: string;
const reported: string[] = [];
const rules = () =>
  new SettingsRules(
    () => path.join(root, "config"),
    (unreadable) => reported.push(unreadable),
  );
const file = (name: string) => path.join(root, ".claude", name);
const text = (name = "settings.json") => fs.readFileSync(file(name), "utf8");

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-rules-"));
  fs.mkdirSync(file(""), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const allow = (rule: string) => ({ source: "projectSettings", behavior: "allow", rule }) as const;

it("adds and removes rules, and leaves the rest of the file unchanged, comments included", async () => {
  fs.writeFileSync(
    file("settings.json"),
    '{\n  // mine\n  "model": "opus",\n  "permissions": {\n    "allow": ["Bash(ls)"] // first\n  }\n}\n',
  );
  await rules().add({ folder: root }, allow("Bash(npm test:*)"));
  await rules().add({ folder: root }, allow("Bash(npm test:*)"));
  await rules().add({ folder: root }, { ...allow("Read"), behavior: "deny" });
  expect(await rules().read({ folder: root })).toEqual([
    allow("Bash(ls)"),
    allow("Bash(npm test:*)"),
    { ...allow("Read"), behavior: "deny" },
  ]);
  expect(text()).toContain("// mine");
  expect(text()).toContain("// first");
  await rules().remove({ folder: root }, allow("Bash(ls)"));
  await rules().remove({ folder: root }, allow("never there"));
  expect((await rules().read({ folder: root })).map(({ rule }) => rule)).toEqual(["Bash(npm test:*)", "Read"]);
  expect(text()).toContain('"model": "opus"');
});

it("makes a file that is not there, for each place its own", async () => {
  for (const source of ["userSettings", "projectSettings", "localSettings"] as const)
    await rules().add({ folder: root }, { ...allow("Read"), source });
  expect(JSON.parse(text("settings.local.json"))).toEqual({ permissions: { allow: ["Read"] } });
  expect(fs.existsSync(path.join(root, "config", "settings.json"))).toBe(true);
  expect(fs.readdirSync(file("")).sort()).toEqual(["settings.json", "settings.local.json"]);
});

it("does not write over a file that is no JSON, and follows a link", async () => {
  fs.writeFileSync(file("settings.json"), '{ "permissions": ');
  await expect(rules().add({ folder: root }, allow("Read"))).rejects.toMatchObject({ code: "settingInvalid" });
  expect(text()).toBe('{ "permissions": ');
  fs.writeFileSync(path.join(root, "real.json"), "{}");
  fs.symlinkSync(path.join(root, "real.json"), file("settings.local.json"));
  await rules().add({ folder: root }, { ...allow("Read"), source: "localSettings" });
  expect(fs.lstatSync(file("settings.local.json")).isSymbolicLink()).toBe(true);
  expect(fs.readFileSync(path.join(root, "real.json"), "utf8")).toContain("Read");
});

it("removes all equal rules, also under a repeated key, and nothing else", async () => {
  fs.writeFileSync(
    file("settings.json"),
    '\ufeff{"permissions":{"allow":["A"],"deny":["Bash"],"allow":["Bash(*)", "Read", "Bash", "Bash(npm *)", "Bash"]},"permissions":{"allow":["Bash","Bash"]}}',
  );
  await rules().remove({ folder: root }, allow("Bash"));
  expect(text()).toBe(
    '\ufeff{"permissions":{"allow":["A"],"deny":["Bash"],"allow":["Read", "Bash(npm *)"]},"permissions":{"allow":[]}}',
  );
  await rules().add({ folder: root }, allow("Task"));
  await rules().add({ folder: root }, allow("Agent(*)"));
  expect(JSON.parse(text().slice(1))).toEqual({ permissions: { allow: ["Task"] } });
});

it("takes local rules of the folder and of its repository", async () => {
  const folder = path.join(root, "packages", "one");
  fs.mkdirSync(path.join(root, ".git"));
  fs.mkdirSync(path.join(folder, ".claude"), { recursive: true });
  const local = { ...allow("Bash(ls)"), source: "localSettings" } as const;
  for (const place of [root, folder])
    fs.writeFileSync(path.join(place, ".claude", "settings.local.json"), '{"permissions":{"allow":["Bash(ls)"]}}');
  expect(await rules().read({ folder: folder })).toEqual([local, local]);
  await rules().remove({ folder: folder }, local);
  expect(await rules().read({ folder: folder })).toEqual([]);
});

it("loses no rule when several are written at once, here and by another window", async () => {
  const [one, other] = [rules(), rules()];
  const names = Array.from({ length: 20 }, (_, index) => `Bash(${index})`);
  await Promise.all(
    names.map((rule, index) =>
      (index % 2 === 0 ? one : other).add({ folder: root }, allow(rule)).catch(() => undefined),
    ),
  );
  const kept = (await rules().read({ folder: root })).map(({ rule }) => rule);
  // Two windows take turns by looking again: what was added is there, or its adding failed and said so.
  expect(new Set(kept).size).toBe(kept.length);
  await Promise.all(names.map((rule) => one.add({ folder: root }, allow(rule))));
  expect((await rules().read({ folder: root })).map(({ rule }) => rule).sort()).toEqual([...names].sort());
  expect(fs.readdirSync(file(""))).toEqual(["settings.json"]);
});

it("keeps a link that leads nowhere yet, and writes through no predictable name", async () => {
  fs.symlinkSync(path.join(root, "not", "yet.json"), file("settings.json"));
  fs.symlinkSync(path.join(root, "victim"), `${file("settings.local.json")}.${process.pid}.tmp`);
  await rules().add({ folder: root }, allow("Read"));
  await rules().add({ folder: root }, { ...allow("Read"), source: "localSettings" });
  expect(fs.lstatSync(file("settings.json")).isSymbolicLink()).toBe(true);
  expect(fs.readFileSync(path.join(root, "not", "yet.json"), "utf8")).toContain("Read");
  expect(fs.existsSync(path.join(root, "victim"))).toBe(false);
});

it.skipIf(process.platform === "win32").each([
  ["a folder", (at: string) => fs.mkdirSync(at)],
  ["a pipe", (at: string) => execFileSync("mkfifo", [at])],
  ["a link to a device", (at: string) => fs.symlinkSync("/dev/zero", at)],
  ["a link to itself", (at: string) => fs.symlinkSync(path.basename(at), at)],
])("reports a settings file that is %s once, and reads all others", async (_, make) => {
  reported.length = 0;
  const settings = rules();
  await settings.add({ folder: root }, { ...allow("Read"), source: "localSettings" });
  make(file("settings.json"));
  for (let times = 0; times < 2; times++)
    expect(await settings.read({ folder: root })).toEqual([{ ...allow("Read"), source: "localSettings" }]);
  expect(reported).toEqual([file("settings.json")]);
  await expect(settings.add({ folder: root }, allow("Read"))).rejects.toThrow();
});

it("tells which file it changes, so that no rewind takes a rule back", async () => {
  const { place, folder, write } = makeWorkspace();
  const files = openWindow(place, [folder]).open();
  const told = new SettingsRules(
    () => path.join(root, "config"),
    () => {},
    (changed) => files.noteSave(changed),
  );
  const first = await files.take(message("p"));
  await told.add({ folder }, { ...allow("Bash"), behavior: "deny" });
  write("by claude", "1");
  await files.take(turnEnd("p"));
  expect([...(await files.changedByOthers(first.id))]).toEqual([path.join(folder, ".claude", "settings.json")]);
});
