import * as vscode from "vscode";
import * as z from "zod";
import { type Failure, failures, isFailure } from "../../base/failure.ts";
import type { Logger } from "../../base/logger.ts";
import { replacePlaceholders } from "../../base/placeholders.ts";
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
  /** The last valid values by name, folder and origin. */
  readonly #last = new Map<string, unknown>();
  readonly #said = new Set<string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the effective value; if it is invalid, the last valid value, else `fallback`. */
  read<N extends Name>(name: N, fallback: Setting<N>, folder = ""): Setting<N> {
    try {
      return this.readValid(name, folder === "" ? undefined : vscode.Uri.file(folder));
    } catch (error) {
      if (!isFailure(error, "settingInvalid")) throw error;
      this.#report(name, error);
      return fallback;
    }
  }

  /** Returns the effective value; if it is invalid, the last valid value. Throws `settingInvalid` where the value was never valid. */
  readValid<N extends Name>(name: N, folder?: vscode.Uri, origin: SettingsTrust = "all"): Setting<N> {
    const key = JSON.stringify([name, folder?.toString(), origin]);
    try {
      const value = readSetting(name, folder, origin);
      this.#last.set(key, value);
      return value;
    } catch (error) {
      if (!isFailure(error, "settingInvalid") || !this.#last.has(key)) throw error;
      this.#report(name, error);
      return this.#last.get(key) as Setting<N>;
    }
  }

  #report(name: Name, { data }: Failure<"settingInvalid">): void {
    this.#say(name, dialogText.settingProblem(data.setting, formatSettingProblem(data.problem)));
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

/** Returns the MCP servers of `folder` with `${env:NAME}` and `${workspaceFolder}` replaced. Throws `settingInvalid`. */
function readMcpServers(folder: vscode.Uri, env: Readonly<Record<string, string | undefined>>, origin: SettingsTrust): Setting<"mcpServers"> {
  const root = vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
  const replace = (text: string, server: string): string => replacePlaceholders(text, `tandem.mcpServers.${server}`, { env, workspaceFolder: root.fsPath });
  const deep = (value: unknown, server: string): unknown => {
    if (typeof value === "string") return replace(value, server);
    if (Array.isArray(value)) return value.map((entry) => deep(entry, server));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, deep(entry, server)]));
  };
  const configured = readSetting("mcpServers", folder, origin);
  return Object.fromEntries(Object.entries(configured).map(([name, server]) => [name, deep(server, name) as typeof server]));
}

/** Returns all settings of `folder` that the start of a process uses. Throws `settingInvalid`. */
export function readStartSettings(
  folder: vscode.Uri,
  chosenMode: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  origin: SettingsTrust,
) {
  return {
    claudePath: readSetting("claudePath", folder, origin),
    permissionMode: readPermissionMode(folder, chosenMode, origin),
    allowDangerouslySkipPermissions: readSetting("allowDangerouslySkipPermissions"),
    model: readSetting("model", folder),
    suggestsPrompts: readSetting("chat.promptSuggestions", folder),
    mcpServers: readMcpServers(folder, env, origin),
  };
}
