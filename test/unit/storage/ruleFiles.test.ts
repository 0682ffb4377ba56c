import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SettingsRules } from "../../../extension/storage/ruleFiles.ts";

let root: string;
const rules = () => new SettingsRules(() => path.join(root, "config"));
const file = (name: string) => path.join(root, ".claude", name);
const text = (name = "settings.json") => fs.readFileSync(file(name), "utf8");

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-rules-"));
  fs.mkdirSync(file(""), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const allow = (rule: string) => ({ source: "projectSettings", behavior: "allow", rule }) as const;

it("adds and removes rules, and leaves all else in the file as it is, comments too", async () => {
  fs.writeFileSync(file("settings.json"), '{\n  // mine\n  "model": "opus",\n  "permissions": {\n    "allow": ["Bash(ls)"] // first\n  }\n}\n');
  await rules().add(root, allow("Bash(npm test:*)"));
  await rules().add(root, allow("Bash(npm test:*)"));
  await rules().add(root, { ...allow("Read"), behavior: "deny" });
  expect(await rules().read(root)).toEqual([allow("Bash(ls)"), allow("Bash(npm test:*)"), { ...allow("Read"), behavior: "deny" }]);
  expect(text()).toContain("// mine");
  expect(text()).toContain("// first");
  await rules().remove(root, allow("Bash(ls)"));
  await rules().remove(root, allow("never there"));
  expect((await rules().read(root)).map(({ rule }) => rule)).toEqual(["Bash(npm test:*)", "Read"]);
  expect(text()).toContain('"model": "opus"');
});

it("makes a file that is not there, for each place its own", async () => {
  for (const source of ["userSettings", "projectSettings", "localSettings"] as const) await rules().add(root, { ...allow("Read"), source });
  expect(JSON.parse(text("settings.local.json"))).toEqual({ permissions: { allow: ["Read"] } });
  expect(fs.existsSync(path.join(root, "config", "settings.json"))).toBe(true);
  expect(fs.readdirSync(file("")).sort()).toEqual(["settings.json", "settings.local.json"]);
});

it("does not write over a file that is no JSON, and follows a link", async () => {
  fs.writeFileSync(file("settings.json"), '{ "permissions": ');
  await expect(rules().add(root, allow("Read"))).rejects.toMatchObject({ code: "settingInvalid" });
  expect(text()).toBe('{ "permissions": ');
  fs.writeFileSync(path.join(root, "real.json"), "{}");
  fs.symlinkSync(path.join(root, "real.json"), file("settings.local.json"));
  await rules().add(root, { ...allow("Read"), source: "localSettings" });
  expect(fs.lstatSync(file("settings.local.json")).isSymbolicLink()).toBe(true);
  expect(fs.readFileSync(path.join(root, "real.json"), "utf8")).toContain("Read");
});
