import fs from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { type Reply, startModel } from "../model/server.mjs";
import { ensurePackage } from "../package/ensurePackage.mjs";
import { writeKeybindings } from "./boundCommands.mjs";
import { launchBrowser, launchBrowserIn } from "./browser.mjs";
import { startCodeServer, writeSettings } from "./codeServer.mjs";
import { modelEnvironment, subscriberEnvironment, temporaryHome } from "./environment.mjs";
import { packExample } from "./exampleExtension.mjs";
import { listFiles, readText } from "./filesInUse.ts";
import { cliVersions, currentCli, ensureCli } from "./install.mjs";
import { ancestorsOf, ended, killAll, processesWith } from "./processes.mjs";
import { patience, Window } from "./window.ts";
import { openPanel, openWorkbench } from "./workbench.mjs";

/**
 * Options that each scenario file can choose although it shares an editor. `version` of the CLI defaults to
 * `TANDEM_CLI_VERSION`, or else to the newest.
 */
export interface EditorOptions {
  readonly settings?: object;
  readonly version?: string | undefined;
  readonly isSubscriber?: boolean;
  /** Further environment variables of the CLI. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** One VS Code with the installed package and a scripted model, for several conversations in separate folders. */
export class EditorWorld {
  readonly place = temporaryHome("tandem-editor-");
  readonly scripts = new Map<string, (folder: string) => Reply[]>();
  /** Replies to prompts that the CLI writes itself, such as one with the content of a page. */
  otherScript: ((prompt: string) => Reply[] | undefined) | undefined;
  model!: Awaited<ReturnType<typeof startModel>>;
  #server!: Awaited<ReturnType<typeof startCodeServer>>;
  #browser!: BrowserContext;
  /** The page of each window, one after the other. */
  #page!: Page;
  #isWindowOpen = false;
  #count = 0;
  /** Further workspace folders of windows of this file. */
  readonly #roots = new Set<string>();

  /** Version of the CLI. */
  version!: string;
  /** Path of the CLI that the editor runs. */
  #program!: string;

  private constructor() {}

  /** True before 2.1.329, the second newest, where the CLI behaves differently in some ways. */
  get isOldCli(): boolean {
    return cliVersions.slice(0, -2).includes(this.version);
  }

  /** `edition`: the editor, by the name of its manifest. `vsix`: another package than that of the sources. */
  static async create(
    options: EditorOptions & { env?: Record<string, string>; edition?: string; vsix?: string } = {},
  ): Promise<EditorWorld> {
    const world = new EditorWorld();
    world.model = await startModel({
      scripts: (prompt, { cwd }) => world.scripts.get(prompt)?.(cwd) ?? world.otherScript?.(prompt),
    });
    writeKeybindings(path.join(world.place.root, "user-data"));
    const [{ file }, example] = await Promise.all([
      options.vsix ? { file: options.vsix } : ensurePackage(),
      packExample(world.place.root),
    ]);
    [world.#server, world.#browser] = await Promise.all([
      startCodeServer({
        root: world.place.root,
        packages: [file, example],
        settings: world.#settingsFor(options),
        // The editor has the same home as the program.
        env: { HOME: world.place.home, ...options.env },
        ...(options.edition ? { edition: options.edition } : {}),
      }),
      launchBrowserIn(path.join(world.place.root, "browser"), {
        viewport: { width: 1280, height: 860 },
        permissions: ["clipboard-read", "clipboard-write"],
        reducedMotion: "reduce",
      }),
    ]);
    // The page with which the browser started.
    [world.#page] = world.#browser.pages() as [Page];
    world.#page.setDefaultTimeout(patience);
    return world;
  }

  #settingsFor({ version, isSubscriber = false, settings, environment: extra }: EditorOptions): object {
    this.version = version ?? process.env["TANDEM_CLI_VERSION"] ?? currentCli;
    this.#program = ensureCli(this.version);
    const environment = (isSubscriber ? subscriberEnvironment : modelEnvironment)({
      home: this.place.home,
      url: this.model.url,
    });
    return { "tandem.claudePath": this.#program, "tandem.environment": { ...environment, ...extra }, ...settings };
  }

