import assert from "node:assert/strict";
import * as vscode from "vscode";
import { test } from "./harness.ts";

const id = "tandem-chat.tandem";

function extension(): vscode.Extension<unknown> {
  const found = vscode.extensions.getExtension(id);
  assert.ok(found, `${id} is not installed`);
  return found;
}

test("is not active before anything of it is used", () => {
  assert.equal(extension().isActive, false);
});

test("has the settings of its manifest, with their defaults", () => {
  const configuration = vscode.workspace.getConfiguration("tandem");
  const groups: readonly { readonly properties: Readonly<Record<string, { default: unknown }>> }[] =
    extension().packageJSON.contributes.configuration;
  for (const [name, property] of groups.flatMap(({ properties }) => Object.entries(properties))) {
    assert.deepEqual(configuration.inspect(name.replace("tandem.", ""))?.defaultValue, property.default, name);
  }
});

test("does not look for a program of the machine it is tested on", async () => {
  await vscode.workspace
    .getConfiguration("tandem")
    .update("claudePath", "/no/such/claude", vscode.ConfigurationTarget.Global);
});

test("activates with its first command and registers every command of its manifest", async () => {
  await vscode.commands.executeCommand("tandem.review.open");
  assert.equal(extension().isActive, true);
  const registered = new Set(await vscode.commands.getCommands(true));
  for (const { command } of extension().packageJSON.contributes.commands) assert.ok(registered.has(command), command);
});

test("publishes the tools of its manifest, and answers calls once the user offers them", async () => {
  const { languageModelTools } = extension().packageJSON.contributes;
  const known = new Set(vscode.lm.tools.map(({ name }) => name));
  for (const { name } of languageModelTools) assert.ok(known.has(name), name);
  const refused = vscode.lm.invokeTool("tandem_open_editors", { input: {}, toolInvocationToken: undefined });
  await assert.rejects(Promise.resolve(refused), /does not offer/);
  await vscode.workspace
    .getConfiguration("tandem")
    .update("ideTools.offerToOtherExtensions", true, vscode.ConfigurationTarget.Global);
  const { content } = await vscode.lm.invokeTool("tandem_open_editors", { input: {}, toolInvocationToken: undefined });
  assert.match(
    content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join(""),
    /^\d+ open files?\./,
  );
  const outside = vscode.lm.invokeTool("tandem_document_symbols", {
    input: { path: "/etc/hosts" },
    toolInvocationToken: undefined,
  });
  await assert.rejects(Promise.resolve(outside), /outside the workspace/);
  await vscode.workspace
    .getConfiguration("tandem")
    .update("ideTools.offerToOtherExtensions", undefined, vscode.ConfigurationTarget.Global);
});

test("does nothing harmful when there is nothing to act on", async () => {
  for (const command of [
    "approve",
    "deny",
    "approveAlways",
    "stop",
    "rewind",
    "copyLastReply",
    "review.accept",
    "review.reject",
    "selectModel",
  ]) {
    await vscode.commands.executeCommand(`tandem.${command}`);
  }
});

test("opens its view and starts a conversation there", async () => {
  await vscode.commands.executeCommand("tandem.focus");
  await vscode.commands.executeCommand("tandem.newConversation");
});

test("opens its own settings", async () => {
  await vscode.commands.executeCommand("tandem.openSettings");
  assert.ok(vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => /settings/i.test(tab.label))));
});
