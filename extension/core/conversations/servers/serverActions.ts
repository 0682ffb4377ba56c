import type { ServerPlace, ToolPolicy } from "../../../shared/contract/servers/serverDefinitions.ts";
import { isSame } from "../../options/difference.ts";
import { getSecretNames, isRemote, parseServerDefinition } from "../../options/servers/serverDefinitions.ts";
import { readForm, writeForm } from "../../options/servers/serverForm.ts";
import type {
  SecretStore,
  ServerEditDialogs,
  ServerPurpose,
  ServerStore,
  ServerTrust,
  StoredServer,
} from "./serverPorts.ts";

/** The server that an edit is about. */
export interface ServerTarget {
  /** Folder of the conversation. Its settings and its `.mcp.json` define servers. */
  readonly folder?: string | undefined;
  /** Without a name the user picks a server. */
  readonly name?: string | undefined;
  /** Only servers of this kind of place. Otherwise the most specific setting that has the name, else `.mcp.json`. */
  readonly place?: ServerPlace["kind"] | undefined;
}

/** Edits of the definitions of MCP servers, for the page of the servers and for commands. */
export interface ServerEditing {
  add(target: Pick<ServerTarget, "folder">): Promise<void>;
  edit(target: ServerTarget): Promise<void>;
  remove(target: ServerTarget): Promise<void>;
  replaceSecret(target: ServerTarget): Promise<void>;
  removeSecret(target: ServerTarget): Promise<void>;
  /** Sets the policy of one tool in the definition; undefined removes it. Servers of `.mcp.json` have no policies. */
  setToolPolicy(target: ServerTarget, tool: string, policy: ToolPolicy | undefined): Promise<void>;
  /** Marks the server as one that the first turn waits for. */
  setAlwaysLoad(target: ServerTarget, isOn: boolean): Promise<void>;
}

export interface ServerActionsOptions {
  readonly store: ServerStore;
  readonly secrets: SecretStore;
  readonly dialogs: ServerEditDialogs;
  readonly trust: ServerTrust;
}

/** Actions of the user on the definitions of MCP servers, in `tandem.mcpServers` and `.mcp.json`. */
export class ServerActions implements ServerEditing {
  readonly #options: ServerActionsOptions;

  constructor(options: ServerActionsOptions) {
    this.#options = options;
  }

