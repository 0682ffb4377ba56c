import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { chooseStarters, type FolderFacts } from "../../core/conversations/composer/starters.ts";
import { background } from "../../shared/base/background.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { readObject, readString } from "../../shared/base/read.ts";
import type { StarterKind } from "../../shared/text/prompts.ts";
import { hasUncommittedChanges, watchRepositories } from "./git.ts";

const testNames =
  /^(tests?|specs?|__tests__|pytest\.ini|tox\.ini|phpunit\.xml(\.dist)?|(jest|vitest|playwright|karma)\.config\.\w+)$/i;

/** Reads a file of a folder as JSON; undefined for one that cannot be read. */
type ReadJson = (file: string) => unknown;

/** Returns suggestions for a folder, none for the home folder; undefined while no folder is chosen. Does not wait. */
export function findStarters(folder: string, readJson: ReadJson): readonly StarterKind[] | undefined {
  if (folder === "") return undefined;
  const facts = folder === os.homedir() ? undefined : readFolderFacts(folder, readJson);
  return facts ? chooseStarters(facts) : [];
}

/** Time in milliseconds that collects changes: the editor reports problems file by file. */
const settleMs = 300;

/** Calls the listener soon after the editor knows more about its folders: problems, or changes that git reports. */
export function watchFolderFacts(logger: Logger, listener: () => void): Disposable {
  const store = new DisposableStore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = (): void => {
    clearTimeout(timer);
    timer = setTimeout(listener, settleMs);
  };
  store.defer(() => clearTimeout(timer));
  store.add(vscode.languages.onDidChangeDiagnostics(notify));
  background(watchRepositories(store, notify), logger, "watching repositories");
  return store;
}

/**
 * Reads what the top of a folder, the editor's diagnostics and its git extension show. Undefined for a folder that
 * cannot be read.
 */
function readFolderFacts(folder: string, readJson: ReadJson): FolderFacts | undefined {
  try {
    const names = fs.readdirSync(folder);
    return {
      isEmpty: names.every((name) => name.startsWith(".")),
      hasReadme: names.some((name) => /^readme(\.\w+)?$/i.test(name)),
      hasTests:
        names.some((name) => testNames.test(name)) ||
        (names.includes("package.json") && hasTestScript(readJson(path.join(folder, "package.json")))),
      hasErrors: hasErrors(folder),
      hasChanges: hasUncommittedChanges(folder) ?? (names.includes(".git") ? undefined : false),
    };
  } catch {
    return undefined;
  }
}

function hasErrors(folder: string): boolean {
  const inside = `${folder}${path.sep}`;
  return vscode.languages
    .getDiagnostics()
    .some(
      ([uri, found]) =>
        uri.scheme === "file" &&
        uri.fsPath.startsWith(inside) &&
        found.some(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
    );
}

/** Returns whether npm would run tests; the script that `npm init` writes only reports that there are none. */
function hasTestScript(manifest: unknown): boolean {
  const script = readString(readObject(manifest, "scripts"), "test");
  return script !== undefined && !script.includes("no test specified");
}
