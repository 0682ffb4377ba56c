import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { WatchedPage } from "../../../../extension/vscode/chat/startFailures.ts";
import { type PageSources, PageTabs } from "../../../../extension/vscode/pages/pageTabs.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { settled } from "../../core/protocol/setup.ts";

const { panels, watched } = vi.hoisted(() => {
  const listen = () => ({ dispose() {} });
  /** A tab of which a test is the page. */
  const newPanel = (column: number) => {
    const page = { isThere: true, say: (_message: object): void => {} };
    const closing: (() => void)[] = [];
    const webview = {
      html: "",
      cspSource: "",
      asWebviewUri: String,
      postMessage: async (message: object) => {
        if (page.isThere && "type" in message && message.type === "ping") page.say({ type: "runs" });
        return true;
      },
      onDidReceiveMessage: (say: typeof page.say) => {
        page.say = say;
        return listen();
      },
    };
    return {
      page,
      webview,
      viewColumn: column,
      visible: true,
      reveal() {},
      onDidDispose: (listener: () => void) => void closing.push(listener),
      onDidChangeViewState: listen,
      dispose: () => {
        for (const close of closing) close();
      },
    };
  };
  const panels: ReturnType<typeof newPanel>[] = [];
  const open = (_type: string, _title: string, column: number) => {
    const panel = newPanel(column);
    panels.push(panel);
    return panel;
  };
  return { panels: { all: panels, open }, watched: [] as WatchedPage[] };
});
// Replaces the addresses and the tabs of the editor, which the scenario `test/host/statusPage.test.ts` uses for real.
vi.mock("vscode", () => ({
  Uri: {
    joinPath: ({ fsPath }: { fsPath: string }, ...parts: string[]) => ({ fsPath: path.posix.join(fsPath, ...parts) }),
  },
  ViewColumn: { Active: -1 },
  window: { createWebviewPanel: panels.open },
}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

/** Pages whose source, or first content, fails for these reasons in turn. */
function setup(outcomes: (string | undefined)[] = []) {
  const shown: unknown[] = [];
  const told: { readonly text: string; readonly retry?: (() => unknown) | undefined }[] = [];
  const clock = new FakeClock();
  const fail = (reason: string | undefined): void => {
    if (reason !== undefined) throw new Error(reason);
  };
  const tabs = new PageTabs({
    extension: { fsPath: "/missing" } as never,
    failures: {
      showInView: (_, error) => void shown.push((error as Error).message.replace(/,.*/, "")),
      watch: (page) => {
        watched.push(page);
        return { dispose() {} };
      },
      tell: async (error, retry) => void told.push({ text: (error as Error).message, retry }),
    },
    sources: {
      usage: () => {
        fail(outcomes.shift());
        return { read: () => fail(outcomes.shift()), onDidChange: () => ({ dispose() {} }), act() {}, dispose() {} };
      },
    } as unknown as PageSources,
    clock,
    reachWindow: async () => {},
    logger: silentLogger,
    report() {},
  });
  tabs.show("usage");
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) {
      clock.advance(50);
      await settled();
    }
  };
  return { shown, told, tabs, pass };
}

it("shows in a page's tab why its first content failed, and retries on request", () => {
  const { shown } = setup(["No source.", undefined, "No content."]);
  expect(shown).toEqual(["No source."]);
  expect(watched.map((page) => page.isBroken())).toEqual([true]);
  watched[0]?.retry();
  expect(shown).toEqual(["No source.", "No content."]);
  watched[0]?.retry();
  // Its content is there; the file of its script is not.
  expect(shown).toEqual(["No source.", "No content.", "ENOENT: no such file or directory"]);
});

it("says within five seconds that a page has ended, and opens it again", async () => {
  const { told, tabs, pass } = setup();
  const first = panels.all.at(-1);
  const opened = panels.all.length;
  first?.page.say({ type: "ready" });
  await pass(30_000);
  expect(told).toEqual([]);
  first!.page.isThere = false;
  Object.assign(first!, { viewColumn: 2 });
  await pass(5_000);
  expect(told.map(({ text }) => text)).toEqual(["The page Usage isn't responding. Try again to open a new one."]);
  told[0]?.retry?.();
  expect([panels.all.length - opened, panels.all.at(-1)?.viewColumn]).toEqual([1, 2]);
  // The notification about the closed tab may still be there.
  told[0]?.retry?.();
  tabs.show("usage");
  expect(panels.all.length - opened).toBe(1);
  panels.all.at(-1)?.page.say({ type: "ready" });
  await pass(30_000);
  expect(told).toHaveLength(1);
});
