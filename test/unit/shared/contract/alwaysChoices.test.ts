import { expect, it } from "vitest";
import {
  createAlwaysDecision,
  getAlwaysChoices,
  getCommandRules,
} from "../../../../extension/shared/contract/requests/alwaysChoices.ts";
import type { PermissionChange } from "../../../../extension/shared/contract/requests/requests.ts";
import { formatAlwaysChoice } from "../../../../extension/shared/text/requests/rules.ts";

it.each<[string, readonly string[]]>([
  ["npm test", ["npm test", "npm test:*", "npm:*"]],
  ["npm run build -- --watch", ["npm run build -- --watch", "npm run build:*", "npm:*"]],
  ["ls -la", ["ls -la", "ls:*"]],
  [`node -e "console.log('a; b')"`, [`node -e "console.log('a; b')"`, "node:*"]],
  ["rm -rf build && npm run build", ["rm -rf build && npm run build"]],
  ['echo "$(rm -rf /)"', ['echo "$(rm -rf /)"']],
  ["sudo rm x", ["sudo rm x"]],
  ["nice rm x", ["nice rm x"]],
  ["setsid rm x", ["setsid rm x"]],
  ["busybox rm x", ["busybox rm x"]],
  ["A=1 make", ["A=1 make"]],
  ["./run.sh now", ["./run.sh now"]],
  ["echo it's", ["echo it's"]],
  ["ls *.ts", []],
  ["ls\nrm x", []],
])("reads rules from %j", (command, rules) => {
  expect(getCommandRules(command)).toEqual(rules);
});

const rules = (...texts: string[]): PermissionChange => ({
  kind: "rules",
  change: "add",
  rules: texts,
  behavior: "allow",
  destination: "localSettings",
});
const mode: PermissionChange = { kind: "mode", mode: "acceptEdits", destination: "session" };
const asked = { tool: "Bash", body: "npm test", bodyOmitted: 0 };
const getWords = (always: readonly PermissionChange[], set: object = {}) =>
  getAlwaysChoices({ ...asked, ...set, always: always.map((change, choice) => ({ choice, change })) }).map(
    ({ change, choice, rules: own }) => [formatAlwaysChoice(change, asked.body), choice, own],
  );

it("offers the suggestions and narrower and wider rules, the narrowest first, in words", () => {
  expect(getWords([mode, rules("Bash(npm test:*)")])).toEqual([
    ["This exact command", 1, ["Bash(npm test)"]],
    ["“npm test” with any arguments", 1, undefined],
    ["Any “npm” command", 1, ["Bash(npm:*)"]],
    ["All file edits in the workspace", 0, undefined],
  ]);
});

it("offers only suggested rules where the tool has none, or its input is shortened", () => {
  expect(getWords([mode])).toHaveLength(1);
  expect(getWords([rules("WebFetch(domain:a.com)")], { tool: "WebFetch", body: "https://a.com" })).toEqual([
    ["Every page on a.com", 0, undefined],
  ]);
  expect(getWords([rules("Bash(npm test)")], { bodyOmitted: 1 })).toHaveLength(1);
});

it("names a place only if it isn't the suggested one, and none for a mode", () => {
  const choice = { choice: 3, change: rules("Bash(ls)") };
  expect(createAlwaysDecision(choice, "localSettings")).toEqual({ kind: "allowAlways", choice: 3 });
  expect(createAlwaysDecision({ ...choice, rules: ["Bash(ls:*)"] }, "session")).toEqual({
    kind: "allowAlways",
    choice: 3,
    destination: "session",
    rules: ["Bash(ls:*)"],
  });
  expect(createAlwaysDecision({ choice: 0, change: mode }, "userSettings")).toEqual({ kind: "allowAlways", choice: 0 });
});

it.each<[PermissionChange, string]>([
  [rules("Bash"), "Any Bash command"],
  [rules("Bash(ls)", "Bash(npm test)"), "The command “ls”; This exact command"],
  [{ ...rules("Bash(rm:*)"), behavior: "deny" } as PermissionChange, "Always deny: Any “rm” command"],
  [
    { ...rules("Bash(npm test)"), change: "replace" } as PermissionChange,
    "Replace all rules of this kind there with: This exact command",
  ],
  [{ kind: "directories", change: "add", directories: ["/a"], destination: "session" }, "Access to /a"],
])("says %j as %s", (change, words) => {
  expect(formatAlwaysChoice(change, asked.body)).toBe(words);
});

it("takes no rule for an exact command that stands for others too", () => {
  expect(formatAlwaysChoice(rules("Bash(rm *.o)"), "rm *.o")).toBe("Commands like “rm *.o”");
  expect(formatAlwaysChoice(rules("Bash(make:*)"), "make:*")).toBe("Any “make” command");
});
