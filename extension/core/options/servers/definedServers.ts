import type { LeftOutServer, ServerPlace } from "../../../shared/contract/servers/serverDefinitions.ts";
import { asObject } from "../repository/parsedFile.ts";
import type { InspectedFolder, SettingsTrust } from "../settingsSource.ts";
import { parseServerDefinition, type ServerDefinition } from "./serverDefinitions.ts";

/** A server as a setting defines it. Its value is not validated. */
export interface DefinedServer {
  readonly name: string;
  readonly place: ServerPlace;
  readonly value: unknown;
}

/** A server with its definition in force. */
export interface ValidServer {
  readonly server: Pick<DefinedServer, "name" | "place">;
  readonly definition: ServerDefinition;
}

/** The servers of the settings of a folder, and those that are wrong, or that keep their last valid definition. */
export interface FoundServers {
  readonly found: readonly ValidServer[];
  readonly leftOut: readonly LeftOutServer[];
}

const userPlace = JSON.stringify({ kind: "user" });

/** Returns the value of `tandem.mcpServers` in each setting that applies to a folder, the most specific last. */
export function listServerPlaces({
  root,
  files,
  get,
}: InspectedFolder): readonly { readonly place: ServerPlace; readonly value: unknown }[] {
  const values = get("mcpServers");
  return [
    { place: { kind: "user" }, value: values.user },
    ...files.map(({ scope }) => ({
      place: scope === "folder" ? ({ kind: scope, folder: root } as const) : { kind: scope },
      value: values[scope],
    })),
  ];
}

/**
 * Returns the servers in the settings of a folder, one for each name. The most specific setting that has a name defines
 * the server alone. The editor would merge the fields of all settings, and a workspace could so send the headers of a
 * user's server to an address of its own. `refused`: names of servers that the user refused to take from the workspace;
 * the user's own servers with these names stay.
 */
export function listDefinedServers(
  folder: InspectedFolder,
  trust: SettingsTrust,
  refused: readonly string[],
): { readonly servers: readonly DefinedServer[]; readonly leftOut: readonly LeftOutServer[] } {
  const servers = new Map<string, DefinedServer>();
  const leftOut: LeftOutServer[] = [];
  for (const { place, value } of listServerPlaces(folder)) {
    if (value === undefined || (trust === "user" && place.kind !== "user")) continue;
    const defined = asObject(value);
    if (!defined) leftOut.push({ name: "", place, problem: { code: "malformed", issues: "" } });
    for (const [name, each] of Object.entries(defined ?? {}))
      if (place.kind === "user" || !refused.includes(name)) servers.set(name, { name, place, value: each });
  }
  return { servers: [...servers.values()], leftOut };
}

/** Remembers the last valid definition of each server in each place. */
export class LastDefinitions {
  /** By place and name. */
  readonly #valid = new Map<string, ReadonlyMap<string, ServerDefinition>>();

  /**
   * Forgets the definitions of workspaces, of which the user may have refused some: only what a later start finds
   * admitted is kept again.
   */
  forgetWorkspace(): void {
    for (const key of this.#valid.keys()) if (key !== userPlace) this.#valid.delete(key);
  }

  /**
   * Returns the valid definitions, and of wrong ones the last valid definitions. Only for servers about which the user
   * decided: what it returns once can be returned again.
   */
  find(folder: InspectedFolder, trust: SettingsTrust, refused: readonly string[]): FoundServers {
    const { servers, leftOut: wrongPlaces } = listDefinedServers(folder, trust, refused);
    const leftOut: LeftOutServer[] = [];
    const found: ValidServer[] = [];
    const valid = new Map<string, Map<string, ServerDefinition>>();
    for (const server of servers) {
      const { value, problem } = parseServerDefinition(server.value, server.name);
      const key = JSON.stringify(server.place);
      const definition = value ?? this.#valid.get(key)?.get(server.name);
      if (problem)
        leftOut.push({ name: server.name, place: server.place, problem, keepsLast: definition !== undefined });
      if (!definition) continue;
      found.push({ server, definition });
      valid.set(key, (valid.get(key) ?? new Map()).set(server.name, definition));
    }
    for (const each of wrongPlaces) {
      const last = [...(this.#valid.get(JSON.stringify(each.place)) ?? [])].filter(
        ([name]) =>
          !servers.some((server) => server.name === name) && (each.place.kind === "user" || !refused.includes(name)),
      );
      leftOut.push({ ...each, keepsLast: last.length > 0 });
      found.push(...last.map(([name, definition]) => ({ server: { name, place: each.place }, definition })));
    }
    for (const { place } of listServerPlaces(folder)) {
      const isRead =
        (trust === "all" || place.kind === "user") && !wrongPlaces.some((each) => each.place.kind === place.kind);
      if (isRead) this.#valid.set(JSON.stringify(place), valid.get(JSON.stringify(place)) ?? new Map());
    }
    return { found, leftOut };
  }
}
