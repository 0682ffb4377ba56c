// Runs after all tests of adapters.
import assert from "node:assert/strict";
import fs from "node:fs";
import * as vscode from "vscode";
import { folder, tabNames } from "./files.ts";
import { test } from "./harness.ts";

test("leaves no tab, no file and no setting", async () => {
  await vscode.workspace.getConfiguration("files").update("autoSave", undefined, vscode.ConfigurationTarget.Global);
  assert.deepEqual(tabNames(), []);
  fs.rmSync(folder, { recursive: true });
});
