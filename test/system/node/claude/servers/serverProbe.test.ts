import { randomUUID } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { ExternalServerConfig } from "../../../../../extension/core/protocol/requests/mcpConfig.ts";
import {
  createServerProbe,
  type ServerProbeOptions,
} from "../../../../../extension/node/claude/servers/serverProbe.ts";
import { findProcessesWith } from "../../../../../extension/node/processes/linuxProcesses.ts";
import { startHttpServer } from "../../../../fakes/mcp/http.mjs";
import { systemClock } from "../../../../fakes/systemClock.ts";

const fake = (name: string): string => fileURLToPath(new URL(`../../../../fakes/mcp/${name}`, import.meta.url));
const program = (...args: string[]): ExternalServerConfig => ({
  command: process.execPath,
  args: [fake("stdio.mjs"), ...args],
});
const folder = fs.realpathSync(os.tmpdir());

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function setup(
  env: Record<string, string> = {},
  cwd = folder,
  admit: ServerProbeOptions["admit"] = async () => ({ origin: "all", refusedServers: [] }),
) {
  const mark = randomUUID();
  const watched: number[] = [];
  const deathWatch = {
    watch: (pid: number) => ({ dispose: () => watched.splice(watched.indexOf(pid), 1), pid: watched.push(pid) }),
  };
  const own = { PATH: process.env["PATH"] ?? "", PROBE_TEST: mark };
  const sources = { settingSources: ["user", "project", "local"], isStrict: false };
  const options = {
    cwd,
    env: { ...own, ...env },
    admit,
    sources,
    managed: folder,
    clock: systemClock,
    newId: randomUUID,
    deathWatch,
  };
  const left = () => [...watched, ...(process.platform === "linux" ? findProcessesWith("PROBE_TEST", mark).pids : [])];
  return { probe: createServerProbe(options), left };
}

/** A server on loopback that answers as `handle` says. */
async function site(handle: http.RequestListener): Promise<string> {
  const server = http.createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const never = new AbortController().signal;

it("takes every answer of a program as one, also its end, and leaves none running", async () => {
  const { probe, left } = setup();
  expect(await probe.connect(program("works"), never)).toBe(true);
  expect(await probe.connect(program("crashesAtStart"), never)).toBe(true);
  expect(await probe.connect({ command: path.join(folder, "no such program") }, never)).toBe(true);
  expect(await probe.connect({ command: process.execPath, args: [fake("calculator.mjs")] }, never)).toBe(true);
  expect(left()).toEqual([]);
});

it("runs a server in the same folder, environment and prefix as claude", async () => {
  const script =
    "require('fs').writeFileSync(process.argv[1], JSON.stringify([process.cwd(), process.env.OWN, process.env.SHARED]))";
  const file = path.join(folder, `probe ${randomUUID()}`);
  closing.push(async () => fs.rmSync(file));
  const server = { command: process.execPath, args: ["-e", script, file], env: { OWN: "own", SHARED: "server" } };
  await setup({ SHARED: "claude" }).probe.connect(server, never);
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual([folder, "own", "server"]);
  const prefix = path.join(folder, `prefix-${randomUUID()}`);
  fs.writeFileSync(prefix, '#!/bin/sh\nOWN=prefix exec sh -c "$1"\n', { mode: 0o700 });
  closing.push(async () => fs.rmSync(prefix));
  await setup({ CLAUDE_CODE_SHELL_PREFIX: prefix }).probe.connect(server, never);
  expect(JSON.parse(fs.readFileSync(file, "utf8"))[1]).toBe("prefix");
});

it.each(["initialize", "tools/list", "prompts/list", "resources/list"])(
  "waits for a program that does not answer %s, until it is stopped",
  async (method) => {
    const { probe, left } = setup();
    const asked = path.join(folder, `probe ${randomUUID()}`);
    closing.push(async () => fs.rmSync(asked));
    const script = `
    require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === ${JSON.stringify(method)}) return require("fs").writeFileSync(process.argv[1], "");
      const result = method === "initialize" ? { protocolVersion: "2025-06-18", capabilities: { tools: {}, prompts: {}, resources: {} } } : {};
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });`;
    const abort = new AbortController();
    const answering = probe.connect({ command: process.execPath, args: ["-e", script, asked] }, abort.signal);
    await expect.poll(() => fs.existsSync(asked)).toBe(true);
    abort.abort();
    expect([await answering, left()]).toEqual([false, []]);
  },
);

it.each(["http", "sse"] as const)("asks a server over %s with its headers, and sees one that refuses", async (kind) => {
  const { probe } = setup();
  const server = await startHttpServer({ kind, header: "k3y" });
  closing.push(server.close);
  expect(await probe.connect({ type: kind, url: server.url, headers: { "x-key": "k3y" } }, never)).toBe(true);
  const asked = server.seen.length;
  expect(asked).toBeGreaterThan(4);
  expect(await probe.connect({ type: kind, url: server.url }, never)).toBe(true);
  expect(server.seen.length).toBe(asked + 1);
});

it("ends the session of a server, and names it in every request after the first", async () => {
  const seen: unknown[] = [];
  const url = await site((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const { id, method } = body === "" ? ({} as { id?: number; method?: string }) : JSON.parse(body);
      seen.push([method ?? request.method, request.headers["mcp-session-id"]]);
      const result = method === "initialize" ? { protocolVersion: "2025-03-26", capabilities: { tools: {} } } : {};
      const headers = { "mcp-session-id": "s1", "content-type": "text/event-stream" };
      if (id === undefined) return void response.writeHead(202).end();
      response
        .writeHead(200, headers)
        .write(`id: 1\ndata: \n\nevent: message\r\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\r\n\r\n`);
    });
  });
  expect(await setup().probe.connect({ type: "http", url }, never)).toBe(true);
  expect(seen).toEqual([
    ["initialize", undefined],
    ["notifications/initialized", "s1"],
    ["tools/list", "s1"],
    ["DELETE", "s1"],
  ]);
});

