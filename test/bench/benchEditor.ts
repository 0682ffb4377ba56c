import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../host/browser.mjs";
import { startCodeServer, writeSettings } from "../host/codeServer.mjs";
import { temporaryHome } from "../host/environment.mjs";
import { packExtension } from "../host/installExtensions.mjs";
import { getPanel, openPanel, openWorkbench, panelFrame, runCommand } from "../host/workbench.mjs";
import type { Observed } from "./observer.ts";

/** Contents of a small extension that is installed beside Tandem: its manifest and its other files. */
export type PeerExtension = Readonly<Record<string, string>>;

export interface BenchEditorOptions {
  /** The VSIX of Tandem. */
  readonly file: string;
  /** Settings besides `tandem.claudePath`, which is `editorCli.mjs` unless it is among them. */
  readonly settings?: object;
  /** Further environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly peer?: PeerExtension;
}

/**
 * A real VS Code with an installed package, on a folder of its own. Each window has a browser context of its own, as in
 * a new profile.
 */
export class BenchEditor {
  readonly place = temporaryHome("tandem-bench-");
  /** The notes of programs of benches: TANDEM_BENCH_NOTES of the extension host and of all that it starts. */
  readonly #notes = path.join(this.place.root, "notes.json");
  /** The notes of `observer.ts`, if it is the peer. */
  readonly #observed = path.join(this.place.root, "observed.json");
  #settings: object = {};
  #server!: Awaited<ReturnType<typeof startCodeServer>>;
  #browser!: Browser;

  private constructor() {}

  static async start({ file, settings = {}, env = {}, peer }: BenchEditorOptions): Promise<BenchEditor> {
    const editor = new BenchEditor();
    const { root } = editor.place;
    const packages = [file, ...(peer ? [packExtension(root, peer)] : [])];
    // Found from the project: a bench runs as a bundle elsewhere.
    const program = path.join(process.cwd(), "test", "bench", "editorCli.mjs");
    fs.accessSync(program, fs.constants.X_OK);
    editor.#settings = { "tandem.claudePath": program, ...settings };
    editor.#server = await startCodeServer({
      root,
      packages,
      settings: editor.#settings,
      env: { TANDEM_BENCH_NOTES: editor.#notes, TANDEM_BENCH_OBSERVED: editor.#observed, ...env },
    });
    editor.#browser = await launchBrowser();
    return editor;
  }

  /** Opens a window with the panel, whose message field has the focus. */
  async openWindow(): Promise<BenchWindow> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await openWorkbench(page, this.#server, { folder: this.place.workspace });
    await openPanel(page);
    return new BenchWindow(page, this.#browser, this.#server.pid);
  }

  /** Returns what a program of this folder noted last. */
  readNotes<T>(): T {
    return JSON.parse(fs.readFileSync(this.#notes, "utf8"));
  }

  /** Returns what `observer.ts` noted so far. */
  readObserved(): Observed {
    return fs.existsSync(this.#observed) ? JSON.parse(fs.readFileSync(this.#observed, "utf8")) : {};
  }

  /** Changes the user's settings in their file, beside those of the start. */
  changeSettings(settings: object): void {
    writeSettings(path.join(this.place.root, "user-data"), { ...this.#settings, ...settings });
  }

  /**
   * Returns the size in bytes of everything that Tandem logged; undefined where this editor writes no log (its native
   * module is not built).
   */
  logSize(): number | undefined {
    const logs = path.join(this.place.root, "user-data", "logs");
    const files = fs.existsSync(logs) ? fs.readdirSync(logs, { recursive: true, encoding: "utf8" }) : [];
    const own = files.filter((name) => name.includes("tandem-chat.tandem") && name.endsWith(".log"));
    return own.length === 0 ? undefined : own.reduce((sum, name) => sum + fs.statSync(path.join(logs, name)).size, 0);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    this.place.remove();
  }
}

/**
 * Reads until what was read is wanted, for at most half a minute; programs beside a bench note files, which it cannot
 * wait for.
 */
export async function readUntil<T>(read: () => T, isWanted: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const value = read();
    if (isWanted(value)) return value;
    await setTimeout(20);
  }
  throw new Error(`Within half a minute there was nothing but ${JSON.stringify(read())}.`);
}

/** One window of the editor, and the processes behind it. */
export class BenchWindow {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #server: number;

  constructor(page: Page, browser: Browser, server: number) {
    this.page = page;
    this.#browser = browser;
    this.#server = server;
  }

  get panel() {
    return getPanel(this.page);
  }

  /** Shows a new conversation in the panel. */
  async openNewConversation(): Promise<void> {
    await runCommand(this.page, "Tandem: New Conversation");
    await this.panel.getByRole("heading", { name: "New conversation" }).waitFor();
  }

  /** Runs a function in the document of the panel. */
  async inPanel<T>(run: (argument: string) => T | Promise<T>, argument = ""): Promise<T> {
    const outer = await (await this.page.locator(panelFrame).elementHandle())?.contentFrame();
    const frame = await (await outer?.$("iframe#active-frame"))?.contentFrame();
    if (!frame) throw new Error("The panel is not there.");
    return frame.evaluate(run, argument) as Promise<T>;
  }

  /** Returns the milliseconds of processor time that the extension host and the pages have used. */
  async processorTimes(): Promise<{ readonly host: number; readonly pages: number }> {
    return { host: usedBy(findExtensionHost(this.#server)), pages: await usedByPages(this.#browser) };
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

/**
 * Returns the process that runs the extensions of a server's newest window; undefined if none runs. A server keeps the
 * host of a closed window for a while, and that of a new window starts some time after its page.
 */
export function findExtensionHost(server: number): number | undefined {
  const lines = execFileSync("ps", ["-e", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const all = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .map((found) => [Number(found?.[1]), Number(found?.[2]), found?.[3] ?? ""] as const);
  const below = (pid: number): (typeof all)[number][] =>
    all.filter(([, parent]) => parent === pid).flatMap((each) => [each, ...below(each[0])]);
  const hosts = below(server).filter(([, , args]) => args.includes("--type=extensionHost"));
  // Ids of processes begin again at a limit, so the highest is not always the newest.
  return hosts.sort(([a], [b]) => startOf(b) - startOf(a))[0]?.[0];
}

/** Returns the fields of a process after its name: the state is the first. */
function readStat(pid: number): readonly string[] {
  return fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
}

/** Returns when a process started, in ticks; 0 for one that has ended. */
function startOf(pid: number): number {
  return fs.existsSync(`/proc/${pid}/stat`) ? Number(readStat(pid)[19]) : 0;
}

/** Returns the milliseconds of processor time that a process used. Throws if there is none. */
export function usedBy(pid: number | undefined): number {
  if (pid === undefined) throw new Error("No extension host runs.");
  const fields = readStat(pid);
  const ticks = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticks;
}

/** Returns the milliseconds of processor time that the pages of a browser used. */
export async function usedByPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
}
