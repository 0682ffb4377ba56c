import * as vscode from "vscode";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import { getRow, settingNames } from "../../core/options/options.ts";
import { findWrongValue } from "../../core/options/wrongValue.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import type { ConversationId } from "../../shared/contract/ids.ts";
import type { Problem } from "../../shared/contract/problem.ts";
import type { LocatedSetting, SettingPlaces } from "./settingPlaces.ts";
import { splitSettingName } from "./settingsFile.ts";

type WrongSetting = Extract<Problem, { code: "setting" }>;

/** Adds the place of a wrong setting to the problem that a conversation shows, and opens it. */
export class ProblemPlaces implements Disposable {
  readonly #conversations: Conversations;
  readonly #places: SettingPlaces;
  readonly #settings: Pick<FolderSettings, "read">;
  readonly #following: Disposable;

  constructor(conversations: Conversations, places: SettingPlaces, settings: Pick<FolderSettings, "read">) {
    this.#conversations = conversations;
    this.#places = places;
    this.#settings = settings;
    this.#following = conversations.changes.onDidChangeState(["problem"], ({ id, changes }) => {
      const isNew = changes.some(
        (change) =>
          change.kind === "state" && change.set.problem?.code === "setting" && change.set.problem.place === undefined,
      );
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
    const located =
      problem?.code === "setting" ? await this.#find(problem, conversation?.state.folder ?? "") : undefined;
    if (located) return this.#places.open(located);
    await vscode.commands.executeCommand(
      "workbench.action.openSettings",
      problem?.code === "setting" ? problem.setting : "@ext:tandem-chat.tandem",
    );
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
    const root = folder || (vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "");
    const name = splitSettingName(setting, settingNames, (key) => this.#settings.read(key, root));
    if (!name) return undefined;
    const at = problem.code === "wrongValue" ? problem.at : name.at;
    return this.#places.find(name.key, root, at, (value) => findWrongValue(getRow(name.key), value) !== undefined);
  }
}
