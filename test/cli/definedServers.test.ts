import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { resolveServer } from "../../extension/core/options/servers/launchServers.ts";
import { getToolRules, parseServerDefinition } from "../../extension/core/options/servers/serverDefinitions.ts";
import type { ExternalServerConfig } from "../../extension/core/protocol/requests/mcpConfig.ts";
import { hasSince } from "../../extension/core/protocol/version.ts";
import { findInArguments } from "../host/processes.mjs";
import { describeEachVersion } from "./eachVersion.ts";
import { World } from "./realCli.ts";
import { startWebServer } from "./webServer.mjs";

const text = (value: string) => ({ blocks: [{ text: value }] });
const tool = (name: string) => ({ blocks: [{ tool: name, input: {} }] });
const secret = `s3cret-${process.pid}-${Date.now()}`;
const script = fileURLToPath(new URL("./stdioServer.mjs", import.meta.url));

let world: World;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  world = await World.create();
  web = await startWebServer(secret);
});
afterEach(() => world.closeConversations());
afterAll(async () => {
  await world.close();
  await web.close();
});

/** Returns the servers of a start from definitions as a user writes them, with the secret in place. */
function prepare(definitions: Record<string, object>) {
  const rules = Object.entries(definitions).map(([name, value]) =>
    getToolRules(name, (parseServerDefinition(value).value ?? { command: "" }).tools),
  );
  const servers = Object.entries(definitions).map(([name, value]): [string, ExternalServerConfig] => {
    const { value: definition } = parseServerDefinition(value);
    const resolved =
      definition &&
      resolveServer(definition, {
        env: process.env,
        workspaceFolder: world.home.workspace,
        secrets: new Map([["TOKEN", secret]]),
      });
    if (!resolved?.value) throw new Error(`${name} is wrong`);
    return [name, resolved.value];
  });
  return {
    servers: Object.fromEntries(servers),
    allow: rules.flatMap(({ allow }) => allow),
    ask: rules.flatMap(({ ask }) => ask),
    deny: rules.flatMap(({ deny }) => deny),
  };
}

/** Looks at the arguments of all processes until it is stopped, and returns those that contained the secret. */
function watchArguments(): () => Promise<readonly string[]> {
  const found = new Set<string>();
  let looks = 0;
  const look = (): void => {
    looks++;
    for (const argv of findInArguments(secret)) found.add(argv);
  };
  const timer = setInterval(look, 10);
  return async () => {
    clearInterval(timer);
    look();
    expect(looks).toBeGreaterThan(10);
    return [...found];
  };
}

/**
 * Returns the files in a place that contain the secret. The temporary folder has files of other programs, which come
 * and go.
 */
function findSecret(place: string): string[] {
  try {
    const stats = fs.lstatSync(place);
    if (stats.isDirectory()) return fs.readdirSync(place).flatMap((name) => findSecret(path.join(place, name)));
    return stats.isFile() && fs.readFileSync(place).includes(secret) ? [place] : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
const findInTemporary = () =>
  fs
    .readdirSync(os.tmpdir())
    .flatMap((name) => (/^(tandem-start-|claude)/.test(name) ? findSecret(path.join(os.tmpdir(), name)) : []));

describeEachVersion("%s", (version) => {
  it("passes a secret only in a program's environment or an address's header", async () => {
    world.scripts.set("use both", [
      tool("mcp__vault__peek"),
      tool("mcp__web__greet"),
      tool("mcp__asked__greet"),
      text("done"),
    ]);
    const { servers, allow, ask, deny } = prepare({
      vault: {
        command: process.execPath,
        args: [script],
        env: { VAULT_SECRET: "${secret:TOKEN}" },
        alwaysLoad: true,
        timeout: 20_000,
        tools: { peek: "allow" },
      },
      web: {
        type: "http",
        url: web.url,
        headers: { Authorization: "Bearer ${secret:TOKEN}" },
        alwaysLoad: true,
        tools: { greet: "allow", secretly: "deny" },
      },
      asked: {
        type: "http",
        url: web.url,
        headers: { Authorization: "Bearer ${secret:TOKEN}" },
        alwaysLoad: true,
        tools: { greet: "ask" },
      },
    });
    const stop = watchArguments();
    const cli = await world.start(version, {
      mcpServers: servers,
      launch: { allowedTools: [...allow, "mcp__asked"], disallowedTools: deny },
      extraSettings: { permissions: { ask } },
    });
    // The file is gone once claude has read it.
    await expect.poll(findInTemporary).toEqual([]);
    await expect
      .poll(async () =>
        (await cli.client.call("mcp_status", {})).mcpServers.map(({ name, status }) => `${name} ${status}`).sort(),
      )
      .toEqual(["asked connected", "vault connected", "web connected"]);
    await cli.turn("use both");
    const last = world.model.requests.at(-1);
    expect(JSON.stringify(last.messages)).toContain(`length ${secret.length}`);
    expect(JSON.stringify(last.messages)).toContain("hello from the web");
    // The policies apply: only what must be asked was, although a rule allows it, and the model does not even see the
    // denied tool.
    expect(cli.asked.map(({ tool_name }) => tool_name)).toEqual(["mcp__asked__greet"]);
    expect(JSON.stringify(last.tools)).not.toContain("mcp__web__secretly");
    if (hasSince(version, "b") === "yes") {
      await cli.client.call("mcp_reconnect", { serverName: "vault" });
      await expect
        .poll(
          async () => (await cli.client.call("mcp_status", {})).mcpServers.find(({ name }) => name === "vault")?.status,
        )
        .toBe("connected");
    }
    await cli.client.close();
    expect(await stop()).toEqual([]);
    expect(findInTemporary()).toEqual([]);
    const left = findSecret(world.home.root);
    // 2.0.77 itself writes the headers of a server to its own logs; later versions do not.
    const isOwnLog = (file: string): boolean =>
      hasSince(version, "b") !== "yes" && /\/config\/debug\/|\/mcp-logs-(web|asked)\//.test(file);
    expect(left.filter((file) => !isOwnLog(file))).toEqual([]);
    for (const file of left) fs.rmSync(file);
    expect(JSON.stringify(cli.frames)).not.toContain(secret);
    expect(web.urls.join()).not.toContain(secret);
  });

  it("starts without a server whose name it reserves, and with the others", async () => {
    const server = { command: process.execPath, args: [script] };
    const names = ["claude-in-chrome", "constructor", "__proto__", "toString", "ide", "a b", "ünï"];
    const cli = await world.start(version, { mcpServers: Object.fromEntries(names.map((name) => [name, server])) });
    await expect
      .poll(async () =>
        (await cli.client.call("mcp_status", {})).mcpServers.map(({ name, status }) => `${name} ${status}`).sort(),
      )
      .toEqual(["a b connected", "ide connected", "toString connected", "ünï connected"]);
  });
});
