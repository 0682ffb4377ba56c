import * as vscode from "vscode";
import * as z from "zod";
import { failures, isFailure } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { parseMode } from "../../contract/modes.ts";
import { dialogText } from "../../text/dialogs.ts";
import { formatSettingProblem } from "../../text/problems.ts";
import { toMessageText } from "../dialogs/plainText.ts";
import { settingSchemas } from "./settingSchemas.ts";

type Name = keyof typeof settingSchemas;
export type Setting<N extends Name> = z.infer<(typeof settingSchemas)[N]>;

/** The sources whose values apply: "all" includes the settings files of the folder, "user" only the user's own settings. */
export type SettingsTrust = "all" | "user";

/** Returns the effective value for `folder`. Throws `settingInvalid` with the problem. */
export function readSetting<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
  const configuration = vscode.workspace.getConfiguration("tandem", folder ?? null);
  const inspected = origin === "user" ? configuration.inspect(name) : undefined;
  const value = inspected ? (inspected.globalValue ?? inspected.defaultValue) : configuration.get(name);
  const result = settingSchemas[name].safeParse(value);
  if (!result.success) throw failures.settingInvalid(`tandem.${name}`, { code: "malformed", issues: z.prettifyError(result.error) });
  return result.data as Setting<N>;
}

/** Reads settings whose invalid values must not stop anything: keeps the last valid value, and shows each problem once. */
export class ValidatedSettings {
  readonly #logger: Logger;
  readonly #last = new Map<Name, unknown>();
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

/**
 * Returns the mode in which a conversation starts: `chosen` if it is a mode that a start accepts, else the setting. Throws `settingInvalid` for the
 * bypass mode unless `allowDangerouslySkipPermissions`, which only applies from the application's settings, allows it.
 */
function readPermissionMode(folder: vscode.Uri, chosen: string | undefined, origin: SettingsTrust): Setting<"permissionMode"> {
  const mode = (chosen === undefined ? undefined : parseMode(chosen)) ?? readSetting("permissionMode", folder, origin);
  if (mode === "bypassPermissions" && !readSetting("allowDangerouslySkipPermissions")) {
    throw failures.settingInvalid("tandem.permissionMode", { code: "bypassNotAllowed" });
  }
  return mode;
}

/** Returns the settings of `folder` that the start of a process uses, except the MCP servers (`mcpServers.ts`). Throws `settingInvalid`. */
export function readStartSettings(folder: vscode.Uri, chosenMode: string | undefined, origin: SettingsTrust) {
  return {
    claudePath: readSetting("claudePath", folder, origin),
    permissionMode: readPermissionMode(folder, chosenMode, origin),
    allowDangerouslySkipPermissions: readSetting("allowDangerouslySkipPermissions"),
    model: readSetting("model", folder),
    suggestsPrompts: readSetting("chat.promptSuggestions", folder),
  };
}