  async add({ folder }: Pick<ServerTarget, "folder">): Promise<void> {
    const { dialogs, store, trust } = this.#options;
    const filled = await dialogs.fillIn(await store.places(folder));
    if (!filled) return;
    const { name, place, form } = filled;
    const existing = (await this.#list(folder)).find((each) => each.name === name && isSame(each.place, place));
    if (existing && !(await dialogs.confirmReplace(existing))) return;
    const server = { name, place, value: writeForm(form, undefined) };
    await acknowledgeServer(server, store, trust);
    await this.#save(server, "added");
  }

  async edit(target: ServerTarget): Promise<void> {
    const { dialogs } = this.#options;
    const server = await this.#find(target, "edit");
    if (!server) return;
    const form = readForm(server.value);
    if (!form) return dialogs.showNotEditable(server, parseServerDefinition(server.value, server.name).problem);
    const filled = await dialogs.fillIn([], { name: server.name, place: server.place, form });
    if (!filled) return;
    const changed = { ...server, value: writeForm(filled.form, server.value) };
    await this.#followTrust(server, changed);
    await this.#save(changed, "changed");
  }

  async remove(target: ServerTarget): Promise<void> {
    const { dialogs, store } = this.#options;
    const server = await this.#find(target, "remove");
    if (!server || !(await dialogs.confirmRemove(server))) return;
    const wrongFile = await store.write(server.place, server.name, undefined);
    if (wrongFile) return dialogs.showWrongFile(wrongFile);
    dialogs.showDone("removed", server.name, server.place);
  }

  async replaceSecret(target: ServerTarget): Promise<void> {
    const { secrets, dialogs } = this.#options;
    const found = await this.#pickSecret(target, "replaceSecret");
    if (!found) return;
    const { server, secret, address } = found;
    if (await secrets.replace({ place: server.place, secret, server: server.name, address }))
      dialogs.showDone("secretReplaced", secret, server.place);
  }

  async removeSecret(target: ServerTarget): Promise<void> {
    const { dialogs, secrets } = this.#options;
    const found = await this.#pickSecret(target, "removeSecret");
    if (!found || !(await dialogs.confirmRemoveSecret(found.secret, found.server.name))) return;
    await secrets.remove({ place: found.server.place, secret: found.secret });
    dialogs.showDone("secretRemoved", found.secret, found.server.place);
  }

  async setToolPolicy(target: ServerTarget, tool: string, policy: ToolPolicy | undefined): Promise<void> {
    await this.#change(target, ({ tools, ...rest }) => {
      const others = Object.entries(isObject(tools) ? tools : {}).filter(([name]) => name !== tool);
      const changed = Object.fromEntries(policy === undefined ? others : [...others, [tool, policy]]);
      return Object.keys(changed).length === 0 ? rest : { ...rest, tools: changed };
    });
  }

  async setAlwaysLoad(target: ServerTarget, isOn: boolean): Promise<void> {
    await this.#change(target, ({ alwaysLoad: _alwaysLoad, ...rest }) => (isOn ? { ...rest, alwaysLoad: true } : rest));
  }

  /** Changes fields of a definition that the form does not show. */
  async #change(target: ServerTarget, change: (value: Record<string, unknown>) => object): Promise<void> {
    const { dialogs, store } = this.#options;
    const server = await this.#find(target, "edit");
    if (!server) return;
    if (!isObject(server.value))
      return dialogs.showNotEditable(server, parseServerDefinition(server.value, server.name).problem);
    const changed = { ...server, value: change(server.value) };
    await this.#followTrust(server, changed);
    const wrongFile = await store.write(changed.place, changed.name, changed.value);
    if (wrongFile) dialogs.showWrongFile(wrongFile);
  }

  /** Acknowledges a changed definition if the earlier one was: the user has not seen fields that the change keeps. */
  async #followTrust(before: StoredServer, after: StoredServer): Promise<void> {
    const { store, trust } = this.#options;
    const known = store.describe(before);
    if (known && trust.knows(known)) await acknowledgeServer(after, store, trust);
  }

  /** Writes a definition, and asks for the secrets that it needs. */
  async #save(
    { name, place, value }: StoredServer & { readonly value: object },
    done: "added" | "changed",
  ): Promise<void> {
    const { store, dialogs, secrets } = this.#options;
    const wrongFile = await store.write(place, name, value);
    if (wrongFile) return dialogs.showWrongFile(wrongFile);
    dialogs.showDone(done, name, place);
    const { value: definition } = parseServerDefinition(value);
    if (!definition || place.kind === "projectFile") return;
    const address = isRemote(definition) ? definition.url : undefined;
    for (const secret of getSecretNames(definition)) await secrets.need({ place, secret, server: name, address });
  }

  async #list(folder: string | undefined): Promise<readonly StoredServer[]> {
    const { store, dialogs } = this.#options;
    const { servers, wrongFile } = await store.list(folder);
    if (wrongFile) dialogs.showWrongFile(wrongFile);
    return servers;
  }

  /** Returns the server of a target. Lets the user pick one if it has no name. */
  async #find({ folder, name, place }: ServerTarget, purpose: ServerPurpose): Promise<StoredServer | undefined> {
    const { dialogs } = this.#options;
    const all = (await this.#list(folder)).filter((each) => place === undefined || each.place.kind === place);
    const usable =
      purpose === "edit" || purpose === "remove" ? all : all.filter((each) => getSecrets(each).secrets.length > 0);
    const named = name === undefined ? usable : usable.filter((each) => each.name === name);
    if (named.length === 0) {
      dialogs.showNone(purpose === "edit" || purpose === "remove" ? "noServers" : "noSecrets");
      return undefined;
    }
    if (name === undefined) return dialogs.pickServer(named, purpose);
    return named.findLast((each) => each.place.kind !== "projectFile") ?? named.at(-1);
  }

  async #pickSecret(target: ServerTarget, purpose: "replaceSecret" | "removeSecret") {
    const server = await this.#find(target, purpose);
    if (!server) return undefined;
    const { secrets, address } = getSecrets(server);
    const [only] = secrets;
    const secret = secrets.length === 1 ? only : await this.#options.dialogs.pickSecret(secrets, server.name);
    return secret === undefined ? undefined : { server, secret, address };
  }
}

/**
 * Notes a definition that the user is adding and has seen whole, so that no start asks about it. Call before it is
 * written.
 */
export async function acknowledgeServer(
  server: StoredServer,
  store: Pick<ServerStore, "describe">,
  trust: ServerTrust,
): Promise<void> {
  const entry = store.describe(server);
  if (entry) await trust.acknowledge([entry]);
}

/** Returns the secrets of a server. `claude` reads `.mcp.json` itself, so its servers have none. */
function getSecrets({ place, value }: StoredServer): {
  readonly secrets: readonly string[];
  readonly address: string | undefined;
} {
  const { value: definition } = parseServerDefinition(value);
  if (!definition || place.kind === "projectFile") return { secrets: [], address: undefined };
  return { secrets: getSecretNames(definition), address: isRemote(definition) ? definition.url : undefined };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
