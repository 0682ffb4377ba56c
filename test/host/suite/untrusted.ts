// Walks through everything that the extension offers in a workspace that the user has not trusted, and looks for
// anything that ran.
import assert from "node:assert/strict";
import childProcess from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import vm from "node:vm";
import * as vscode from "vscode";
import type { QueryOptions, TandemExports } from "../../../extension/core/api/tandem.d.ts";
import { formatConversationUri } from "../../../extension/core/conversations/conversationUri.ts";
import { test } from "./harness.ts";

/** Time that a command gets until it asks something, in milliseconds; questions are closed then. */
const momentMs = 250;
/** Time in milliseconds in which a link fills the message field. */
const maxFillMs = 15_000;

const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tandem-untrusted-")));
const marks = path.join(place, "marks");
const session = "0b5f7c5e-9d0a-4c43-8d52-5f1f6a6f2c11";
const manifest = vscode.extensions.getExtension("tandem-chat.tandem")?.packageJSON;
const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";

/** Programs that the extension started, as far as Node did it; VS Code starts its terminals elsewhere. */
const started: string[] = [];
/** The folder of the installed package, which is in the stack of all that it calls. */
const installed = vscode.extensions.getExtension("tandem-chat.tandem")?.extensionPath ?? "";

for (const name of ["spawn", "exec", "execFile", "fork", "spawnSync", "execSync", "execFileSync"] as const) {
  const real = childProcess[name] as (...given: unknown[]) => unknown;
  Object.assign(childProcess, {
    [name]: (...given: unknown[]) => {
      if (String(new Error().stack).includes(installed)) started.push(`${name} ${JSON.stringify(given.slice(0, 2))}`);
      return real(...given);
    },
  });
}

function write(file: string, content: string | object, mode?: number): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(
    file,
    typeof content === "string" ? content : JSON.stringify(content),
    mode === undefined ? {} : { mode },
  );
  return file;
}

const touch = (name: string): string => `touch ${path.join(marks, name)}`;
const program = (name: string): string =>
  write(path.join(place, "programs", name), `#!/bin/sh\n${touch(name)}\necho 2.1.329\n`, 0o755);

/** Runs commands together, closes what they ask, and ignores their errors. */
async function walk(calls: readonly (readonly [command: string, ...given: unknown[]])[]): Promise<void> {
  const size = 6;
  for (let at = 0; at < calls.length; at += size) {
    const running = calls
      .slice(at, at + size)
      .map(([command, ...given]) => vscode.commands.executeCommand(command, ...given).then(undefined, () => {}));
    await Promise.race([Promise.all(running), delay(momentMs)]);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
  }
}

