import { expect, it } from "vitest";
import { findOutOfScope } from "../../../../extension/core/options/ignoredValues.ts";

const scopes = new Map([
  ["tandem.model", "resource"],
  ["tandem.notifications", "window"],
  ["tandem.claudePath", "machine-overridable"],
  ["tandem.maxRunningConversations", "machine"],
  ["tandem.allowDangerouslySkipPermissions", "application"],
]);
const values = {
  "tandem.model": "opus",
  "tandem.notifications": "off",
  "tandem.claudePath": "/x",
  "tandem.maxRunningConversations": 20,
  "tandem.allowDangerouslySkipPermissions": true,
  "editor.tabSize": 2,
};
const find = (kind: "workspace" | "folder", given: unknown) =>
  findOutOfScope(kind, given, scopes, "tandem.").map(({ name, value, source, code }) => [
    name,
    value,
    "scope" in source && source.scope,
    code,
  ]);

it("finds settings that a workspace, or a folder of several, can't set", () => {
  const everywhere = (scope: string) => [
    ["maxRunningConversations", 20, scope, "scope"],
    ["allowDangerouslySkipPermissions", true, scope, "scope"],
  ];
  expect(find("workspace", values)).toEqual(everywhere("workspace"));
  expect(find("folder", values)).toEqual([["notifications", "off", "folder", "scope"], ...everywhere("folder")]);
});

it("finds a key below an out-of-scope setting, which the editor adds to its value", () => {
  const parts = {
    "tandem.maxRunningConversations.PATH": "/evil",
    "tandem.model.x": 1,
    "tandem.maxRunningConversationsOther": 1,
  };
  expect(find("workspace", parts)).toEqual([["maxRunningConversations.PATH", "/evil", "workspace", "scope"]]);
});

it.each([undefined, null, [], "text", { "tandem.constructor": 1 }])("finds nothing in %j", (given) => {
  expect(find("folder", given)).toEqual([]);
});
