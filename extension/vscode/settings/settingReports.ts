import type { SettingName } from "../../core/options/options.ts";
import type { SettingScope } from "../../core/options/settingsSource.ts";
import { background } from "../../shared/base/background.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { SettingProblem, UnknownSetting } from "../../shared/contract/settingProblem.ts";
import {
  formatSettingName,
  formatSettingProblem,
  formatUnknownSetting,
  settingReportText,
} from "../../shared/text/settings/settingProblems.ts";
import type { Messages, OpenMessage } from "../dialogs/messages.ts";
import type { LocatedSetting, SettingPlaces } from "./settingPlaces.ts";

/**
 * The setting that a message is about: its name without `tandem.`, and the folder and the scope for which it was read.
 */
export interface ReportedSetting {
  readonly name: string;
  readonly folder: string;
  readonly scope?: SettingScope;
}

type Asking = Pick<Messages, "ask">;

interface ShownProblem {
  /** Ids of the settings that have it. */
  readonly settings: Set<string>;
  message?: OpenMessage;
}

/** Tells the user about wrong settings: one message for each problem of a file, until the problem is gone. */
export class SettingReports {
  readonly #places: Pick<SettingPlaces, "find" | "findIn" | "open">;
  readonly #logger: Logger;
  #messages: Asking;
  /** Each problem of a file that was shown. */
  readonly #shown = new Map<string, ShownProblem>();
  /** The last problem of each setting in each folder. */
  readonly #problems = new Map<string, string>();

  /** `messages`: where problems are shown at first. */
  constructor(places: Pick<SettingPlaces, "find" | "findIn" | "open">, logger: Logger, messages: Asking) {
    this.#places = places;
    this.#messages = messages;
    this.#logger = logger;
  }

  /** Shows messages where problems are shown. */
  get messages(): Asking {
    return this.#messages;
  }

  /** Sets where problems are shown from now on. */
  showIn(messages: Asking): void {
    this.#messages = messages;
  }

  /** Reports a wrong value. `keepsLast`: an earlier value remains in effect. */
  report(setting: ReportedSetting, problem: SettingProblem, keepsLast: boolean): void {
    const at = problem.code === "wrongValue" ? problem.at : [];
    this.#reportOnce(setting, JSON.stringify(problem), at, (name) =>
      settingReportText.invalid(name, formatSettingProblem(problem), keepsLast),
    );
  }

  /** Reports a key that is not a setting. */
  reportUnknown(setting: ReportedSetting, unknown: UnknownSetting): void {
    this.#reportOnce(setting, JSON.stringify(unknown), [], (name) => formatUnknownSetting(name, unknown));
  }

  /**
   * Forgets the problem of a setting that is right now, so that the same problem is reported again later. Takes its
   * message away.
   */
  clear(setting: ReportedSetting): void {
    const id = getId(setting);
    if (!this.#problems.delete(id)) return;
    for (const [key, { settings, message }] of [...this.#shown]) {
      if (!settings.delete(id) || settings.size > 0) continue;
      this.#shown.delete(key);
      message?.end();
    }
  }

  /** Forgets a problem whose message disappeared before the user ended it. */
  #forget(key: string): void {
    for (const id of this.#shown.get(key)?.settings ?? []) this.#problems.delete(id);
    this.#shown.delete(key);
  }

  #reportOnce(
    setting: ReportedSetting,
    problem: string,
    at: readonly (string | number)[],
    format: (name: string) => string,
  ): void {
    const id = getId(setting);
    if (this.#problems.get(id) === problem) return;
    this.clear(setting);
    this.#problems.set(id, problem);
    background(this.#show(setting, problem, at, format), this.#logger, "reporting a wrong setting");
  }

  async #show(
    setting: ReportedSetting,
    problem: string,
    at: readonly (string | number)[],
    format: (name: string) => string,
  ): Promise<void> {
    const { name, folder, scope } = setting;
    // A key that is no setting has a place too.
    const key = name as SettingName;
    const locate = (): Promise<LocatedSetting | undefined> =>
      scope ? this.#places.findIn(scope, key, folder, at) : this.#places.find(key, folder, at);
    const located = await locate();
    const place = formatSettingName(`tandem.${name}`, located);
    const id = getId(setting);
    // The setting may have changed since.
    if (this.#problems.get(id) !== problem) return;
    const told = place + problem;
    const known = this.#shown.get(told);
    known?.settings.add(id);
    if (known) return;
    const shown: ShownProblem = { settings: new Set([id]) };
    this.#shown.set(told, shown);
    const message = format(place);
    this.#logger.warn(message);
    const open = settingReportText.openFile();
    shown.message = this.#messages.ask("warning", message, located ? [open] : [], () => this.#forget(told));
    const answer = await shown.message.answer;
    // The file may have changed since.
    if (answer === open && located) await this.#places.open((await locate()) ?? located);
  }
}

function getId({ name, folder, scope }: ReportedSetting): string {
  return JSON.stringify([name, folder, scope]);
}