it("waits for a web server that never answers, but not for a missing one", async () => {
  const { probe } = setup();
  let asked = 0;
  const silent = await site(() => {
    asked += 1;
  });
  const half = await site((_, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": hello\n\n");
  });
  for (const type of ["http", "sse"] as const)
    for (const url of [silent, half]) {
      const abort = new AbortController();
      const before = asked;
      const answering = probe.connect({ type, url }, abort.signal);
      await expect.poll(() => asked).toBe(before + 1);
      abort.abort();
      expect(await answering).toBe(false);
    }
  expect(await probe.connect({ type: "http", url: "http://127.0.0.1:1/" }, never)).toBe(true);
});

it.each(["application/json", "text/event-stream"])(
  "stops to read an answer without an end as %s, and counts it as none",
  async (type) => {
    let sent = 0;
    let isClosed = false;
    const url = await site((_, response) => {
      response.writeHead(200, { "content-type": type });
      const write = (): void => {
        while (!response.destroyed && response.write(": 9".repeat(20_000))) sent += 60_000;
      };
      response.on("drain", write).on("close", () => {
        isClosed = true;
      });
      write();
    });
    for (const kind of ["http", "sse"] as const) {
      if (kind === "sse" && type === "application/json") continue;
      [sent, isClosed] = [0, false];
      expect(await setup().probe.connect({ type: kind, url }, never)).toBe(false);
      await expect.poll(() => isClosed).toBe(true);
      expect(sent).toBeLessThan(100_000_000);
    }
  },
);

it("sends no header to another address that a server names", async () => {
  const other: unknown[] = [];
  const elsewhere = await site((request, response) => {
    other.push(request.url);
    response.writeHead(202).end();
  });
  const url = await site(
    (_, response) =>
      void response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(`event: endpoint\ndata: ${elsewhere}/take\n\n`),
  );
  expect(await setup().probe.connect({ type: "sse", url, headers: { "x-key": "k3y" } }, never)).toBe(true);
  expect(other).toEqual([]);
});

