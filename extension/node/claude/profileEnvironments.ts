import path from "node:path";
import { optionVariables } from "../../core/options/explain.ts";
import { listTakenIn } from "../../core/options/servers/launchServers.ts";
import { getSecretValues } from "../../shared/base/maskSecrets.ts";
import {
  describeEnvironment,
  type EditorProxy,
  getHome,
  makeEnvironment,
  type VariableOrigin,
} from "../processes/environment.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import type { OwnFolders } from "./repositoryScan.ts";

type Variables = Readonly<Record<string, string>>;

export interface ProfileEnvironmentsOptions {
  /** Environment of the extension host. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  /** The profiles of the user; `get` throws `settingInvalid` for a name that is not defined. */
  readonly profiles: {
    readonly names: readonly string[];
    get(name?: string): { readonly name: string; readonly environment: Variables } | undefined;
  };
  /** Returns the `environment` setting, with its placeholders. */
  readonly readExtra: () => Variables;
  readonly readProxy: () => EditorProxy | undefined;
  readonly clientVersion: string;
}

/**
 * The environments of `claude` under the profiles of the user (empty or undefined for none), each read again at each
 * call.
 */
export class ProfileEnvironments {
  readonly #options: ProfileEnvironmentsOptions;
  readonly #secrets = new Set<string>();

  constructor(options: ProfileEnvironmentsOptions) {
    this.#options = options;
  }

  /** Returns the environment of a process that starts now. Throws `settingInvalid`. */
  read(profile?: string): Record<string, string> {
    const { inherited, profiles, readExtra, readProxy, clientVersion } = this.#options;
    return makeEnvironment({
      inherited,
      extra: readExtra(),
      profile: profiles.get(profile),
      clientVersion,
      proxy: readProxy(),
    });
  }

  /** Returns the environments under all profiles, and under none. */
  readAll(): readonly Variables[] {
    return this.#ofAll((profile) => [this.read(profile)]);
  }

  /** Returns the environment without anything that was inherited or set. */
  readOwn(): Record<string, string> {
    return makeEnvironment({ inherited: {}, extra: {}, clientVersion: this.#options.clientVersion });
  }

  /** Returns the configuration folder of `claude`. Throws `settingInvalid`. */
  configOf(profile?: string): string {
    const env = this.read(profile);
    return getConfigFolder(env, getHome(env));
  }

  /**
   * Returns the names of the variables of an environment with their origins, and the values of those that are options.
   */
  describe(env: Variables, profile: string | undefined): readonly VariableOrigin[] {
    return describeEnvironment(
      env,
      { inherited: this.#options.inherited, extra: this.#readGiven(profile) },
      optionVariables,
    );
  }

  /**
   * Returns the secrets in the environments of all profiles, and those that it returned before: processes that run
   * still have them after a change of the settings. What the user gave is secret whatever its name is, except the value
   * of an option, such as a model; of what is inherited, the names tell.
   */
  listSecrets(): readonly string[] {
    const present = this.#ofAll((profile) => {
      const env = this.read(profile);
      const given = this.#readGiven(profile);
      const names = Object.keys(given).filter((name) => !optionVariables.has(name));
      const takenIn = listTakenIn(given, { ...this.#options.inherited, ...env });
      return [...getSecretValues(env), ...names.map((name) => env[name] ?? ""), ...takenIn];
    });
    for (const each of present) this.#secrets.add(each);
    return [...this.#secrets];
  }

  /** Returns the configuration folders of `claude`, one for each profile. Relative ones lie in the working folder. */
  listConfigFolders(): readonly string[] {
    return this.#ofAll((profile) => [this.configOf(profile)]);
  }

  /** Returns the settings files of the user for `claude`, one for each profile. */
  listSettingsFiles(): readonly string[] {
    return this.listConfigFolders().map((folder) => path.join(folder, "settings.json"));
  }

  /** Returns the folders of the user, whose files no repository brings. */
  findOwnFolders(): OwnFolders {
    // A relative folder lies in the working folder, whose files are not the user's own.
    const ofAbsolute = (read: (profile: string) => string) =>
      this.#ofAll((profile) => [read(profile)].filter(path.isAbsolute).map((at) => path.resolve(at)));
    return {
      home: path.resolve(getHome(this.#options.inherited)),
      homes: ofAbsolute((profile) => getHome(this.read(profile))),
      configFolders: ofAbsolute((profile) => this.configOf(profile)),
    };
  }

  #readGiven(profile: string | undefined): Variables {
    return { ...this.#options.readExtra(), ...this.#options.profiles.get(profile)?.environment };
  }

  /** Reads something of every profile. A profile whose environment cannot be read never reached a process. */
  #ofAll<T>(read: (profile: string) => readonly T[]): readonly T[] {
    return ["", ...this.#options.profiles.names].flatMap((profile) => {
      try {
        return read(profile);
      } catch {
        return [];
      }
    });
  }
}
