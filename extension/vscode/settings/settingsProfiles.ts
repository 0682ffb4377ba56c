import type { Profiles } from "../../core/conversations/ports.ts";
import type { FolderSettings } from "../../core/options/folderSettings.ts";
import type { OptionValue } from "../../core/options/options.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import { failures } from "../../shared/base/failure.ts";
import type { ProfileSummary } from "../../shared/text/settings/profiles.ts";

/** A named account and executable. */
export interface Profile {
  /** Variables of `tandem.profiles`, with their placeholders. */
  readonly environment: Readonly<Record<string, string>>;
  /** Empty for the executable of the settings. */
  readonly claudePath: string;
}

/**
 * The profiles of the user's settings, and the one that each folder chooses. A name that is not defined is an error,
 * never a reason to use another account.
 */
export class SettingsProfiles implements Profiles {
  readonly #settings: Pick<FolderSettings, "read" | "readValid" | "onDidChange">;

  constructor(settings: Pick<FolderSettings, "read" | "readValid" | "onDidChange">) {
    this.#settings = settings;
  }

  /** The names of all profiles, in the order of the setting. */
  get names(): readonly string[] {
    return Object.keys(this.#settings.read("profiles"));
  }

  readonly onDidChange = (listener: () => void): Disposable =>
    this.#settings.onDidChange(({ names }) => names.has("profiles") && listener());

  choose(folder: string): string {
    const name = this.#settings.read("profile", folder);
    if (name !== "" && !Object.hasOwn(this.#all, name))
      throw failures.settingInvalid("tandem.profile", { code: "profileUnknown", profile: name, known: this.names });
    return name;
  }

  /** Returns the profile of a conversation; undefined for none. Throws `settingInvalid` if it is no longer defined. */
  get(name = ""): (Profile & { readonly name: string }) | undefined {
    if (name === "") return undefined;
    const all = this.#all;
    const found = Object.hasOwn(all, name) ? all[name] : undefined;
    if (!found) throw failures.settingInvalid("tandem.profiles", { code: "profileRemoved", profile: name });
    return { name, environment: found.environment ?? {}, claudePath: found.claudePath ?? "" };
  }

  /** Returns what a profile sets, without the values of variables, which can be secrets. */
  describe(name: string): ProfileSummary {
    const { environment = {}, claudePath = "" } = this.get(name) ?? {};
    const { CLAUDE_CONFIG_DIR: configFolder = "", ...others } = environment;
    return { name, configFolder, claudePath, variables: Object.keys(others) };
  }

  get #all(): OptionValue<"profiles"> {
    return this.#settings.readValid("profiles");
  }
}
