import { expect, it } from "vitest";
import { findInSettingsFile, splitSettingName } from "../../../../extension/vscode/settings/settingsFile.ts";

const text = `// Mine
{
  "editor.fontSize": 12,
  "tandem.maxTurns": "ten", // wrong
  "tandem.profiles": {
    "work": { "environment": {
      "TOKEN": 1,
    } },
  },
  "tandem.additionalDirectories": ["/a",
    2],
}
`;

it.each([
  ["tandem.maxTurns", [], 4, '"tandem.maxTurns"'],
  ["tandem.profiles", [], 5, '"tandem.profiles"'],
  ["tandem.profiles", ["work", "environment", "TOKEN"], 7, '"TOKEN"'],
  ["tandem.profiles", ["work", "environment", "NOT_THERE"], 6, '"environment"'],
  ["tandem.additionalDirectories", [1], 11, "2"],
])("finds %s %j in line %i of a file with comments and trailing commas", (setting, at, line, word) => {
  const found = findInSettingsFile(text, setting, at);
  expect(found?.line).toBe(line);
  expect(text.slice(found?.offset).startsWith(word)).toBe(true);
});

it("returns the whole value, or nothing for a file without the setting", () => {
  // The file of a scope is recognized by the value.
  expect(findInSettingsFile(text, "tandem.profiles", ["work"])?.value).toEqual({ work: { environment: { TOKEN: 1 } } });
  expect(findInSettingsFile(text, "tandem.model")).toBeUndefined();
  expect(findInSettingsFile("", "tandem.model")).toBeUndefined();
  expect(findInSettingsFile("[1]", "tandem.model")).toBeUndefined();
  expect(findInSettingsFile('\ufeff{ "tandem.model": 1 }', "tandem.model")).toMatchObject({ offset: 3, line: 1 });
});

it("finds the last of settings with the same name, which is the one in effect", () => {
  const twice =
    '{\n  "tandem.model": "haiku",\n  "tandem.model": 4,\n  "tandem.profiles": { "a": { "claudePath": "" },\n    "a": { "claudePath": 5 } }\n}';
  expect(findInSettingsFile(twice, "tandem.model")).toMatchObject({ line: 3, value: 4 });
  expect(findInSettingsFile(twice, "tandem.profiles", ["a", "claudePath"])).toMatchObject({
    line: 5,
    value: { a: { claudePath: 5 } },
  });
});

it("finds a setting below the key of a workspace file", () => {
  const workspace = '{ "folders": [],\n  "settings": { "tandem.model": 1 } }';
  expect(findInSettingsFile(workspace, "tandem.model", [], ["settings"])).toMatchObject({ line: 2, value: 1 });
  expect(findInSettingsFile(workspace, "tandem.model")).toBeUndefined();
});

it("splits the name of a part of a setting, also where its keys contain dots", () => {
  const keys = ["chat", "chat.fontSize", "profiles", "environment"];
  const values: Readonly<Record<string, unknown>> = { profiles: { "my.work": { environment: { A: "${env:B}" } } } };
  const split = (name: string) => splitSettingName(name, keys, (key) => values[key]);
  expect(split("tandem.profiles.my.work.environment.A")).toEqual({
    key: "profiles",
    at: ["my.work", "environment", "A"],
  });
  expect(split("tandem.profiles.gone.environment")).toEqual({ key: "profiles", at: [] });
  expect(split("tandem.chat.fontSize")).toEqual({ key: "chat.fontSize", at: [] });
  expect(split("/home/me/.claude/settings.json")).toBeUndefined();
});
