import type { SettingSource } from "../../shared/contract/configuration.ts";

const scopes = { user: 30, workspace: 31, folder: 32 } as const;
const files = { user: 10, project: 11, local: 12, managed: 13 } as const;
const others = { default: 0, environment: 20, panel: 40 } as const;

/** Returns the rank of a source; the value of the highest one applies. */
export function getRank(source: SettingSource): number {
  if (source.kind === "setting") return scopes[source.scope];
  return source.kind === "claude" ? files[source.file] : others[source.kind];
}
