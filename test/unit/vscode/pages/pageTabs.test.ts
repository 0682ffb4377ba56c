import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { silentLogger } from "../../../../extension/shared/base/logger.ts";
import type { WatchedPage } from "../../../../extension/vscode/chat/startFailures.ts";
import { type PageSources, PageTabs } from "../../../../extension/vscode/pages/pageTabs.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";

const { panel, watched } = vi.hoisted(() => {
  const listen = () => ({ dispose() {} });
  const webview = { html: "", cspSource: "", asWebviewUri: String, onDidReceiveMessage: listen };
  const panel = { webview, visible: true, reveal() {}, onDidDispose: listen, onDidChangeViewState: listen };
  return { panel, watched: [] as WatchedPage[] };
});
// Replaces the addresses and the tabs of the editor, which the scenario `test/host/statusPage.test.ts` uses for real.
vi.mock("vscode", () => ({
  Uri: {
    joinPath: ({ fsPath }: { fsPath: string }, ...parts: string[]) => ({ fsPath: path.posix.join(fsPath, ...parts) }),
  },
  ViewColumn: {},
  window: { createWebviewPanel: () => panel },
}));
// Files share their modules, and others mock the editor otherwise.
afterAll(() => void vi.resetModules());

it("shows in a page's tab why its first content failed, and retries on request", () => {
  const shown: unknown[] = [];
  const outcomes = ["No source.", undefined, "No content."];
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
    },
    sources: {
      usage: () => {
        fail(outcomes.shift());
        return { read: () => fail(outcomes.shift()), onDidChange: () => ({ dispose() {} }), act() {}, dispose() {} };
      },
    } as unknown as PageSources,
    clock: new FakeClock(),
    logger: silentLogger,
    report() {},
  });
  tabs.show("usage");
  expect(shown).toEqual(["No source."]);
  expect(watched.map((page) => page.isBroken())).toEqual([true]);
  watched[0]?.retry();
  expect(shown).toEqual(["No source.", "No content."]);
  watched[0]?.retry();
  // Its content is there; the file of its script is not.
  expect(shown).toEqual(["No source.", "No content.", "ENOENT: no such file or directory"]);
});
