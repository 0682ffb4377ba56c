import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { VersionCheck } from "../../../../extension/node/claude/cliVersion.ts";
import type { Command } from "../../../../extension/node/processes/command.ts";

const fakeCli = fileURLToPath(new URL("../../../fakes/fakeCli.mjs", import.meta.url));
const env = { PATH: process.env["PATH"] ?? "" };
const command = (...args: string[]) => ({ file: process.execPath, args: [fakeCli, ...args], env: {} });

const program = (run: Command) => ({ file: fakeCli, command: run, env });

it("reads the version that a program prints", async () => {
  expect(await new VersionCheck().check(program(command()))).toBe("2.1.329");
});

it("says what a program printed instead", async () => {
  await expect(new VersionCheck().check(program(command("crash")))).rejects.toMatchObject({
    code: "cliNotStartable",
    data: { reason: expect.stringContaining("it broke here") },
  });
});

it("names a program that does not run", async () => {
  await expect(new VersionCheck().check(program({ file: "/no/such", args: [], env: {} }))).rejects.toMatchObject({
    code: "cliNotStartable",
  });
});

it("has a program watched while it is asked, also one that is ended", async () => {
  const watched: string[] = [];
  const deathWatch = {
    watch: (pid: number, mark: string) => {
      watched.push(`${pid > 1 && mark.length > 10 ? "watched" : "unknown"}`);
      return { dispose: () => void watched.push("forgotten") };
    },
  };
  await new VersionCheck().check({ ...program(command()), deathWatch });
  await expect.poll(() => watched).toEqual(["watched", "forgotten"]);
  await expect(new VersionCheck().check({ ...program(command("crash")), deathWatch })).rejects.toThrow();
  await expect.poll(() => watched.slice(2)).toEqual(["watched", "forgotten"]);
});
