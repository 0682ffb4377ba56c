import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { createCommand } from "../../../../extension/node/processes/command.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-command-"));
const file = (name: string): string => path.join(folder, process.platform === "win32" ? `${name}.exe` : name);
for (const name of ["node", "deno"]) fs.writeFileSync(file(name), "");
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const env = { PATH: folder };

it("runs a program itself, whatever the runtime", () => {
  expect(createCommand("/bin/claude", env, "bun")).toEqual({ file: "/bin/claude", args: [], env: {} });
});

it.each([
  [undefined, { file: file("node"), args: ["/cli.js"], env: {} }],
  ["deno", { file: file("deno"), args: ["run", "--allow-all", "/cli.js"], env: {} }],
] as const)("runs a script with %s", (runtime, command) => {
  expect(createCommand("/cli.js", env, runtime)).toEqual(command);
});

it("takes no other runtime where the chosen one is missing", () => {
  expect(() => createCommand("/cli.js", env, "bun")).toThrow(expect.objectContaining({ code: "cliNotStartable" }));
  expect(createCommand("/cli.js", { PATH: "" }).file).toBe(process.execPath);
});

it("passes arguments to the runtime, before the script", () => {
  expect(createCommand("/cli.js", env, "node", ["--no-warnings"]).args).toEqual(["--no-warnings", "/cli.js"]);
  expect(createCommand("/cli.js", env, "deno", ["--no-check"]).args).toEqual([
    "run",
    "--allow-all",
    "--no-check",
    "/cli.js",
  ]);
  expect(createCommand("/cli.js", { PATH: "" }, "node", ["--no-warnings"]).args).toEqual(["--no-warnings", "/cli.js"]);
  expect(createCommand("/bin/claude", env, "node", ["--no-warnings"]).args).toEqual([]);
});
