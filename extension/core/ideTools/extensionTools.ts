import type { Logger } from "../../shared/base/logger.ts";
import { extensionServerName } from "../../shared/contract/ideTools.ts";
import type { InProcessServerDefinition, Participant } from "../conversation/ports/participant.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";
import type { ExtensionServerOptions } from "./extensionServer.ts";
import { LateServer } from "./lateServer.ts";

export interface ExtensionToolsOptions extends Omit<ExtensionServerOptions, "version"> {
  /** Loads the server, which is a bundle of its own. */
  readonly load: (options: Omit<ExtensionServerOptions, "version">) => Promise<InProcessServer>;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Offers the tools of other extensions that the user chose. It allows no call: each asks the user, unless the user's
 * own rules or mode allow it.
 */
export class ExtensionTools implements Participant {
  readonly name = "tools of extensions";
  readonly #options: ExtensionToolsOptions;

  constructor(options: ExtensionToolsOptions) {
    this.#options = options;
  }

  /** The server for the next process; none while no tool is chosen. */
  get servers(): readonly InProcessServerDefinition[] {
    const { chosen, load, logger } = this.#options;
    if (chosen().length === 0) return [];
    return [{ name: extensionServerName, create: () => new LateServer(() => load(this.#options), logger) }];
  }
}
