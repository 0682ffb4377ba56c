import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { escapeLine } from "../../base/invisible.ts";
import { folderSettingsText } from "../../text/editor.ts";
import type { SettingsTrust } from "./settings.ts";
import { findRisks } from "./workspaceRisks.ts";

const memory = "workspaceValues";

/**
 * Settings that a folder's own files set and that run programs, let things through, or lead outside: they count only
 * after the user was asked, once per folder and content. A folder that is trusted in the editor can still be somebody else's.
 */
export class WorkspaceSettingsConsent {
  readonly #memento: vscode.Memento;
  /** One question at a time and folder, however many starts wait for it. */
  readonly #asking = new Map<string, Promise<boolean>>();
  readonly #notNow = new Set<string>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Whose values count in `folder`. Asks when its own files set what runs or lets through and no answer is known. */
  async origin(folder: vscode.Uri): Promise<SettingsTrust> {
    return (await this.#areUsed(folder)) ? "all" : "user";
  }

  async #areUsed(folder: vscode.Uri): Promise<boolean> {
    const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
    const risks = await ownRisks(root);
    if (risks.length === 0) return true;
    const key = createHash("sha256")
      .update(JSON.stringify([root.toString(), risks]))
      .digest("hex");
    const known = this.#memento.get<Readonly<Record<string, boolean>>>(memory, {});
    if (Object.hasOwn(known, key)) return known[key] === true;
    if (this.#notNow.has(key)) return false;
    const asking = this.#asking.get(key) ?? this.#ask(key, risks).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  async #ask(key: string, risks: readonly string[]): Promise<boolean> {
    const use = folderSettingsText.use();
    const detail = [...risks.map(escapeLine), folderSettingsText.detail()].join("\n\n");
    const ignore = folderSettingsText.useOwn();
    const answer = await vscode.window.showWarningMessage(folderSettingsText.question(), { modal: true, detail }, use, ignore);
    // Closed without an answer: not in this window, and asked again in the next one.
    if (answer === undefined) {
      this.#notNow.add(key);
      return false;
    }
    await this.#memento.update(memory, { ...this.#memento.get<object>(memory, {}), [key]: answer === use });
    return answer === use;
  }
}

/** What the folder's own settings files set, of what runs, lets through or leads outside. */
function ownRisks(folder: vscode.Uri): Promise<string[]> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder);
  const own = (name: string): unknown => {
    const values = configuration.inspect(name);
    return values?.workspaceFolderValue ?? values?.workspaceValue;
  };
  // Objects of several scopes are merged by the editor.
  const merged = configuration.inspect<object>("mcpServers");
  const mcpServers = { ...merged?.workspaceValue, ...merged?.workspaceFolderValue };
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri.fsPath ?? folder.fsPath;
  const settings = { mcpServers, permissionMode: own("permissionMode"), workingDirectory: own("workingDirectory"), claudePath: own("claudePath") };
  return findRisks(settings, root, configuration.inspect<string>("claudePath")?.globalValue ?? "");
}
