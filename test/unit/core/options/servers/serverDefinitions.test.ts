import { describe, expect, it } from "vitest";
import {
  listAgentValues,
  listGivenValues,
  listTakenIn,
  resolveServer,
} from "../../../../../extension/core/options/servers/launchServers.ts";
import {
  getSecretNames,
  getToolRules,
  parseServerDefinition,
  type ServerDefinition,
} from "../../../../../extension/core/options/servers/serverDefinitions.ts";
import { formatLeftOutServer } from "../../../../../extension/shared/text/servers/serverDefinitions.ts";

const read = (value: unknown): ServerDefinition => {
  const { value: definition } = parseServerDefinition(value);
  if (!definition) throw new Error("the definition is wrong");
  return definition;
};
const values = { env: { HOME: "/home/me" }, workspaceFolder: "/w", secrets: new Map([["KEY", "s3cret"]]) };

describe("a definition", () => {
  it.each([
    [{ command: "node", args: ["x"], env: { A: "b" }, timeout: 5, alwaysLoad: true, tools: { peek: "allow" } }],
    [{ type: "stdio", command: "node" }],
    [{ type: "http", url: "https://a.example", headers: { A: "${secret:KEY}" } }],
    [{ type: "sse", url: "https://a.example" }],
  ])("is accepted: %j", (value) => expect(read(value)).toEqual(value));

  it.each([
    [undefined, /expected object/],
    ["node x.js", /expected object/],
    [{}, /^command: /],
    [{ command: 5 }, /^command: /],
    [{ command: "" }, /^command: /],
    [{ command: "a", url: "https://a.example" }, /^type: /],
    [{ type: "http" }, /^url: /],
    [{ type: "websocket", url: "wss://a.example" }, /^type: /],
    [{ command: "a", timeout: "5" }, /^timeout: /],
    [{ command: "a", tools: { peek: "maybe" } }, /^tools\.peek: /],
    [{ command: "a", envFile: ".env" }, /envFile/],
  ])("is refused with the field that is wrong: %j", (value, issues) => {
    expect(parseServerDefinition(value).problem).toMatchObject({
      code: "malformed",
      issues: expect.stringMatching(issues),
    });
  });

  it("is refused without the value that is wrong, which may be a secret", () => {
    const { problem } = parseServerDefinition({ command: "a", env: { KEY: ["hunter2"] }, tools: { t: "hunter2" } });
    expect(JSON.stringify(problem)).not.toContain("hunter2");
  });

  it("is refused if it uses a secret where the process table shows it", () => {
    expect(parseServerDefinition({ command: "run-${secret:KEY}" }).problem).toEqual({
      code: "secretExposed",
      field: "command",
      secret: "KEY",
    });
    expect(parseServerDefinition({ command: "run", args: ["--key", "${secret:KEY}"] }).problem).toEqual({
      code: "secretExposed",
      field: "args",
      secret: "KEY",
    });
    expect(parseServerDefinition({ command: "run", env: { A: "${input:key}" } }).problem).toEqual({
      code: "inputUnsupported",
      input: "key",
    });
  });

  it.each(["claude-in-chrome", "constructor", "__proto__"])(
    "is refused under the name %s, which claude reserves",
    (name) => {
      const { problem } = parseServerDefinition({ command: "run" }, name);
      expect(problem && formatLeftOutServer({ name, place: { kind: "user" }, problem })).toMatch(
        /claude reserves this name\. Use another one\. The other/,
      );
      expect(parseServerDefinition({ command: "run" }, "toString").problem).toBeUndefined();
    },
  );

  it("names its secrets once", () => {
    expect(
      getSecretNames(
        read({ type: "http", url: "https://a.example/${secret:A}", headers: { X: "${secret:B} ${secret:A}" } }),
      ),
    ).toEqual(["A", "B"]);
  });
});

describe("the server of a start", () => {
  it("has every placeholder replaced once, and no policies", () => {
    const definition = read({
      command: "${workspaceFolder}/run",
      args: ["${env:HOME}"],
      env: { KEY: "${secret:KEY}" },
      tools: { peek: "deny" },
      timeout: 5,
    });
    expect(resolveServer(definition, values).value).toEqual({
      command: "/w/run",
      args: ["/home/me"],
      env: { KEY: "s3cret" },
      timeout: 5,
    });
    const nested = { ...values, env: { HOME: "${secret:KEY}" } };
    expect(resolveServer(definition, nested).value).toMatchObject({ args: ["${secret:KEY}"] });
  });

  it("is refused without a variable or a secret, and with an address that is none", () => {
    expect(resolveServer(read({ command: "a", env: { A: "${env:NONE}" } }), values).problem).toEqual({
      code: "variableMissing",
      variable: "NONE",
    });
    expect(resolveServer(read({ command: "a", env: { A: "${secret:NONE}" } }), values).problem).toEqual({
      code: "secretMissing",
      secret: "NONE",
    });
    const { problem } = resolveServer(read({ type: "http", url: "${secret:KEY}" }), values);
    expect(problem).toEqual({ code: "badAddress" });
    expect(resolveServer(read({ type: "http", url: "https://a.example/${secret:KEY}" }), values).value).toEqual({
      type: "http",
      url: "https://a.example/s3cret",
    });
  });
});