test("runs in an untrusted workspace, with a program that would leave a mark", async () => {
  assert.equal(vscode.workspace.isTrusted, false);
  fs.mkdirSync(marks);
  const configuration = vscode.workspace.getConfiguration("tandem");
  await configuration.update("claudePath", program("claude"), vscode.ConfigurationTarget.Global);
  await configuration.update(
    "environment",
    { HOME: place, CLAUDE_CONFIG_DIR: path.join(place, "config") },
    vscode.ConfigurationTarget.Global,
  );
  write(path.join(folder, ".vscode", "settings.json"), {
    "tandem.claudePath": program("other"),
    "tandem.mcpServers": { own: { command: program("server") } },
  });
  // Nothing else that `claude` reads: the card about it would hide a start that trust does not prevent.
  fs.mkdirSync(path.join(folder, ".git"));
  write(path.join(folder, ".git", "config"), `[core]\n\tfsmonitor = ${program("fsmonitor")}\n`);
  write(path.join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
  const entry = (more: object): string =>
    JSON.stringify({
      cwd: folder,
      sessionId: session,
      version: "2.1.329",
      timestamp: "2026-11-24T10:00:00.000Z",
      isSidechain: false,
      ...more,
    });
  const said = [
    entry({ type: "user", uuid: "u1", parentUuid: null, message: { role: "user", content: "Hello" } }),
    entry({
      type: "assistant",
      uuid: "a1",
      parentUuid: "u1",
      message: { id: "m1", role: "assistant", content: [{ type: "text", text: "Hi." }] },
    }),
  ];
  write(
    path.join(place, "config", "projects", folder.replace(/[^a-zA-Z0-9]/g, "-"), `${session}.jsonl`),
    `${said.join("\n")}\n`,
  );
});

test("notices a program that is started", async () => {
  assert.notEqual(installed, "");
  const call = vm.runInThisContext("(start) => start()", { filename: path.join(installed, "dist", "start.cjs") });
  call(() => void childProcess.spawnSync("true"));
  assert.equal(started.splice(0).length, 1);
});

test("is activated by a call of one of its tools, and refuses it", async () => {
  const tandem = vscode.extensions.getExtension("tandem-chat.tandem");
  assert.equal(tandem?.isActive, false);
  await vscode.workspace
    .getConfiguration("tandem")
    .update("ideTools.offerToOtherExtensions", true, vscode.ConfigurationTarget.Global);
  const call = vscode.lm.invokeTool("tandem_open_editors", { input: {}, toolInvocationToken: undefined });
  await assert.rejects(Promise.resolve(call), /does not trust this workspace/);
  assert.equal(tandem?.isActive, true);
});

test("starts nothing by its views", async () => {
  const views: { id: string }[] = Object.values<{ id: string }[]>(manifest.contributes.views).flat();
  await walk(views.map(({ id }) => [`${id}.focus`] as const));
  await walk([["tandem.focus"]]);
});

test("starts nothing by a link, which fills the message field", async () => {
  await vscode.workspace
    .getConfiguration("extensions")
    .update("confirmedUriHandlerExtensionIds", ["tandem-chat.tandem"], vscode.ConfigurationTarget.Global);
  const link = vscode.Uri.from({
    scheme: vscode.env.uriScheme,
    authority: "tandem-chat.tandem",
    path: "/prompt",
    query: "text=From a link",
  });
  await vscode.commands.executeCommand("vscode.open", link);
  const isFilled = (): boolean =>
    vscode.workspace.textDocuments.some((document) => document.getText().includes("From a link"));
  const deadline = performance.now() + maxFillMs;
  while (!isFilled() && performance.now() < deadline) {
    // A document that is closed gives its text back to the field, so that the next one has what came meanwhile.
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await walk([["tandem.editMessage"]]);
  }
  assert.ok(isFilled());
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
});

test("starts nothing by its tabs, of a saved conversation or of a new one", async () => {
  for (const name of [`s-${session}`, "00000000-new"]) {
    await walk([["vscode.openWith", vscode.Uri.from(formatConversationUri(name, "Hello")), "tandem.editor"]]);
  }
});

test("starts nothing by any of its commands, with nothing and with a saved conversation", async () => {
  const commands: string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  await walk(commands.flatMap((command) => [[command] as const, [command, session] as const]));
  await walk([
    ["tandem.openConversation", session],
    ["tandem.sendMessage"],
    ["tandem.retry"],
    ["tandem.continueInTerminal", session],
    ["tandem.logIn"],
  ]);
});

test("starts nothing for another extension, here or elsewhere", async () => {
  const exports = vscode.extensions.getExtension<TandemExports>("tandem-chat.tandem")?.exports;
  const extension = vscode.extensions.all.find(({ id }) => id !== "tandem-chat.tandem");
  assert.ok(exports && extension);
  const api = exports.getAPI(1, { extension });
  const calls: string[] = [];
  const note = (name: string) => (): never => {
    calls.push(name);
    throw new Error(name);
  };
  const ways: Partial<QueryOptions>[] = [
    {},
    { spawn: note("spawn") },
    { relay: { url: "ws://127.0.0.1:1/", connect: note("connect") } },
    { runtime: "bun" },
    { mcpServers: { own: { command: program("serverOfExtension") } } },
  ];
  for (const way of ways) await assert.rejects(api.query({ prompt: "hello", ...way }).result, { code: "untrusted" });
  await assert.rejects(api.createSession({ spawn: note("spawn") }), { code: "untrusted" });
  await assert.rejects(
    api.query({ prompt: "hello" }).setMcpServers({ own: { command: program("serverOfExtension") } }),
    { code: "untrusted" },
  );
  assert.deepEqual(calls, []);
});

test("is activated from outside only by a link", () => {
  const events: string[] = manifest.activationEvents ?? [];
  assert.deepEqual(
    events.filter((event) => /^onUri|^\*|^onStartup/.test(event)),
    ["onUri"],
  );
});

test("has left no mark, no process and no terminal", () => {
  assert.deepEqual(fs.readdirSync(marks), []);
  assert.deepEqual(started, []);
  assert.deepEqual(
    vscode.window.terminals.map(({ name }) => name),
    [],
  );
  fs.rmSync(place, { recursive: true, force: true });
});
