import * as vscode from "vscode";
import * as z from "zod";
import { failures, isFailure } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { type OptionValue, options, type SettingName } from "../../configuration/options.ts";
import { dialogText } from "../../text/dialogs.ts";
import { formatSettingProblem } from "../../text/problems.ts";
import { toMessageText } from "../dialogs/plainText.ts";

type Name = SettingName;
export type Setting<N extends Name> = OptionValue<N>;

/** The sources whose values apply: "all" includes the settings files of the folder, "user" only the user's own settings. */
export type SettingsTrust = "all" | "user";

/** Returns the effective value for `folder`. Throws `settingInvalid` with the problem. */
export function readSetting<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder ?? null);
  const inspected = origin === "user" ? configuration.inspect(name) : undefined;
  const value = inspected ? (inspected.globalValue ?? inspected.defaultValue) : configuration.get(name);
  const result = options[name].schema.safeParse(value);
  if (!result.success) throw failures.settingInvalid(`tandem.${name}`, { code: "malformed", issues: z.prettifyError(result.error) });
  return result.data as Setting<N>;
}

/** Reads settings whose invalid values must not stop anything: keeps the last valid value, and shows each problem once. */
export class ValidatedSettings {
  readonly #logger: Logger;
  /** The last valid values, by name, or by name and scope. */
  readonly #last = new Map<string, unknown>();
  readonly #said = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the effective value; if it is invalid, the last valid value, else `fallback`. */
  read<N extends Name>(name: N, fallback: Setting<N>, folder = ""): Setting<N> {
    try {
      const value = readSetting(name, folder === "" ? undefined : vscode.Uri.file(folder));
      this.#last.set(name, value);
      return value;
    } catch (error) {
      if (!isFailure(error, "settingInvalid")) throw error;
      this.#say(name, dialogText.settingProblem(error.data.setting, formatSettingProblem(error.data.problem)));
      return (this.#last.get(name) ?? fallback) as Setting<N>;
    }
  }

  /** Returns a value of one scope; if it is invalid, the last valid value of that scope, and undefined if there was none. Reports each problem once. */
  check<N extends Name>(name: N, value: unknown, at: { readonly folder: vscode.Uri | undefined; readonly scope: string }): Setting<N> | undefined {
    const key = JSON.stringify([name, at.scope, at.folder?.toString()]);
    const result = options[name].schema.safeParse(value);
    if (!result.success) {
      this.#say(name, dialogText.settingProblem(`tandem.${name}`, formatSettingProblem({ code: "malformed", issues: z.prettifyError(result.error) })));
      return this.#last.get(key) as Setting<N> | undefined;
    }
    this.#last.set(key, result.data);
    return result.data as Setting<N>;
  }

  #say(name: Name, message: string): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.#logger.warn(message);
    const open = dialogText.openSettings();
    void vscode.window.showWarningMessage(toMessageText(message), open).then((answer) => {
      if (answer) void vscode.commands.executeCommand("workbench.action.openSettings", `tandem.${name}`);
    });
  }
}
