import type { Disposable } from "../../../shared/base/disposable.ts";
import type { ServerPlace, ToolPolicy } from "../../../shared/contract/servers/serverDefinitions.ts";
import { describeOwnPermissions } from "../../options/repository/ownPermissions.ts";
import { getSecretNames, getToolRules, parseServerDefinition } from "../../options/servers/serverDefinitions.ts";
import type { RuleFiles, StoredRule } from "../ports.ts";
import type { RepositoryTrust } from "../repositoryTrust.ts";
import type { ServerEditing } from "./serverActions.ts";
import type { ServerStore } from "./serverPorts.ts";

/** Details of the servers of a folder from settings and files. */
export interface ServerDefinitions {
  /** Servers whose definitions the user can change, by name. */
  readonly defined: ReadonlyMap<string, DefinitionSummary>;
  /** Policies of rules in settings files of `claude`, by rule. */
  readonly rules: ReadonlyMap<string, ToolPolicy>;
}

export interface DefinitionSummary {
  readonly place: ServerPlace;
  readonly waits: boolean;
  readonly hasSecrets: boolean;
  /** Policies of tools that the definition sets. */
  readonly policies: ReadonlyMap<string, ToolPolicy>;
}

export interface PolicyChange {
  readonly folder: string | undefined;
  /** Profile of the conversation. */
  readonly profile?: string | undefined;
  readonly server: string;
  readonly tool: string;
  /** Undefined removes the policy: the permission mode decides again. */
  readonly policy: ToolPolicy | undefined;
}

export interface ServerDetailsOptions {
  readonly store: Pick<ServerStore, "list">;
  readonly rules: RuleFiles;
  readonly editing: Pick<ServerEditing, "setToolPolicy">;
  /** Remembers a rule as the user's own, so that the next start does not ask about it. */
  readonly trust: Pick<RepositoryTrust, "acknowledge">;
  /** Fires when the settings that define servers may have changed. */
  readonly onDidChange: (listener: () => void) => Disposable;
}

/** Reads what settings and files say about servers, and sets the policies of their tools. */
export class ServerDetails {
  readonly #options: ServerDetailsOptions;

  constructor(options: ServerDetailsOptions) {
    this.#options = options;
  }

  get onDidChange() {
    return this.#options.onDidChange;
  }

  async read(folder: string | undefined, profile?: string): Promise<ServerDefinitions> {
    const { store, rules } = this.#options;
    const [{ servers }, stored] = await Promise.all([
      store.list(folder),
      folder === undefined ? [] : rules.read({ folder, profile }),
    ]);
    return {
      defined: new Map(servers.map(({ name, place, value }) => [name, readDefined(place, value)])),
      rules: getStrongest(stored),
    };
  }

  /**
   * Sets the policy where the server is defined: in its setting, else as a rule in the local settings file of `claude`.
   */
  async setPolicy({ folder, profile, server, tool, policy }: PolicyChange): Promise<void> {
    const { store, rules, editing, trust } = this.#options;
    const place = (await store.list(folder)).servers.findLast(({ name }) => name === server)?.place;
    if (place && place.kind !== "projectFile")
      return editing.setToolPolicy({ folder, name: server, place: place.kind }, tool, policy);
    if (folder === undefined) return;
    const where = { folder, profile };
    const rule = getRule(server, tool);
    for (const stored of await rules.read(where))
      if (stored.rule === rule && stored.source === "localSettings") await rules.remove(where, stored);
    if (policy === "allow")
      await trust.acknowledge(describeOwnPermissions(folder, [{ source: "localSettings", kind: "rule", value: rule }]));
    if (policy !== undefined) await rules.add(where, { source: "localSettings", behavior: policy, rule });
  }
}

function readDefined(place: ServerPlace, value: unknown): DefinitionSummary {
  const { value: definition } = parseServerDefinition(value);
  const isSetting = place.kind !== "projectFile";
  return {
    place,
    waits: definition?.alwaysLoad === true,
    hasSecrets: isSetting && definition !== undefined && getSecretNames(definition).length > 0,
    policies: new Map(Object.entries((isSetting && definition?.tools) || {})),
  };
}

/** Returns the policy that counts for each rule: deny wins over ask, and ask over allow (all versions). */
function getStrongest(stored: readonly StoredRule[]): ReadonlyMap<string, ToolPolicy> {
  const found = new Map<string, ToolPolicy>();
  for (const policy of ["allow", "ask", "deny"] as const)
    for (const { rule, behavior } of stored) if (behavior === policy) found.set(rule, policy);
  return found;
}

/** Returns the policies of the tools of each server: those of its definition, else those of rules. */
export function getPolicies(
  { defined, rules }: ServerDefinitions,
  servers: readonly { readonly name: string; readonly tools?: readonly { readonly name: string }[] | undefined }[],
): ReadonlyMap<string, ReadonlyMap<string, ToolPolicy>> {
  const policyOf = (server: string, tool: string): ToolPolicy | undefined =>
    defined.get(server)?.policies.get(tool) ?? rules.get(getRule(server, tool));
  return new Map(
    servers.map(({ name, tools = [] }) => [
      name,
      new Map(
        tools.flatMap(({ name: tool }): [string, ToolPolicy][] => {
          const policy = policyOf(name, tool);
          return policy === undefined ? [] : [[tool, policy]];
        }),
      ),
    ]),
  );
}

/** Returns the permission rule of a tool. */
function getRule(server: string, tool: string): string {
  return getToolRules(server, { [tool]: "allow" }).allow[0] ?? "";
}
