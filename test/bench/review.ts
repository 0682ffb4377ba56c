import fs from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { renderProposalText } from "../../extension/core/conversation/requests/proposals.ts";
import { makeProposal } from "../../extension/core/review/proposal.ts";
import { createReviewedProposal } from "../../extension/core/review/reviewedProposal.ts";
import { launchBrowser } from "../host/browser.mjs";
import { startCodeServer } from "../host/codeServer.mjs";
import { temporaryHome } from "../host/environment.mjs";
import { packExtension } from "../host/installExtensions.mjs";
import { getPanel, openPanel, openWorkbench } from "../host/workbench.mjs";
import { median, ms, type Row, times } from "./row.ts";

const rounds = 5;
const filesInReview = 200;
const hunksInFile = 10;
const sizes = [100, 10_000, 100_000];

/** The editor's own diff of two files, and of many: the floor for showing one. */
const probe = {
  "package.json": JSON.stringify({
    name: "differ",
    publisher: "bench",
    version: "1.0.0",
    engines: { vscode: "^1.106.0" },
    main: "extension.cjs",
    activationEvents: [],
    contributes: {
      commands: ["one", "many", "virtual"].map((name) => ({ command: `differ.${name}`, title: `Differ ${name}` })),
    },
  }),
  "extension.cjs": `const vscode = require("vscode");
const fs = require("fs");
const read = () => JSON.parse(fs.readFileSync(vscode.workspace.workspaceFolders[0].uri.fsPath + "/pairs.json", "utf8"));
const uris = (pair) => pair.map((file) => vscode.Uri.file(file));
const changed = new vscode.EventEmitter();
const files = { onDidChangeFile: changed.event, watch: () => ({ dispose() {} }), stat: (uri) => ({ type: 1, ctime: 0, mtime: 1, size: fs.statSync(uri.fsPath).size }), readFile: (uri) => fs.readFileSync(uri.fsPath), readDirectory: () => [], createDirectory() {}, writeFile() {}, delete() {}, rename() {} };
let count = 0;
const held = (pair) => pair.map((file, at) => vscode.Uri.file(file).with({ scheme: at === 0 ? "differ-text" : "differ-file", query: String(count++) }));
exports.activate = (context) => context.subscriptions.push(
  vscode.workspace.registerTextDocumentContentProvider("differ-text", { provideTextDocumentContent: (uri) => fs.readFileSync(uri.fsPath, "utf8") }),
  vscode.workspace.registerFileSystemProvider("differ-file", files),
  vscode.commands.registerCommand("differ.virtual", () => vscode.commands.executeCommand("vscode.diff", ...held(read()[0]), "peer", { preview: false })),
  vscode.commands.registerCommand("differ.one", () => vscode.commands.executeCommand("vscode.diff", ...uris(read()[0]), "peer", { preview: false })),
  vscode.commands.registerCommand("differ.many", () => vscode.commands.executeCommand("vscode.changes", "peer", read().map((pair) => [uris(pair)[1], ...uris(pair)]))),
);`,
};

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index} of the file\n`).join("");
const changed = (text: string, hunks: number): string => {
  const lines = text.split("\n");
  const step = Math.floor((lines.length - 1) / hunks);
  return lines.map((line, index) => (index % step === 1 && index < step * hunks ? `${line} changed` : line)).join("\n");
};

/**
 * Milliseconds from a moment until the first changed line of a diff is on the screen; both on the clock of this
 * machine.
 */
async function untilDiff(page: Page, title: string, since: number): Promise<number> {
  await page.locator(".tabs-container .tab.active", { hasText: title }).waitFor();
  await page.locator(".monaco-diff-editor .modified .view-line", { hasText: "changed" }).first().waitFor();
  return (await page.evaluate(() => Date.now())) - since;
}

async function run(page: Page, command: string): Promise<number> {
  const input = page.locator(".quick-input-widget input[type=text]");
  await page.keyboard.press("F1");
  await input.fill(`>${command}`);
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: command }).first();
  await row.waitFor();
  const start = Date.now();
  await row.click();
  return start;
}

async function closeAll(page: Page): Promise<void> {
  await run(page, "View: Close All Editors");
  await page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
}

/** The longest that a proposal of a file holds its thread, step by step as the host takes them. */
function longestStep(lines: number): number {
  const before = numbered(lines);
  const after = changed(before, Math.max(10, lines / 1_000));
  const rules = { isFaithful: true, stylesQuotes: true };
  const edit = { path: "/w/a.txt", content: after };
  const took = Array.from({ length: rounds }, () => {
    const start = performance.now();
    const proposed = makeProposal(edit, { text: before, isUtf16: false }, rules);
    if (typeof proposed === "string") throw new Error(proposed);
    const draft = createReviewedProposal(edit, { text: before, isUtf16: false }, rules, proposed);
    const made = performance.now();
    renderProposalText(draft);
    return Math.max(made - start, performance.now() - made);
  });
  return median(took);
}

export async function bench(packed: string): Promise<Row[]> {
  const place = temporaryHome("tandem-bench-");
  const packages = [packed, packExtension(place.root, probe)];
  const file = (name: string): string => path.join(place.workspace, name);
  // Found from the project: the bench itself runs as a bundle elsewhere.
  const program = path.join(process.cwd(), "test", "bench", "askingCli.mjs");
  const server = await startCodeServer({ root: place.root, packages, settings: { "tandem.claudePath": program } });
  const browser = await launchBrowser();
  const rows: Row[] = [];
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    await openWorkbench(page, server, { folder: place.workspace });
    await openPanel(page);
    const panel = getPanel(page);
    const message = panel.getByRole("textbox", { name: "Message" });
    for (const lines of sizes) {
      const [card, diff, peer, loaded, virtual]: [number[], number[], number[], number[], number[]] = [
        [],
        [],
        [],
        [],
        [],
      ];
      const before = numbered(lines);
      fs.writeFileSync(file("a.txt"), before);
      fs.writeFileSync(file("after.txt"), changed(before, 10));
      for (let round = 0; round <= rounds; round++) {
        fs.rmSync(file("mark"), { force: true });
        // Files that the editor has not read yet, as it has not read the texts of a proposal: it keeps what it read for
        // minutes.
        const copies = file(`${lines}-${round}`);
        fs.mkdirSync(copies);
        const pair = ["a.txt", "after.txt"].map((name) => path.join(copies, name));
        for (const copy of pair) fs.copyFileSync(file(path.basename(copy)), copy);
        fs.writeFileSync(file("pairs.json"), JSON.stringify([pair]));
        await message.fill(JSON.stringify({ path: file("a.txt"), content: file("after.txt"), mark: file("mark") }));
        await panel.getByRole("button", { name: "Send", exact: true }).click();
        await panel.getByRole("group", { name: "Permission: Write a.txt" }).waitFor();
        const shownAt = await page.evaluate(() => Date.now());
        const since = Number(fs.readFileSync(file("mark"), "utf8"));
        const shown = await untilDiff(page, "a.txt (proposed)", since);
        await panel
          .getByRole("button", { name: "Deny", exact: true })
          .and(panel.locator("[aria-disabled=false]"))
          .click();
        await page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
        const own = await untilDiff(page, "peer", await run(page, "Differ one"));
        await closeAll(page);
        const again = await untilDiff(page, "peer", await run(page, "Differ one"));
        await closeAll(page);
        const alike = await untilDiff(page, "peer", await run(page, "Differ virtual"));
        await closeAll(page);
        if (round === 0) continue;
        virtual.push(alike);
        card.push(shownAt - since);
        diff.push(shown);
        peer.push(own);
        loaded.push(again);
      }
      const [c, d, p, l, v] = [median(card), median(diff), median(peer), median(loaded), median(virtual)];
      rows.push(
        {
          what: `${lines.toLocaleString("en")} lines: request on the wire to card, against the editor's own diff`,
          measured: `${times(c / p)} (${ms(c)})`,
          target: "",
        },
        {
          what: `${lines.toLocaleString("en")} lines: request on the wire to diff, against the editor's own diff`,
          measured: `${times(d / p)} (${ms(d)} / ${ms(p)})`,
          target: "≤ 1.3×",
          isMet: d / p <= 1.3,
        },
        {
          what: `${lines.toLocaleString("en")} lines: the same, against the editor's own diff of files that it has read before`,
          measured: `${times(d / l)} (${ms(d)} / ${ms(l)})`,
          target: "",
        },
        {
          what: `${lines.toLocaleString("en")} lines: the same, against the editor's own diff of texts that an extension provides`,
          measured: `${times(d / v)} (${ms(d)} / ${ms(v)})`,
          target: "≤ 1.3×",
          isMet: d / v <= 1.3,
        },
      );
    }
    const pairs = Array.from(
      { length: filesInReview },
      (_, index) => [file(`before/${index}.txt`), file(`after/${index}.txt`)] as const,
    );
    for (const folder of ["before", "after"]) fs.mkdirSync(file(folder));
    for (const [before, after] of pairs) {
      fs.writeFileSync(before, numbered(200));
      fs.writeFileSync(after, changed(numbered(200), hunksInFile));
    }
    fs.writeFileSync(file("pairs.json"), JSON.stringify(pairs));
    await message.fill(JSON.stringify({ done: pairs }));
    await panel.getByRole("button", { name: "Send", exact: true }).click();
    await panel.getByRole("region", { name: "Changes" }).getByText(`${filesInReview} files`).waitFor();
    const [own, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const shown = await untilDiff(page, "Changes", await run(page, "Tandem: Review All Changes"));
      await closeAll(page);
      const floor = await untilDiff(page, "peer", await run(page, "Differ many"));
      await closeAll(page);
      if (round === 0) continue;
      own.push(shown);
      peer.push(floor);
    }
    const ratio = median(own) / median(peer);
    rows.push({
      what: `${filesInReview} files with ${(filesInReview * hunksInFile).toLocaleString("en")} hunks in one editor, against the editor's own`,
      measured: `${times(ratio)} (${ms(median(own))} / ${ms(median(peer))})`,
      target: "≤ 1.5×",
      isMet: ratio <= 1.5,
    });
    await context.close();
  } finally {
    await browser.close();
    await server.stop();
    place.remove();
  }
  const held = longestStep(100_000);
  rows.push({
    what: "100,000 lines, 100 hunks: longest that the host is held",
    measured: ms(held),
    target: "≤ 100 ms",
    isMet: held <= 100,
  });
  return rows;
}
