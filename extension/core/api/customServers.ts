import { isFailure } from "../../shared/base/failure.ts";
import { stripControl } from "../../shared/base/invisible.ts";
import type { Servers } from "../conversation/ports/preparedServers.ts";
import type { OpenConversation } from "../conversations/openConversation.ts";
import { apiErrors, toApiError } from "./apiError.ts";
import { getServerName } from "./customTools.ts";
import type { ParsedServers } from "./queryOptions.ts";
import type { McpServerChanges } from "./tandem.d.ts";

/**
 * The MCP servers that an extension adds to its conversation. Their names begin with that of the extension, so they
 * replace no server of the user, and no permission rule of the user allows their tools.
 */
export class CustomServers {
  readonly #prefix: string;
  readonly #servers: OpenConversation["conversation"]["controls"]["servers"];

  constructor(extension: string, { conversation }: OpenConversation) {
    this.#prefix = `${getServerName(extension)}-`;
    this.#servers = conversation.controls.servers;
  }

  /** Replaces the servers, in the running process and for later ones. Throws `unsupported`. */
  async set(given: ParsedServers): Promise<McpServerChanges> {
    const before = Object.keys(this.#servers.extra);
    const next: Servers = Object.fromEntries(
      Object.entries(given).map(([name, server]) => [`${this.#prefix}${name}`, server]),
    );
    const changes = await this.#servers.setExtra(next).catch((error: unknown) => {
      throw isFailure(error, "notSupported") ? apiErrors.unsupported(Object.keys(given), error) : toApiError(error);
    });
    const fixed = this.#strip(changes?.needRestart ?? []);
    if (fixed.length > 0) throw apiErrors.unsupported(fixed);
    const { added, removed, errors, withheld } = changes ?? {
      added: Object.keys(next).filter((name) => !before.includes(name)),
      removed: before.filter((name) => !Object.hasOwn(next, name)),
      errors: new Map<string, string>(),
      withheld: [],
    };
    const reasons = [...errors, ...withheld.map((name) => [name, "It did not answer in time."] as const)].flatMap(
      ([name, reason]) => this.#strip([name]).map((own) => [own, stripControl(reason)]),
    );
    return { added: this.#strip(added), removed: this.#strip(removed), errors: Object.fromEntries(reasons) };
  }

  /** Returns the names that the extension gave to its servers; those of other servers are left out. */
  #strip(names: readonly string[]): readonly string[] {
    return names.filter((name) => name.startsWith(this.#prefix)).map((name) => name.slice(this.#prefix.length));
  }
}
