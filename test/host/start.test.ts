import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { launchBrowser } from "./browser.mjs";
import { scrubbedEnvironment } from "./environment.mjs";
import { Transcript } from "./page/transcript.ts";
import { processesWith } from "./processes.mjs";
import { getPanel } from "./workbench.mjs";

const script = fileURLToPath(new URL("./start.mjs", import.meta.url));
let temporary: string;

beforeEach(() => {
  temporary = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-start-test-"));
});
afterEach(() => fs.rmSync(temporary, { recursive: true, force: true }));

/** Starts Tandem, with the package that the scenarios use. */
function start(args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...scrubbedEnvironment(), CI: "true", TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const waiting: { text: string; resolve: () => void }[] = [];
  const read = (chunk: Buffer): void => {
    output += chunk;
    for (const entry of waiting) if (output.includes(entry.text)) entry.resolve();
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const printed = (text: string) =>
    Promise.race([
      new Promise<void>((resolve) => waiting.push({ text, resolve })),
      exit.then(() => Promise.reject(new Error(output))),
    ]);
  return { child, exit, printed, output: () => output };
}

/** Waits until no process of the folder is left. A killed process stays in the table until the system removes it. */
async function expectNoProcess(folder: string): Promise<void> {
  await expect.poll(() => processesWith(folder), { timeout: 10_000 }).toEqual([]);
}

it("opens VS Code with the demo's chat, and leaves no process or file after Ctrl+C", async () => {
  const { child, exit, printed, output } = start(["--browser"]);
  await printed("to end everything");
  expect(output()).toContain("Demo: the replies are scripted");
  expect(output()).toContain("Open this address in your browser: http://");
  const url = /http:\/\/127\.0\.0\.1:\d+\/\S+/.exec(output())?.[0] ?? "";
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(url);
  // Without a click: a new user need not search for it.
  await new Transcript(getPanel(page)).empty.waitFor({ timeout: 60_000 });
  await browser.close();
  child.kill("SIGINT");
  expect(await exit).toBe(0);
  expect(fs.readdirSync(temporary), output()).toEqual([]);
  await expectNoProcess(temporary);
});

it("leaves nothing when it is ended before VS Code listens", async () => {
  const { child, exit, printed } = start(["--browser"]);
  await printed("Demo: the replies");
  child.kill("SIGINT");
  expect(await exit).toBe(0);
  expect(fs.readdirSync(temporary)).toEqual([]);
  await expectNoProcess(temporary);
});

it("says in one line that its port is taken", async () => {
  const other = net.createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as net.AddressInfo;
  const { exit, output } = start(["--browser", "--port", String(port)]);
  expect(await exit).toBe(1);
  expect(output().trim().split("\n").at(-1)).toBe(
    `Port ${port} is in use by another program. Choose another one with --port, or leave --port out and a free one is taken.`,
  );
  other.close();
});

it("names what is wrong with a folder that is not there", async () => {
  const { exit, output } = start(["--browser", "/no/such/folder"]);
  expect(await exit).toBe(1);
  expect(output()).toContain("The folder /no/such/folder does not exist.");
  expect(fs.readdirSync(temporary)).toEqual([]);
});
