import type * as z from "zod";

/** Everything that a value changes about the start of `claude`. */
export interface LaunchPart {
  /** Arguments, each in the joined form `--flag=value`: variadic flags swallow bare tokens (all versions). */
  readonly args?: readonly string[];
  /** Fields of the request `initialize`. */
  readonly initialize?: Readonly<Record<string, unknown>>;
  /** Keys of the settings file that `--settings` names. Never on argv, which other users of the machine can read. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A control request that changes a running process. */
export interface LiveRequest {
  readonly request: "set_model" | "set_permission_mode" | "set_max_thinking_tokens" | "apply_flag_settings";
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The place where `claude` reports the value in force: a key of the answer, or a key of `applied` in the answer to
 * `get_settings` (2.1.329).
 */
export interface Report<T> {
  readonly in: "answer" | "applied";
  readonly key: string;
  /** True if the reported value is the requested one; false for a model, whose alias `claude` resolves. */
  readonly isExact: boolean;
  /** Returns the value that a report names, where `claude` has several names for one; undefined for an unknown name. */
  parse?(reported: string): T | undefined;
  /** True if `claude` also changes the value on its own; a choice of the user follows. */
  readonly isFollowed?: true;
}

/** One value that a user can set: everything that is to be said about it. */
export interface Option<T = unknown> {
  readonly schema: z.ZodType<T>;
  /** The value without any setting, as in the manifest. */
  readonly default: NoInfer<T>;
  /** Scope of the setting `tandem.<name>`; null if there is none, for the reason in `why`. */
  readonly scope: "application" | "machine" | "machine-overridable" | "window" | "resource" | null;
  /** Reason why there is no setting, or why a value does not change a running conversation. */
  readonly why?: string;
  /** True if the user can choose a value in the panel for one conversation. */
  readonly isPerConversation?: true;
  /**
   * Returns what the value changes about a start; undefined for nothing. Absent if a start passes the value otherwise,
   * or not at all.
   */
  launch?(value: NoInfer<T>): LaunchPart | undefined;
  /**
   * Returns the requests that change a running process; undefined if the change needs a new process. Absent if it
   * always does.
   */
  live?(value: NoInfer<T>, before: NoInfer<T>): readonly LiveRequest[] | undefined;
  /** First inspected version in which the requests of `live` have an effect, where that is newer than the requests. */
  readonly liveSince?: "b" | "c";
  /** True if a start depends on the value although neither `launch` nor `live` says how. */
  readonly isOfStart?: true;
  /** True if the value is one path or a list of paths, which may be relative to the workspace folder. */
  readonly isPath?: true;
  /** Absent if `claude` confirms the value in no version. */
  readonly report?: Report<NoInfer<T>>;
  /** Path of the same value in settings files of `claude`. */
  readonly claudeKey?: readonly string[];
  /**
   * Environment variable with the same meaning. It wins over the settings files of `claude`, and in some versions also
   * over what a start passes.
   */
  readonly variable?: { readonly name: string; readonly beatsStartSince?: "b" };
  /**
   * Returns the part of the value that `claude` in another place gets: no path and no secret. Absent if it gets nothing
   * of it.
   */
  elsewhere?(value: NoInfer<T>): NoInfer<T>;
  /** Returns true if the managed settings of an organization make `claude` ignore a value (2.1.329). */
  isForbidden?(value: NoInfer<T>, managed: Readonly<Record<string, unknown>>): boolean;
  /** First inspected version that has the option, see `core/protocol/version.ts`. Absent if all have it. */
  readonly since?: "b" | "c";
  /** Returns the first inspected version that knows a value, where that is newer than the option. */
  valueSince?(value: NoInfer<T>): "b" | "c" | undefined;
  /**
   * True if any value from the files of a workspace can run or steer something, so that it needs the user's consent.
   */
  readonly needsConsent?: true;
  /**
   * Returns whether a value from the files of a workspace allows more than the user's own one, so that it needs the
   * user's consent.
   */
  isWider?(value: NoInfer<T>, users: NoInfer<T>): boolean;
  /** True for an option of a start without whose value `claude` is no less restricted. */
  readonly restrictsNothing?: true;
  /**
   * True for a list of denials, or the places of such lists in an object: those of all settings and choices add up, so
   * that none takes away what another one denies.
   */
  readonly addsUp?: true | readonly (readonly string[])[];
  /** True if the value can contain secrets: outside the start itself only its keys are shown. */
  readonly isSecret?: true;
}

/** Checks a row of the table and keeps its type. */
export function option<T>(row: Option<T>): Option<T> {
  return row;
}

/** Passes a whole value to another place: it limits or chooses something. */
export const whole = <T>(value: T): T => value;
