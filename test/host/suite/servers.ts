// MCP servers as the editor's settings define them, their secrets, and what the editor's own chat is offered.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { LeftOutServer } from "../../../extension/shared/contract/servers/serverDefinitions.ts";
import { McpServersSetting } from "../../../extension/vscode/servers/mcpServers.ts";
import { OfferedServers } from "../../../extension/vscode/servers/offeredServers.ts";
import { ServerSecrets } from "../../../extension/vscode/servers/serverSecrets.ts";
import { disposedLater, test } from "./harness.ts";
import { openSettings } from "./ownSettings.ts";

/** A secret storage in memory. */
class MemorySecrets implements vscode.SecretStorage {
  readonly values = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;
  readonly keys = async (): Promise<string[]> => [...this.values.keys()];
  readonly get = async (key: string): Promise<string | undefined> => this.values.get(key);
  async store(key: string, value: string): Promise<void> {
    this.values.set(key, value);
    this.#changed.fire({ key });
  }
  async delete(key: string): Promise<void> {
    this.values.delete(key);
    this.#changed.fire({ key });
  }
}

const program = { command: "run", args: ["${workspaceFolder}/x"], env: { KEY: "${secret:KEY}" } };
const web = { type: "http", url: "https://web.example/mcp", headers: { Authorization: "Bearer ${secret:KEY}" } };

async function setServers(value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("tandem").update("mcpServers", value, vscode.ConfigurationTarget.Global);
}

/** Closes the boxes that ask for secrets until the work is done. */
async function refuseSecrets<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return done;
}

test("prepares sound servers with their secrets, and leaves out the others one by one", async () => {
  const storage = new MemorySecrets();
  const reported: LeftOutServer[] = [];
  const secrets = new ServerSecrets(storage);
  storage.values.set(JSON.stringify(["mcp", "", "KEY"]), "s3cret");
  await setServers({ program, web, wrong: { command: 5 }, asks: { command: "a", env: { A: "${secret:NONE}" } } });
  const { settings } = openSettings();
  const servers = new McpServersSetting(secrets, {}, (leftOut) => reported.push(...leftOut));
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "/w";
  const prepare = () => servers.prepare(folder, settings.admittedServers(folder, "all", []));
  const prepared = await refuseSecrets(prepare());
  assert.deepEqual(prepared.servers, {
    program: { command: "run", args: [`${folder}/x`], env: { KEY: "s3cret" } },
    web: { type: "http", url: "https://web.example/mcp", headers: { Authorization: "Bearer s3cret" } },
  });
  assert.deepEqual(
    reported.map(({ name, problem }) => [name, problem.code]),
    [
      ["wrong", "malformed"],
      ["asks", "secretMissing"],
    ],
  );
  assert.deepEqual(secrets.used, ["s3cret", "Bearer s3cret"]);
  // A refused secret is not asked for again: this does not wait for an answer.
  assert.deepEqual(Object.keys((await prepare()).servers), ["program", "web"]);
  assert.deepEqual(storage.values.size, 1);
});

test("keeps a server's last valid definition when it, or the whole setting, becomes wrong", async () => {
  const reported: LeftOutServer[] = [];
  const { settings } = openSettings();
  const servers = new McpServersSetting(new ServerSecrets(new MemorySecrets()), {}, (leftOut) =>
    reported.push(...leftOut),
  );
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "/w";
  const prepareAll = () => servers.prepare(folder, settings.admittedServers(folder, "all", []));
  const prepare = async () => Object.keys((await prepareAll()).servers);
  const last = () => reported.splice(0).map(({ name, problem, keepsLast }) => [name, problem.code, keepsLast]);
  await setServers({ one: { command: "one", tools: { t: "deny" } }, two: { command: "two" } });
  assert.deepEqual(await prepare(), ["one", "two"]);
  await setServers({ one: { command: 5 }, three: { command: "" } });
  assert.deepEqual((await prepareAll()).servers, { one: { command: "one" } });
  assert.deepEqual((await prepareAll()).rules.deny, ["mcp__one__t"]);
  assert.deepEqual(last().slice(0, 2), [
    ["one", "malformed", true],
    ["three", "malformed", false],
  ]);
  await setServers("none");
  assert.deepEqual(await prepare(), ["one"]);
  assert.deepEqual(last(), [["", "malformed", true]]);
  await setServers(undefined);
  assert.deepEqual([await prepare(), last()], [[], []]);
  await setServers("none");
  assert.deepEqual([await prepare(), last()], [[], [["", "malformed", false]]]);
  await setServers(undefined);
});

test("offers servers to the editor without secrets, and inserts these when a server starts", async () => {
  const storage = new MemorySecrets();
  storage.values.set(JSON.stringify(["mcp", "", "KEY"]), "s3cret");
  await setServers({ program, web });
  const secrets = new ServerSecrets(storage);
  const admit = async () => ({ origin: "all" as const, refusedOwnServers: [] });
  const { settings, source } = openSettings();
  const offered = disposedLater(
    new OfferedServers({ settings, servers: new McpServersSetting(secrets, {}, () => {}), secrets, admit }),
  );
  assert.deepEqual(offered.provideMcpServerDefinitions(), []);
  await source.write("mcp.offerToEditor", true, "user");
  const definitions = offered.provideMcpServerDefinitions();
  assert.deepEqual(
    definitions.map(({ label }) => label),
    ["program", "web"],
  );
  assert.equal(JSON.stringify(definitions).includes("s3cret"), false);
  const [first, second] = await Promise.all(definitions.map((each) => offered.resolveMcpServerDefinition(each)));
  assert.ok(first instanceof vscode.McpStdioServerDefinition && second instanceof vscode.McpHttpServerDefinition);
  assert.deepEqual(first.env, { KEY: "s3cret" });
  assert.deepEqual(second.headers, { Authorization: "Bearer s3cret" });
  await setServers({ program });
  assert.equal(await offered.resolveMcpServerDefinition(definitions[1] as vscode.McpServerDefinition), undefined);
  await source.write("mcp.offerToEditor", undefined, "user");
  await setServers(undefined);
});
