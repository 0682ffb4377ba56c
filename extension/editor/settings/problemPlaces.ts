import * as vscode from "vscode";
import type { Disposable } from "../../base/disposable.ts";
import { optionRows } from "../../configuration/options.ts";
import { findWrongValue } from "../../configuration/wrongValue.ts";
import type { Problem } from "../../contract/conversationState.ts";
import type { ConversationId } from "../../contract/ids.ts";
import type { Conversations } from "../../conversations/conversations.ts";
import type { LocatedSetting, SettingPlaces } from "./settingPlaces.ts";
import { splitSettingName } from "./settingsFile.ts";

type WrongSetting = Extract<Problem, { code: "setting" }>;

/** Adds the place of a wrong setting to the problem that a conversation shows, and opens it. */
export class ProblemPlaces implements Disposable {
  readonly #conversations: Conversations;
  readonly #places: SettingPlaces;
  readonly #following: Disposable;

  constructor(conversations: Conversations, places: SettingPlaces) {
    this.#conversations = conversations;
    this.#places = places;
    this.#following = conversations.changes.onDidChangeState(["problem"], ({ id, changes }) => {
      const isNew = changes.some((change) => change.kind === "state" && change.set.problem?.code === "setting" && change.set.problem.place === undefined);
      if (isNew) conversations.inBackground(this.#locate(id), "finding a wrong setting");
    });
  }

  dispose(): void {
    this.#following.dispose();
  }

  /** Opens the settings file at the setting that is wrong in a conversation; without one, the settings of Tandem. */
  async open(id: ConversationId | undefined): Promise<void> {
    const conversation = (id === undefined ? this.#conversations.current : this.#conversations.get(id))?.conversation;
    const problem = conversation?.state.problem;
    const located = problem?.code === "setting" ? await this.#find(problem, conversation?.state.folder ?? "") : undefined;
    if (located) return this.#places.open(located);
    await vscode.commands.executeCommand("workbench.action.openSettings", problem?.code === "setting" ? problem.setting : "@ext:tandem-chat.tandem");
  }

  async #locate(id: ConversationId): Promise<void> {
    const conversation = this.#conversations.get(id)?.conversation;
    const problem = conversation?.state.problem;
    if (problem?.code !== "setting") return;
    const located = await this.#find(problem, conversation?.state.folder ?? "");
    if (!located || conversation?.state.problem !== problem) return;
    const { scope, file, line } = located;
    conversation.managed.locateProblem({ scope, file, line });
  }

  async #find({ setting, problem }: WrongSetting, folder: string): Promise<LocatedSetting | undefined> {
    const uri = folder === "" ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(folder);
    const name = splitSettingName(setting, [...optionRows.keys()], (key) => vscode.workspace.getConfiguration("tandem", uri ?? null).get(key));
    if (!name) return undefined;
    const row = optionRows.get(name.key);
    const at = problem.code === "wrongValue" ? problem.at : name.at;
    return this.#places.find(name.key, uri, at, (value) => row !== undefined && findWrongValue(row, value) !== undefined);
  }
}
