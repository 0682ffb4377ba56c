import type { Disposable } from "../../base/disposable.ts";
import { getSecretNames, getToolRules, readDefinition } from "../../configuration/serverDefinitions.ts";
import type { ServerPlace, ToolPolicy } from "../../contract/serverDefinitions.ts";
import type { RuleFiles } from "../ports.ts";
import type { ServerStore } from "../serverPorts.ts";
import type { ServerEditing } from "./serverActions.ts";

/** What settings and files say about the servers of a folder. */
export interface ServerDefinitions {
  /** Servers whose definitions the user can change, by name. */
  readonly defined: ReadonlyMap<string, DefinedServer>;
  /** Policies of tools, by server and tool. */
  readonly policies: ReadonlyMap<string, ReadonlyMap<string, ToolPolicy>>;
}

export interface DefinedServer {
  readonly place: ServerPlace;
  readonly waits: boolean;
  readonly hasSecrets: boolean;
}

export interface PolicyChange {
  readonly folder: string | undefined;
  readonly server: string;
  readonly tool: string;
  /** Undefined removes the policy: the permission mode decides again. */
  readonly policy: ToolPolicy | undefined;
}

export interface ServerDetailsOptions {
  readonly store: Pick<ServerStore, "list">;
  readonly rules: RuleFiles;
  readonly editing: Pick<ServerEditing, "setToolPolicy">;
  /** Returns the servers and tools that are reported in a folder. */
  readonly reported: (folder: string) => readonly { readonly name: string; readonly tools?: readonly { readonly name: string }[] | undefined }[];
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

  async read(folder: string | undefined): Promise<ServerDefinitions> {
    const { servers } = await this.#options.store.list(folder);
    const defined = new Map<string, DefinedServer>();
    const policies = new Map<string, Map<string, ToolPolicy>>();
    for (const { name, place, value } of servers) {
      const { value: definition } = readDefinition(value);
      const isSetting = place.kind !== "projectFile";
      defined.set(name, {
        place,
        waits: definition?.alwaysLoad === true,
        hasSecrets: isSetting && definition !== undefined && getSecretNames(definition).length > 0,
      });
      if (isSetting) policies.set(name, new Map(Object.entries(definition?.tools ?? {})));
    }
    if (folder !== undefined) await this.#addRules(folder, policies);
    return { defined, policies };
  }

  /** Sets the policy where the server is defined: in its setting, else as a rule in the local settings file of `claude`. */
  async setPolicy({ folder, server, tool, policy }: PolicyChange): Promise<void> {
    const { store, rules, editing } = this.#options;
    const place = (await store.list(folder)).servers.findLast(({ name }) => name === server)?.place;
    if (place && place.kind !== "projectFile") return editing.setToolPolicy({ folder, name: server, place: place.kind }, tool, policy);
    if (folder === undefined) return;
    const rule = getRule(server, tool);
    for (const stored of await rules.read(folder)) if (stored.rule === rule && stored.source === "localSettings") await rules.remove(folder, stored);
    if (policy !== undefined) await rules.add(folder, { source: "localSettings", behavior: policy, rule });
  }

  /** Adds the policies that rules in settings files of `claude` set. Of several rules, deny wins over ask, and ask over allow (all versions). */
  async #addRules(folder: string, policies: Map<string, Map<string, ToolPolicy>>): Promise<void> {
    const { rules, reported } = this.#options;
    const stored = await rules.read(folder);
    const strength = { allow: 0, ask: 1, deny: 2 };
    const found = new Map<string, ToolPolicy>();
    for (const { rule, behavior } of stored) {
      const known = found.get(rule);
      if (known === undefined || strength[behavior] > strength[known]) found.set(rule, behavior);
    }
    for (const { name, tools = [] } of reported(folder)) {
      const own = policies.get(name) ?? new Map<string, ToolPolicy>();
      for (const tool of tools) {
        const policy = found.get(getRule(name, tool.name));
        if (policy !== undefined && !own.has(tool.name)) own.set(tool.name, policy);
      }
      policies.set(name, own);
    }
  }
}

/** Returns the permission rule of a tool. */
function getRule(server: string, tool: string): string {
  return getToolRules(server, { [tool]: "allow" }).allow[0] ?? "";
}
