/** Types of JSON values, as far as settings distinguish them. */
export type ValueType = "text" | "boolean" | "number" | "integer" | "list" | "object" | "null";

/** The value that a setting expects where its own is wrong. */
export type ExpectedValue =
  | { readonly kind: "type"; readonly types: readonly ValueType[] }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "atLeast" | "above" | "atMost" | "below"; readonly limit: number }
  | { readonly kind: "notEmpty" }
  /** The object may not have such a key, or a key of this form. */
  | { readonly kind: "knownKey"; readonly key: string }
  | { readonly kind: "validKey"; readonly key: string }
  | { readonly kind: "other"; readonly issues: string };

/** The reason why the value of a setting is invalid. */
export type SettingProblem =
  /**
   * The first wrong part of a value. `at` is its path in the value, empty for the whole. `found` is its JSON; absent if
   * it is missing or may be secret.
   */
  | {
      readonly code: "wrongValue";
      readonly at: readonly (string | number)[];
      readonly found?: string | undefined;
      readonly expected: ExpectedValue;
    }
  | { readonly code: "notFolder"; readonly path: string }
  | { readonly code: "variableMissing"; readonly variable: string }
  /** A stored secret, which only servers can have. */
  | { readonly code: "secretUnsupported"; readonly secret: string }
  | { readonly code: "bypassNotAllowed" }
  /** The sandbox is on, and `claude` has none on this system, or lacks the tools for it. */
  | { readonly code: "sandboxUnsupported" }
  | { readonly code: "sandboxToolsMissing"; readonly tools: readonly string[] }
  | { readonly code: "malformed"; readonly issues: string }
  /** The setting chooses a profile that is not defined; `known` lists the defined ones. */
  | { readonly code: "profileUnknown"; readonly profile: string; readonly known: readonly string[] }
  /** The profile of an existing conversation is no longer defined. */
  | { readonly code: "profileRemoved"; readonly profile: string };

export type WrongValue = Extract<SettingProblem, { code: "wrongValue" }>;

/** The place of a value in a settings file. */
export interface SettingPlace {
  readonly scope: "user" | "workspace" | "folder";
  /**
   * Name of the file; absent where the extension host cannot read it, since the user's settings can be on another
   * machine.
   */
  readonly file?: string | undefined;
  /** Counts from 1; absent where the file does not show it. */
  readonly line?: number | undefined;
}

/**
 * A key under `tandem.` that is not a setting: one that resembles a setting, one that only other programs have, or any
 * other.
 */
export type UnknownSetting =
  | { readonly code: "similar"; readonly key: string; readonly similar: string }
  | { readonly code: "foreign"; readonly key: string; readonly parameter: ForeignParameter }
  | { readonly code: "unknown"; readonly key: string };

/** Kinds of parameters of other programs that `claude` does not have. */
export type ForeignParameter = "sampling" | "seed" | "length" | "stop" | "penalty" | "count";