it.each([301, 302, 303, 307, 308])(
  "sends no header to another address to which a server redirects (%i)",
  async (status) => {
    const other: unknown[] = [];
    const elsewhere = await site((request, response) => {
      other.push(request.headers["x-key"]);
      response.writeHead(202).end();
    });
    const url = await site((_, response) => void response.writeHead(status, { location: `${elsewhere}/take` }).end());
    for (const type of ["http", "sse"] as const)
      await setup().probe.connect({ type, url, headers: { "x-key": "k3y" } }, never);
    expect(other).toEqual([]);
  },
);

it("follows a redirect within the server, but not without end", async () => {
  let count = 0;
  const url = await site((_, response) => {
    count++;
    response.writeHead(307, { location: "/again" }).end();
  });
  await setup().probe.connect({ type: "http", url, headers: { "x-key": "k3y" } }, never);
  expect(count).toBe(21);
});

it("has the time limit of claude", () => {
  expect([
    setup().probe.limitMs,
    setup({ MCP_TIMEOUT: "5000" }).probe.limitMs,
    setup({ MCP_TIMEOUT: "soon" }).probe.limitMs,
  ]).toEqual([30_000, 5_000, 30_000]);
});

describe("servers of claude's own files", () => {
  const root = fs.mkdtempSync(path.join(folder, "probe-files-"));
  const [inner, config] = [path.join(root, "repository", "inner"), path.join(root, "config")];
  afterAll(() => fs.rmSync(root, { recursive: true }));
  const write = (file: string, content: unknown): void => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  };
  const server = (command: string) => ({ command, description: "of no use for a probe" });
  write(path.join(inner, ".mcp.json"), {
    mcpServers: { near: server("near"), both: server("both near"), wrong: { type: "ws", url: "ws://a" } },
  });
  write(path.join(root, "repository", ".mcp.json"), {
    mcpServers: { both: server("both far"), far: server("far"), of: server("of project") },
  });
  write(path.join(config, ".claude.json"), {
    mcpServers: {
      of: server("of user"),
      mine: { type: "http", url: "https://${HOST:-example.com}/${PATH_OF}", headers: { key: "${KEY}" }, oauth: {} },
      tool: { command: "${TOOL:-tool}", args: ["${KEY}", "a"], env: { A: "${KEY}" } },
    },
    projects: {
      [inner]: { mcpServers: { far: server("far local") } },
      [root]: { mcpServers: { far: server("above"), above: server("above") } },
    },
  });
  const probe = setup({ CLAUDE_CONFIG_DIR: config, KEY: "k", TOOL: "other" }, inner).probe;

  it.each([
    ["near", { command: "near" }],
    ["both", { command: "both near" }],
    ["far", { command: "far local" }],
    ["above", { command: "above" }],
    ["of", { command: "of project" }],
    ["mine", { type: "http", url: "https://example.com/${PATH_OF}", headers: { key: "k" } }],
    ["tool", { command: "other", args: ["k", "a"], env: { A: "k" } }],
    ["wrong", undefined],
    ["unknown", undefined],
  ])("finds %s where claude does, with its variables replaced", async (name, found) => {
    expect(await probe.find(name)).toEqual(found);
  });

  it("finds none that the user refused or has to decide about", async () => {
    const find = (admit: ServerProbeOptions["admit"]) =>
      setup({ CLAUDE_CONFIG_DIR: config }, inner, admit).probe.find("near");
    expect(await find(async () => ({ origin: "all", refusedServers: ["near"] }))).toBeUndefined();
    expect(await find(async () => ({ origin: "user", refusedServers: [] }))).toBeUndefined();
    expect(await find(() => Promise.reject(new Error("undecided")))).toBeUndefined();
  });

  it("finds none in a file that is damaged", async () => {
    const place = path.join(root, "damaged");
    write(path.join(place, ".mcp.json"), "{");
    expect(await setup({ CLAUDE_CONFIG_DIR: place }, place).probe.find("near")).toBeUndefined();
  });
});
