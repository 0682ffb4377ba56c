import { describe, expect, it } from "vitest";
import { readImportedServers } from "../../../../../extension/core/options/servers/importedServers.ts";

const inputs = [
  { id: "key", type: "promptString", password: true },
  { id: "host", type: "promptString" },
];
const read = (servers: object) => readImportedServers({ inputs, servers });

describe("a server of the editor's mcp.json", () => {
  it("keeps what claude knows, and names what is left out", () => {
    const [server] = read({
      db: {
        type: "stdio",
        command: "npx",
        args: ["-y", "db"],
        env: { PORT: 5432, NONE: null },
        cwd: "${workspaceFolder}",
        envFile: ".env",
        dev: { watch: "x" },
        version: "1",
      },
    });
    expect(server?.definition).toEqual({ type: "stdio", command: "npx", args: ["-y", "db"], env: { PORT: "5432" } });
    expect(server?.notes).toEqual(["cwd", "envFile", "dev"].map((field) => ({ code: "fieldLeftOut", field })));
  });

  it("asks for secrets where the editor has inputs, also those that are shown while typing", () => {
    const [server] = read({
      web: { url: "https://${input:host}/mcp", headers: { Authorization: "Bearer ${input:key}" } },
    });
    expect(server?.definition).toEqual({
      type: "http",
      url: "https://${secret:host}/mcp",
      headers: { Authorization: "Bearer ${secret:key}" },
    });
    expect(server?.notes).toEqual([
      { code: "plainInput", input: "host" },
      { code: "passwordInput", input: "key" },
    ]);
  });

  it("cannot be imported if the process table would show its secret", () => {
    const [server] = read({ db: { command: "db", args: ["--key", "${input:key}"] } });
    expect(server?.definition).toBeUndefined();
    expect(server?.problem).toEqual({ code: "secretExposed", field: "args", secret: "key" });
  });

  it("names variables that only the editor replaces", () => {
    const [server] = read({
      db: { command: "${userHome}/db", args: ["${workspaceFolder}", "${env:HOME}", "${config:a.b}"] },
    });
    expect(server?.notes).toEqual([
      { code: "variableUnknown", variable: "userHome" },
      { code: "variableUnknown", variable: "config:a.b" },
    ]);
  });

  it("affects no other server if it is wrong", () => {
    const servers = read({ wrong: 5, list: [], "": { command: "a" }, right: { command: "b" } });
    expect(servers.map(({ name, definition }) => [name, definition?.type ?? definition])).toEqual([
      ["wrong", undefined],
      ["list", undefined],
      ["", { command: "a" }],
      ["right", { command: "b" }],
    ]);
  });
});

it.each([undefined, null, [], "x", { servers: [] }, { servers: null, inputs: {} }])("finds nothing in %j", (content) =>
  expect(readImportedServers(content)).toEqual([]),
);
