import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Envelope } from "../../extension/shared/contract/envelope.ts";
import type { FromWebview } from "../../extension/shared/contract/fromWebview.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import type { ToWebview } from "../../extension/shared/contract/toWebview.ts";
import { launchBrowser } from "../host/browser.mjs";
import { unpackPackage } from "../package/ensurePackage.mjs";

const html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="/main.css"><link rel="stylesheet" href="/earlyStyles.css">
<style>:root{--vscode-font-family:sans-serif;--vscode-foreground:#222;--vscode-input-background:#eee}</style></head>
<body><div id="app"></div><script>
window.sent = [];
window.acquireVsCodeApi = () => ({ postMessage: (message) => window.onSent ? window.onSent(message.message) : window.sent.push(message.message), getState: () => undefined, setState: () => {} });
window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
</script><script type="module" src="/early.js"></script><script type="module" src="/main.js"></script></body></html>`;

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".ttf": "font/ttf" };

/** The panel's page in a browser, without an editor around it. */
export class PanelPage {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #server: http.Server;

  private constructor(page: Page, browser: Browser, server: http.Server) {
    this.page = page;
    this.#browser = browser;
    this.#server = server;
  }

  /** Opens the page of the package. `onSent` hears what it sends to its host. */
  static async open(onSent: (message: FromWebview) => void): Promise<PanelPage> {
    const dist = path.join(await unpackPackage(), "dist", "webview");
    const server = http.createServer((request, response) => {
      const name = path.basename(request.url ?? "");
      const file = path.join(dist, name);
      if (name === "" || !fs.existsSync(file)) return void response.setHeader("content-type", "text/html").end(html);
      response.setHeader("content-type", types[path.extname(name)] ?? "text/plain").end(fs.readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 420, height: 800 } });
    await page.exposeFunction("onSent", onSent);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return new PanelPage(page, browser, server);
  }

  /** Hands a message to the page, as the editor does; resolves once the page took it. */
  post(message: ToWebview): Promise<void> {
    return this.postEnvelope({ conversation: "c" as ConversationId, message });
  }

  /** The same for a message about a conversation of its own. */
  postEnvelope(envelope: Envelope<ToWebview>): Promise<void> {
    // As text: what drives the browser takes an object apart value by value, at a cost that the editor does not have.
    return this.page.evaluate((text) => {
      window.dispatchEvent(new MessageEvent("message", { data: JSON.parse(text) }));
    }, JSON.stringify(envelope));
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
