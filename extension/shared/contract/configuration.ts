/** The origin of a value: the layers of `core/options/resolve.ts`, and what only `claude` knows. */
export type SettingSource =
  | { readonly kind: "default" }
  | { readonly kind: "setting"; readonly scope: "user" | "workspace" | "folder" }
  /** The user chose it in the panel, for one conversation. */
  | { readonly kind: "panel" }
  | { readonly kind: "claude"; readonly file: "user" | "project" | "local" | "managed" }
  | { readonly kind: "environment"; readonly variable: string };

/** The value that one layer has for an option. */
export interface LayerValue {
  readonly source: SettingSource;
  readonly value: unknown;
  /**
   * True for a value of a workspace that is not in force because the user did not allow it, and for one of the user
   * that leads into a repository without whose configuration `claude` starts.
   */
  readonly isWithheld?: true;
}

/**
 * The value of an option for one conversation, as JSON data; undefined where nothing sets it. `overridden` are the
 * layers that lose, strongest first. `state` is absent while the value is in effect as far as known.
 */
export interface Effective {
  /** Name of the option; also of its setting, without `tandem.`. */
  readonly name: string;
  readonly value: unknown;
  readonly source: SettingSource;
  readonly overridden: readonly LayerValue[];
  /** Further settings that the value has parts of, strongest first: the editor merges objects by key. */
  readonly mergedFrom?: readonly SettingSource[];
  /**
   * "requested": sent, but `claude` does not confirm it. "refused": `claude` did not take it. "needsRestart": applies
   * with the next start. "forbidden": a policy makes `claude` ignore it.
   */
  readonly state?: "requested" | "refused" | "needsRestart" | "forbidden";
  /** The value that was requested last, where `claude` reported another one as in force. */
  readonly requested?: unknown;
  /** Words of `claude` about a refusal. */
  readonly reason?: string;
}

/**
 * An option, or a part of one, that a start does without. `value` is the value, the flag, or empty for the whole
 * option.
 */
export type LeftOutOption =
  | {
      readonly name: string;
      readonly code:
        | "versionLacks"
        | "policyForbids"
        | "sameModel"
        | "protocolFlag"
        | "foreignParameter"
        | "unpassable";
      readonly value: string;
    }
  | { readonly name: string; readonly code: "hasSetting"; readonly value: string; readonly setting: string }
  | { readonly name: string; readonly code: "unreadable"; readonly value: string; readonly reason: string };