  /**
   * Ends the processes of closed windows, and deletes everything that they, the extension and the CLI stored on disk.
   * Rejects if a window is open, or if a CLI or one of its children outlives its window.
   */
  async empty(): Promise<void> {
    this.#expectNoWindow();
    // The server keeps the host of a window that the editor itself reloaded, or whose last message did not arrive, in
    // case that window comes back. Nothing tells a CLI of such a host to end. It is left to its host once hosts of
    // closed windows have had the time to end their own; one without a living host has to end by itself.
    const given = Date.now() + 20_000;
    await ended(() => {
      const hosts = this.extensionHosts();
      return this.agentProcesses().filter(
        (pid) => Date.now() < given || !ancestorsOf(pid).some((each) => hosts.includes(each)),
      );
    });
    killAll(this.extensionHosts());
    // The watch for a dead host ends what the killed ones leave.
    await ended(() => [...this.agentProcesses(), ...this.extensionHosts()]);
    this.scripts.clear();
    this.otherScript = undefined;
    this.model.requests.length = 0;
    const user = path.join(this.place.root, "user-data", "User");
    const kept = ["workspaceStorage", "globalStorage", "History"].map((name) => path.join(user, name));
    for (const folder of [this.place.home, ...kept, ...this.#roots])
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    this.#roots.clear();
    fs.mkdirSync(this.place.home);
  }

  /** Sets other options for the next window of an emptied editor. Throws if any state of the previous file remains. */
  configure(options: EditorOptions): void {
    const kept = [
      ...fs.readdirSync(this.place.home),
      ...this.scripts.keys(),
      ...this.model.requests,
      ...this.agentProcesses(),
      ...this.extensionHosts(),
    ];
    if (kept.length > 0) throw new Error(`the editor still holds ${JSON.stringify(kept)} of the file before`);
    writeSettings(path.join(this.place.root, "user-data"), this.#settingsFor(options));
  }

  /** Changes some of the user's settings while windows are open, as the user does by hand. */
  changeSettings(change: object): void {
    for (const scope of ["User", "Machine"]) {
      const file = path.join(this.place.root, "user-data", scope, "settings.json");
      fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, "utf8")), ...change }));
    }
  }

  /** Changes variables of `claude` in the user's settings in the same way; undefined removes one. */
  changeEnvironment(change: Readonly<Record<string, string | undefined>>): void {
    const file = path.join(this.place.root, "user-data", "User", "settings.json");
    const { "tandem.environment": environment } = JSON.parse(fs.readFileSync(file, "utf8"));
    this.changeSettings({ "tandem.environment": { ...environment, ...change } });
  }

  /**
   * Opens a new folder in a new window. `folderSettings`: content of its .vscode/settings.json. `isTrusted`: as if the
   * user had trusted the folder in claude's own dialog, without which the CLI ignores rules of the project (2.1.329).
   * `isChatClosed`: see `reopen`. `roots`: names and files of further workspace folders, next to that folder.
   */
  async open(
    options: {
      files?: Record<string, string>;
      folderSettings?: object;
      theme?: string;
      isTrusted?: boolean;
      isChatClosed?: boolean;
      roots?: Record<string, Record<string, string>>;
    } = {},
  ): Promise<Window> {
    const folder = path.join(this.place.root, `folder${++this.#count}`);
    if (options.isTrusted) this.#trust(folder);
    fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
    const settings = { ...(options.theme ? { "workbench.colorTheme": options.theme } : {}), ...options.folderSettings };
    fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
    const roots = Object.entries(options.roots ?? {}).map(([name, files]) => ({
      at: path.join(this.place.root, name),
      files,
    }));
    for (const { at, files } of [{ at: folder, files: options.files ?? {} }, ...roots]) writeFiles(at, files);
    for (const { at } of roots) this.#roots.add(at);
    if (roots.length === 0) {
      const window = await this.reopen(folder, options);
      // Folder settings are applied after the window has opened.
      if (options.theme) await window.panel.locator(`body[data-vscode-theme-id="${options.theme}"]`).waitFor();
      return window;
    }
    const workspace = `${folder}.code-workspace`;
    fs.writeFileSync(
      workspace,
      JSON.stringify({ folders: [folder, ...roots.map(({ at }) => at)].map((at) => ({ path: path.basename(at) })) }),
    );
    await this.#meet(folder, workspace);
    return this.reopen(folder, { ...options, workspace });
  }

  /**
   * Lets the editor discover the folders of a workspace. In a browser it may look for them before it can see any, and
   * reloads its window when it sees them. It then caches the workspace file for all later windows.
   */
  async #meet(folder: string, workspace: string): Promise<void> {
    await openWorkbench(this.#openPage(), this.#server, { folder, workspace });
    const kept = path.join(this.place.root, "user-data", "User", "caches", "CachedConfigurations", "workspaces");
    const text = fs.readFileSync(workspace, "utf8");
    await expect
      .poll(
        () => {
          const files = fs.existsSync(kept)
            ? fs.readdirSync(kept).map((name) => path.join(kept, name, "workspace.json"))
            : [];
          return files.some(
            (file) => fs.existsSync(file) && JSON.parse(fs.readFileSync(file, "utf8")).content === text,
          );
        },
        { timeout: patience },
      )
      .toBe(true);
    await this.#closeWindow();
  }

  /** The address of the editor. */
  get server(): { readonly url: string; readonly port: number } {
    return this.#server;
  }

  /** Opens a page of another browser, with storage of its own. The caller closes it. */
  async openOtherPage(): Promise<Page> {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    page.once("close", () => void browser.close());
    return page;
  }

  #expectNoWindow(): void {
    if (this.#isWindowOpen) throw new Error("a window is still open");
  }

  /** Returns the page for a new window. One window at a time: all windows have the same storage. */
  #openPage(): Page {
    this.#expectNoWindow();
    this.#isWindowOpen = true;
    return this.#page;
  }

  /**
   * Closes the window with all that it opened, and deletes what it stored for all windows, but not the programs that
   * the next window loads too.
   */
  async #closeWindow(): Promise<void> {
    for (const page of this.#browser.pages()) if (page !== this.#page) await page.close();
    // A window with unsaved files asks before it closes.
    this.#page.once("dialog", (dialog) => dialog.accept());
    await this.#page.goto("about:blank");
    this.#page.removeAllListeners("dialog");
    const session = await this.#browser.newCDPSession(this.#page);
    await session.send("Storage.clearDataForOrigin", {
      origin: new URL(this.#server.url).origin,
      storageTypes: "local_storage,indexeddb,service_workers",
    });
    await session.detach();
    // The user's decisions about extensions and repositories, which all windows share.
    const storage = path.join(this.place.root, "user-data", "User", "globalStorage", "tandem-chat.tandem");
    for (const name of ["access.json", "trust.json"]) fs.rmSync(path.join(storage, name), { force: true });
    this.#isWindowOpen = false;
  }

  /**
   * Opens an existing folder in a new window, with the panel, or without it if `isChatClosed`. `workspace`: the file
   * that lists the roots.
   */
  async reopen(
    folder: string,
    { isChatClosed = false, workspace }: { isChatClosed?: boolean; workspace?: string } = {},
  ): Promise<Window> {
    const page = this.#openPage();
    const window = new Window(page, folder, () => this.#closeWindow());
    try {
      await openWorkbench(page, this.#server, { folder, workspace });
      // Key bindings of an extension have no effect before the extension is listed.
      if (isChatClosed)
        await page.locator('.activitybar .action-item a[aria-label^="Tandem"]').waitFor({ timeout: 60_000 });
      else await openPanel(page, { asksForFolder: workspace !== undefined });
      return window;
    } catch (error) {
      // The next scenario opens its own.
      await window.close();
      throw error;
    }
  }

  /** Opens a window without a folder, with the panel. Its `folder` is the home folder. */
  async openWithoutFolder(): Promise<Window> {
    const page = this.#openPage();
    const window = new Window(page, this.place.home, () => this.#closeWindow());
    await openWorkbench(page, this.#server, {});
    await openPanel(page);
    return window;
  }

  /** The CLI's own configuration folder. */
  get config(): string {
    return path.join(this.place.home, "config");
  }

  /** Returns the recorded points of the checkpoints of a folder, one JSON text in each line. */
  checkpointLog(folder: string): string {
    const lines = this.#checkpointLogs().flatMap((name) => readText(name).split("\n"));
    return lines.filter((line) => line.includes(JSON.stringify(folder))).join("\n");
  }

  /** Returns the folder of the store with the checkpoints of a workspace folder. */
  checkpointStore(folder: string): string {
    const log = this.#checkpointLogs().find((name) => readText(name).includes(JSON.stringify(folder)));
    return path.dirname(log ?? expect.fail(`there are no checkpoints of ${folder}`));
  }

  #checkpointLogs(): readonly string[] {
    const storage = path.join(this.place.root, "user-data", "User", "globalStorage", "tandem-chat.tandem");
    return listFiles(path.join(storage, "checkpoints")).filter((name) => path.basename(name) === "points.jsonl");
  }

  /** Returns everything that Tandem stores on disk for its windows, as text. */
  savedState(): string {
    const storage = path.join(this.place.root, "user-data", "User", "workspaceStorage");
    const folders = fs
      .readdirSync(storage)
      .map((name) => path.join(storage, name, "tandem-chat.tandem", "conversations"));
    const files = folders.flatMap(listFiles).filter((file) => file.endsWith(".json"));
    return files.map(readText).join("\n");
  }

  /** Returns everything that the CLI stored of its conversations, as text. */
  savedTranscripts(): string {
    const files = listFiles(path.join(this.config, "projects")).filter((file) => file.endsWith(".jsonl"));
    return files.map(readText).join("\n");
  }

  /** Returns the messages of the model's last request, as JSON. */
  sentMessages(): string {
    return JSON.stringify(this.model.requests.at(-1).messages);
  }

  /** Returns the process ids of the CLIs that VS Code started. */
  cliProcesses(): number[] {
    // An older version is a script that Node runs, and renames its process.
    return processesWith(
      this.place.home,
      (argv) => argv[0] === this.#program || argv[1] === this.#program || argv[0] === "claude",
    );
  }

  /**
   * Returns the ids of all processes with the environment of this world's CLIs: those, their shells, and the children
   * of both.
   */
  agentProcesses(): number[] {
    return processesWith(`CLAUDE_CODE_TMPDIR=${this.place.home}\0`, () => true);
  }

  /** Returns the extension hosts of all open and closed windows. */
  extensionHosts(): number[] {
    return processesWith(this.place.root, (argv) => argv.includes("--type=extensionHost"));
  }

  /** Marks a folder as trusted. Must run before a CLI, which would overwrite the file. */
  #trust(folder: string): void {
    fs.mkdirSync(this.config, { recursive: true });
    fs.writeFileSync(
      path.join(this.config, ".claude.json"),
      JSON.stringify({ projects: { [folder]: { hasTrustDialogAccepted: true } } }),
    );
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    // A CLI whose host is gone finishes its turn, and still writes while it ends.
    await this.model.close();
    await ended(() => [...this.agentProcesses(), ...this.extensionHosts()]);
    this.place.remove();
  }
}

/** Writes files below a folder and creates the folders that they need. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}
