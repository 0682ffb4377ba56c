import type { Admission } from "../../core/conversation/ports/ports.ts";
import type { Layer } from "../../core/options/resolve.ts";
import type { ExternalServerConfig } from "../../core/protocol/requests/mcpConfig.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { DeathWatch } from "../processes/deathWatch.ts";
import type { ProfileEnvironment, VariableOrigin } from "../processes/environment.ts";
import type { ProcessLocks } from "../processes/processLocks.ts";
import type { VersionCheck } from "./cliVersion.ts";
import type { TranscriptLookup } from "./planStart.ts";

/** The MCP servers of a folder, with every placeholder replaced, and the permission rules for their tools. */
export interface StartServers {
  readonly servers: Readonly<Record<string, ExternalServerConfig>>;
  readonly rules: {
    readonly allow: readonly string[];
    readonly ask: readonly string[];
    readonly deny: readonly string[];
  };
}

/** A folder that is kept apart from the workspace. */
export interface IsolatedPlace {
  /** Text about it for the model. */
  readonly about: string;
  /** Variables for programs in it. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface StarterOptions {
  /** Returns true if programs may run in this window. Called at each start. */
  readonly isTrusted: () => boolean;
  /** Folder of an organization's files; by default that of this machine. */
  readonly managedFolder?: string | undefined;
  readonly environment: ProfileEnvironment;
  /** Variables by which Tandem controls `claude`, without any of the user or of this machine. */
  readonly ownEnvironment?: Readonly<Record<string, string>>;
  /** Returns the configuration with which a start in a folder is admitted. Rejects with `repositoryUndecided`. */
  readonly admit: (folder: string) => Promise<Admission>;
  /** Returns the settings of a folder by scope. Throws `settingInvalid`. */
  readonly settings: (folder: string, origin: Admission["origin"]) => readonly Layer[];
  /**
   * Returns the executable of a profile, which wins over the settings; empty or undefined for none. Throws
   * `settingInvalid`.
   */
  readonly executable?: (profile: string | undefined) => string | undefined;
  /** Returns the other folders of the workspace, which `claude` may use too. */
  readonly otherRoots: (folder: string) => readonly string[];
  /** Receives values of servers that can be secret, so that no log contains them. */
  readonly noteSecrets?: (values: readonly string[]) => void;
  /**
   * Returns the MCP servers of a folder. May ask the user for secrets; takes the question away, and rejects, when the
   * signal aborts. Leaves out servers that are wrong.
   */
  readonly servers: (
    folder: string,
    admission: Pick<Admission, "origin" | "refusedOwnServers">,
    signal?: AbortSignal,
  ) => Promise<StartServers>;
  /** Returns the names of the variables of an environment under a profile, with their origins. */
  readonly describe?: (env: Readonly<Record<string, string>>, profile: string | undefined) => readonly VariableOrigin[];
  /** Returns what a start in an isolated folder needs; undefined for other folders. */
  readonly isolation?: (folder: string) => IsolatedPlace | undefined;
  readonly saved: TranscriptLookup;
  readonly locks: ProcessLocks;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly versions: VersionCheck;
  /** Ends the started processes when this extension host dies. */
  readonly deathWatch?: Pick<DeathWatch, "watch"> | undefined;
}