it("turns policies into rules for the names that claude uses", () => {
  expect(getToolRules("my server", { "read.file": "allow", write: "deny", run: "ask" })).toEqual({
    allow: ["mcp__my_server__read_file"],
    ask: ["mcp__my_server__run"],
    deny: ["mcp__my_server__write"],
  });
});

it("names the file and line of a left-out server where they are known", () => {
  const { problem } = parseServerDefinition({ command: "a", tools: { peek: "maybe" } });
  expect(problem).toMatchObject({ at: ["tools", "peek"] });
  const server = { name: "db", place: { kind: "user" }, problem: problem ?? { code: "badAddress" } } as const;
  expect(formatLeftOutServer(server, { scope: "user", file: "settings.json", line: 4 })).toMatch(
    /^tandem\.mcpServers\.db \(settings\.json, line 4\): tools\.peek: /,
  );
  expect(formatLeftOutServer(server, { scope: "user" })).toMatch(/^tandem\.mcpServers\.db \(user settings\): /);
});

it("describes a server that is left out by setting, place and problem", () => {
  expect(
    formatLeftOutServer({
      name: "db",
      place: { kind: "user" },
      problem: { code: "secretExposed", field: "args", secret: "KEY" },
    }),
  ).toBe(
    "tandem.mcpServers.db (user settings): ${secret:KEY} can't be used in args, because other users of this computer can read a program's arguments. Use it in env instead. The other MCP servers still run.",
  );
});

it.each([
  [{ command: "a", args: ["x"], env: { GITHUB_TOKEN: "one", PLAIN: "two" } }, ["one", "two"]],
  [{ command: "a", args: ["--api-key", "one", "--pat=two", "--mode", "fast"] }, ["one", "two"]],
  [
    { type: "http" as const, url: "https://a.example/mcp", headers: { "X-Token": "one", Authorization: "Basic two" } },
    ["one", "two"],
  ],
  [{ type: "http" as const, url: "https://a.example/mcp", headers: { Cookie: "sid=one; theme=two" } }, ["one", "two"]],
  [
    { type: "sse" as const, url: "https://me:p%40ss@a.example/mcp?key=one&b=two#three" },
    ["me", "p%40ss", "p@ss", "one", "two", "three"],
  ],
  [{ type: "http" as const, url: "https://a.example/s/k3y-of-sixteen-at-least/mcp" }, ["k3y-of-sixteen-at-least"]],
])("a server has values that can be secret, whatever their names are: %j", (server, values) => {
  expect(listGivenValues(server)).toEqual(expect.arrayContaining(values));
  expect(listGivenValues(server)).not.toEqual(expect.arrayContaining(["fast"]));
});

it("takes in the values of variables wherever a definition names them, but no paths", () => {
  const definition = {
    type: "http" as const,
    url: "https://a.example/${env:ONE}",
    headers: { A: "Bearer ${env:TWO}", B: "${env:HOME}" },
  };
  expect(listTakenIn(definition as never, { ONE: "first", TWO: "second", HOME: "/home/me", THREE: "other" })).toEqual([
    "first",
    "second",
  ]);
});

it.each([
  [
    ["run", "-e", "GITHUB_TOKEN=s3cret", "--env", "PAT=other"],
    ["s3cret", "other"],
  ],
  [["run", "--env=ANY=s3cret"], ["s3cret"]],
  [["remote", "--header", "X-Token: s3cret"], ["s3cret"]],
  [["remote", "-H", "Authorization: Bearer s3cret"], ["s3cret"]],
  [["remote", "--header=X-Token: s3cret"], ["s3cret"]],
  [["remote", "https://a.example/sse?code=s3cret"], ["s3cret"]],
  [["db", "--url=postgres://me:s3cret@host/db"], ["s3cret"]],
  [["API_KEY=s3cret"], ["s3cret"]],
  [
    ["--pass", "s3cret", "--db-pwd=other"],
    ["s3cret", "other"],
  ],
  [["--to", "Server=db;Password=s3cret"], ["Server=db;Password=s3cret"]],
])("finds what has the place of a secret in the arguments %j", (args, values) => {
  expect(listGivenValues({ command: "npx", args })).toEqual(expect.arrayContaining(values));
});

it("finds the login of a base64 header, and secrets of servers that subagents bring", () => {
  const basic = { Authorization: `Basic ${btoa("me:s3cret")}` };
  const remote = { type: "http" as const, url: "https://a.example", headers: basic };
  expect(listGivenValues(remote)).toEqual(expect.arrayContaining(["me:s3cret", "s3cret"]));
  const local = { command: "db", args: ["--token", "first"], env: { ANY: "second", BAD: 5 } };
  const agents = { spy: { description: "d", prompt: "p", mcpServers: ["named", { local }, { remote }] }, odd: 5 };
  expect(listAgentValues(agents)).toEqual(expect.arrayContaining(["first", "second", "s3cret"]));
});
