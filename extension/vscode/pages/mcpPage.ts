import type { ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import type { Conversations } from "../../core/conversations/conversations.ts";
import type { OpenConversation } from "../../core/conversations/openConversation.ts";
import type { ServerLogs } from "../../core/conversations/ports.ts";
import type { LiveServerActions } from "../../core/conversations/servers/liveServerActions.ts";
import type { ServerEditing } from "../../core/conversations/servers/serverActions.ts";
import {
  getPolicies,
  type ServerDefinitions,
  type ServerDetails,
} from "../../core/conversations/servers/serverDetails.ts";
import { background } from "../../shared/base/background.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { Emitter } from "../../shared/base/emitter.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { type McpActionName, type McpContent, mcpActions } from "../../shared/contract/pages/mcpPage.ts";
import type { PageAction } from "../../shared/contract/pages/pages.ts";
import type { ServerAbility } from "../../shared/contract/servers/mcpServers.ts";
import { toolPolicies } from "../../shared/contract/servers/serverDefinitions.ts";
import { getBusyKey, getMcpContent } from "../../shared/pages/mcpPage.ts";
import type { PageSource } from "./pageTabs.ts";

export interface McpPageOptions {
  readonly conversations: Conversations;
  readonly live: LiveServerActions;
  readonly editing: ServerEditing;
  /** Imports servers that the editor's own files define. */
  readonly importServers: (folder: string | undefined) => Promise<void>;
  readonly details: ServerDetails;
  readonly logs: ServerLogs;
  /** Replaces what the user gave as a secret, in what servers and `claude` wrote about them. */
  readonly mask: (text: string) => string;
  /** Opens the setting `tandem.mcpServers`. */
  readonly openSettings: () => unknown;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Delay between two looks at the servers while the page is open, in milliseconds: `claude` does not announce that a
 * server ended.
 */
const lookMs = 5_000;

const abilities: readonly ServerAbility[] = ["reconnect", "toggle", "signIn", "readResource"];

/** Returns true for an action on a running server, which counts once until it is done. */
function isLive(action: McpActionName): boolean {
  return (
    action === "reconnect" || action === "enable" || action === "disable" || action === "signIn" || action === "signOut"
  );
}

/** The page "MCP Servers" of the current conversation. */
export class McpPage implements PageSource<"mcp"> {
  readonly #options: McpPageOptions;
  readonly #store = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #busy = new Set<string>();
  /** Logs that the user opened. */
  readonly #logs = new Map<string, string>();
  /** Error outputs of failed servers. */
  readonly #errors = new Map<string, string>();
  #definitions: ServerDefinitions = { defined: new Map(), rules: new Map() };
  #shown: OpenConversation | undefined;
  #timer: Disposable | undefined;

  constructor(options: McpPageOptions) {
    this.#options = options;
    const { conversations, logger, details } = options;
    this.#changed = this.#store.add(
      new Emitter((error) => logger.error(`the page of the MCP servers failed: ${error}`)),
    );
    this.#store.add(
      conversations.changes.on({ deltas: ["state"] }, ({ id }) => {
        if (id === conversations.current?.id) this.#update();
      }),
    );
    this.#store.add(conversations.onDidShow(() => this.#follow()));
    this.#store.add(conversations.places.onDidChange(() => this.#follow()));
    this.#store.add(details.onDidChange(() => this.#readDefinitions()));
    this.#store.defer(() => this.#timer?.dispose());
    this.#follow();
    this.#look();
  }

  get onDidChange() {
    return this.#changed.event;
  }

  read(): McpContent {
    const conversation = this.#options.conversations.current?.conversation;
    const { servers, facts } = conversation?.controls ?? {};
    const content = getMcpContent({
      state: conversation?.state,
      abilities: new Set(abilities.filter((ability) => servers?.can(ability))),
      hasResourceTools: facts?.current.turn?.tools.includes("ReadMcpResourceTool") === true,
      defined: this.#definitions.defined,
      policies: getPolicies(this.#definitions, conversation?.state.servers ?? []),
      logs: this.#logs,
      busy: this.#busy,
    });
    return {
      ...content,
      servers: content.servers.map((server) => {
        const written = server.status === "failed" ? this.#errors.get(server.name) : undefined;
        const error = [server.error, written].filter(Boolean).join("\n");
        return error === "" ? server : { ...server, error: this.#options.mask(error) };
      }),
    };
  }

  async act({ action, target = "", values = {} }: PageAction): Promise<void> {
    const name = mcpActions.find((known) => known === action);
    if (!name) return;
    const key = getBusyKey(name, target);
    if (this.#busy.has(key) && isLive(name)) return;
    this.#busy.add(key);
    this.#changed.fire();
    try {
      await this.#run(name, target, values);
    } finally {
      this.#busy.delete(key);
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #run(action: McpActionName, name: string, values: Readonly<Record<string, string>>): Promise<unknown> {
    const { live, editing, details, openSettings, conversations } = this.#options;
    const open = conversations.current;
    const folder = open?.conversation.state.folder || undefined;
    const edited = async (edit: Promise<void>): Promise<void> => {
      await edit;
      this.#readDefinitions();
    };
    switch (action) {
      case "reconnect":
        return open && live.reconnect(open.id, name);
      case "enable":
      case "disable":
        return open && live.setEnabled(open.id, name, action === "enable");
      case "signIn":
        return open && live.signIn(open.id, name);
      case "signOut":
        return open && live.signOut(open.id, name);
      case "showLog":
        return this.#readLog(name, { folder: folder ?? "", profile: open?.conversation.state.profile });
      case "hideLog":
        return this.#logs.delete(name);
      case "add":
        return edited(editing.add({ folder }));
      case "import":
        return edited(this.#options.importServers(folder));
      case "edit":
      case "remove":
      case "replaceSecret":
      case "removeSecret":
        return edited(editing[action]({ folder, name }));
      case "setWait":
        return edited(editing.setAlwaysLoad({ folder, name }, values["wait"] === "yes"));
      case "setPolicy": {
        const policy = toolPolicies.find((known) => known === values["policy"]);
        return edited(
          details.setPolicy({
            folder,
            profile: open?.conversation.state.profile,
            server: name,
            tool: values["tool"] ?? "",
            policy,
          }),
        );
      }
      case "openSettings":
        return openSettings();
    }
  }

  async #readLog(name: string, place: ProfiledFolder): Promise<void> {
    this.#logs.set(name, this.#options.mask((await this.#options.logs.read(place, name)).text));
  }

  /** Shows another conversation. Starts it if it does not run: only a process knows its servers. */
  #follow(): void {
    const { conversations, logger } = this.#options;
    const { current } = conversations;
    if (current === this.#shown) return;
    this.#shown = current;
    this.#logs.clear();
    this.#errors.clear();
    if (current) background(conversations.awake(current.id), logger, "starting a conversation for its MCP servers");
    this.#readDefinitions();
    this.#update();
  }

  #readDefinitions(): void {
    const { folder, profile } = this.#options.conversations.current?.conversation.state ?? {};
    const read = async (): Promise<void> => {
      this.#definitions = await this.#options.details.read(folder || undefined, profile);
      this.#changed.fire();
    };
    background(read(), this.#options.logger, "reading the definitions of MCP servers");
  }

  /** Shows the state, and then the error output of servers that failed since. */
  #update(): void {
    this.#changed.fire();
    const { conversations, logs, logger } = this.#options;
    const { folder = "", profile, servers = [] } = conversations.current?.conversation.state ?? {};
    const failed = new Set(servers.flatMap(({ name, status }) => (status === "failed" ? [name] : [])));
    for (const name of [...this.#errors.keys()]) if (!failed.has(name)) this.#errors.delete(name);
    for (const name of failed) {
      if (this.#errors.get(name)) continue;
      const read = async (): Promise<void> => {
        this.#errors.set(name, (await logs.read({ folder, profile }, name)).stderr);
        this.#changed.fire();
      };
      background(read(), logger, "reading the log of an MCP server");
    }
  }

  #look(): void {
    this.#timer = this.#options.clock.after(lookMs, () => {
      const { conversations, logger } = this.#options;
      const servers = conversations.current?.conversation.controls.servers;
      if (servers) background(servers.refresh(), logger, "mcp_status");
      // `claude` writes the log of a server after it reported the failure.
      this.#update();
      this.#look();
    });
  }
}
