import type { PeerExtension } from "./benchEditor.ts";

/** Moments and figures that the observer noted, by name, the newest last. */
export type Observed = Readonly<Partial<Record<"settings" | "heap", readonly number[]>>>;

/**
 * A small extension that sees what Tandem's extension host does. It notes in the file TANDEM_BENCH_OBSERVED when the
 * editor reports changed settings of Tandem, in milliseconds since 1970, and at its command "Observe Heap" the bytes
 * that the host's objects take once all garbage is collected.
 */
export const observer: PeerExtension = {
  "package.json": JSON.stringify({
    name: "observer",
    publisher: "bench",
    version: "1.0.0",
    engines: { vscode: "^1.106.0" },
    main: "extension.cjs",
    activationEvents: ["*"],
    contributes: { commands: [{ command: "observer.heap", title: "Observe Heap" }] },
  }),
  "extension.cjs": `const vscode = require("vscode");
const fs = require("fs");
const v8 = require("v8");
const vm = require("vm");
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");
const observed = { settings: [], heap: [] };
const note = (name, value) => {
  observed[name].push(value);
  const file = process.env.TANDEM_BENCH_OBSERVED;
  fs.writeFileSync(file + ".new", JSON.stringify(observed));
  fs.renameSync(file + ".new", file);
};
exports.activate = (context) => context.subscriptions.push(
  vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tandem") && note("settings", performance.timeOrigin + performance.now())),
  vscode.commands.registerCommand("observer.heap", async () => {
    for (let times = 0; times < 4; times++) {
      collect();
      await new Promise(setImmediate);
    }
    note("heap", process.memoryUsage().heapUsed);
  }),
);`,
};
