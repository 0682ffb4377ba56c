import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { escapeLine } from "../../base/invisible.ts";
import { folderSettingsText } from "../../text/editor.ts";
import type { SettingsTrust } from "./settings.ts";
import { findRisks } from "./workspaceRisks.ts";

const memory = "workspaceValues";

/**
 * Decides whether settings in the files of a folder apply that run programs, allow tool calls or lead outside the folder. They apply only after the
 * user agreed, once per folder and content. A folder that the editor trusts can still come from another author.
 */
export class WorkspaceSettingsConsent {
  readonly #memento: vscode.Memento;
  /** Pending questions by key: one per folder and content, for any number of starts that wait for it. */
  readonly #asking = new Map<string, Promise<boolean>>();
  readonly #notNow = new Set<string>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /**
   * Returns the sources whose values apply in `folder`. Asks the user if the settings files of the folder contain such values and no answer is known.
   */
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
    // The user closed the dialog without an answer: the values do not apply in this window, and the next window asks again.
    if (answer === undefined) {
      this.#notNow.add(key);
      return false;
    }
    await this.#memento.update(memory, { ...this.#memento.get<object>(memory, {}), [key]: answer === use });
    return answer === use;
  }
}

/** Returns the lines of `findRisks` for the settings files of a folder. */
function ownRisks(folder: vscode.Uri): Promise<string[]> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder);
  const own = (name: string): unknown => {
    const values = configuration.inspect(name);
    return values?.workspaceFolderValue ?? values?.workspaceValue;
  };
  // The editor merges object values of several scopes.
  const merged = configuration.inspect<object>("mcpServers");
  const mcpServers = { ...merged?.workspaceValue, ...merged?.workspaceFolderValue };
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri.fsPath ?? folder.fsPath;
  const settings = { mcpServers, permissionMode: own("permissionMode"), workingDirectory: own("workingDirectory"), claudePath: own("claudePath") };
  return findRisks(settings, root, configuration.inspect<string>("claudePath")?.globalValue ?? "");
}
