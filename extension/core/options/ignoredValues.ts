import type { IgnoredSetting } from "../../shared/contract/pages/statusFacts.ts";

/**
 * Settings files by what they are to the editor: that of the only folder or of a workspace, or that of one folder of
 * several.
 */
type SettingsFileKind = "workspace" | "folder";

/** Scopes of which the editor reads no value from such a file. */
const ignoredScopes: { readonly [K in SettingsFileKind]: ReadonlySet<string> } = {
  workspace: new Set(["application", "machine"]),
  folder: new Set(["application", "machine", "window"]),
};

/**
 * Returns the values in a settings file that do not count because of their scope, also those of a key below a setting,
 * such as `tandem.environment.PATH`. `scopes` has the scope of each setting.
 */
export function findOutOfScope(
  kind: SettingsFileKind,
  values: unknown,
  scopes: ReadonlyMap<string, string>,
  prefix: string,
): readonly IgnoredSetting[] {
  if (typeof values !== "object" || values === null) return [];
  const ignored = [...scopes].flatMap(([setting, scope]) => (ignoredScopes[kind].has(scope) ? [setting] : []));
  return Object.entries(values).flatMap(([key, value]) =>
    ignored.some((setting) => key === setting || (key.startsWith(`${setting}.`) && !scopes.has(key)))
      ? [{ name: key.slice(prefix.length), value, source: { kind: "setting", scope: kind }, code: "scope" } as const]
      : [],
  );
}
