import type { FoundEntry } from "./parsedFile.ts";

/**
 * A change of permissions that the user chose and that is written to a settings file of the repository; the names are
 * those of `claude`.
 */
export interface StoredPermission {
  readonly source: "projectSettings" | "localSettings";
  readonly kind: "rule" | "directory" | "mode";
  readonly value: string;
}

/**
 * Returns the entries that a scan will find for permissions that the user gave in `folder`, so that they are not asked
 * about. `claude` writes local settings to the folder or to one above it.
 */
export function describeOwnPermissions(folder: string, permissions: readonly StoredPermission[]): FoundEntry[] {
  const separator = folder.includes("\\") ? "\\" : "/";
  const folders = folder.split(separator).map((_part, at, parts) => parts.slice(0, parts.length - at).join(separator));
  return permissions.flatMap(({ source, kind, value }) =>
    folders.map((each): FoundEntry => {
      const path = [each, ".claude", source === "localSettings" ? "settings.local.json" : "settings.json"].join(
        separator,
      );
      if (kind === "directory") return { kind: "directory", name: "additionalDirectories", value, path };
      return { kind: "rule", name: kind === "mode" ? "defaultMode" : "allow", value, path };
    }),
  );
}
