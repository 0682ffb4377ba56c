import { background } from "../../shared/base/background.ts";
import type { Disposable } from "../../shared/base/disposable.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { mayNeedConsent } from "../options/consent.ts";
import { isSame } from "../options/difference.ts";
import type { FolderSettings } from "../options/folderSettings.ts";
import { optionRows } from "../options/options.ts";
import { type Layer, resolve } from "../options/resolve.ts";
import type { Conversations } from "./conversations.ts";
import type { ConversationList } from "./list/conversationList.ts";

export interface SettingsFollowerOptions {
  readonly conversations: Pick<Conversations, "all">;
  /**
   * Returns the settings of a folder by scope; with "user" without those of the workspace that need the user's consent.
   */
  readonly read: (folder: string, trust: "all" | "user") => readonly Layer[];
  /** Returns the sources whose settings may apply in a folder now, or that the user has not decided. */
  readonly originIn: (folder: string) => Promise<"all" | "user" | "undecided">;
  /**
   * Replaces the MCP servers of a running process by those of the settings. Resolves to false if that needs a restart.
   * Never rejects.
   */
  readonly applyServers?: (conversation: Conversation, folder: string) => Promise<boolean>;
}

export interface FollowedSettings {
  readonly settings: Pick<FolderSettings, "onDidChange">;
  readonly list: Pick<ConversationList, "refresh">;
  readonly logger: Logger;
}

/** Brings changed settings to the running conversations of their folder. */
export class SettingsFollower {
  readonly #options: SettingsFollowerOptions;

  constructor(options: SettingsFollowerOptions) {
    this.#options = options;
  }

  /**
   * Applies each change until it is disposed of. A change of the profiles also moves empty conversations to the profile
   * that their folder uses now, and lists the conversations again.
   */
  follow({ settings, list, logger }: FollowedSettings): Disposable {
    return settings.onDidChange(({ names, namesIn }) => {
      background(
        this.refresh((folder) => namesIn(folder).length > 0),
        logger,
        "applying changed settings",
      );
      if (!names.has("profile") && !names.has("profiles")) return;
      for (const open of this.#options.conversations.all)
        background(open.followProfile(), logger, "moving a conversation to another profile");
      background(list.refresh(), logger, "listing conversations");
    });
  }

  /** Applies the settings of the folders that `isAffected` names to their conversations. */
  async refresh(isAffected: (folder: string) => boolean): Promise<void> {
    const open = this.#options.conversations.all.map(({ conversation }) => conversation);
    const folders = new Set(
      open.map(({ state }) => state.folder).filter((folder) => folder !== "" && isAffected(folder)),
    );
    await Promise.all(
      [...folders].map(async (folder) => {
        const origin = await this.#options.originIn(folder);
        const layers = this.#options.read(folder, origin === "user" ? "user" : "all");
        await Promise.all(
          open
            .filter(({ state }) => state.folder === folder)
            .map((conversation) => this.#update(conversation, layers, origin)),
        );
      }),
    );
  }

  async #update(
    conversation: Conversation,
    layers: readonly Layer[],
    origin: "all" | "user" | "undecided",
  ): Promise<void> {
    const { settings, state } = conversation;
    // Values of the workspace that need consent stay as they were until the user decides, which the next start asks.
    const withheld = origin === "undecided" ? findUndecided(settings.layers, layers) : [];
    const next = withheld.length === 0 ? layers : keep(settings.layers, layers, withheld);
    // A process that starts can have been passed other servers than those known here.
    const isChanged = state.status === "starting" || !isSame(getServers(settings.layers), getServers(next));
    const end = isChanged ? settings.beginApplying("mcpServers") : undefined;
    await settings.update(next, withheld);
    await end?.((await this.#options.applyServers?.(conversation, state.folder)) === true);
  }
}

function getServers(layers: readonly Layer[]): unknown {
  return resolve(layers).find(({ name }) => name === "mcpServers")?.value;
}

const isOfWorkspace = ({ source }: Layer): boolean => source.kind === "setting" && source.scope !== "user";

/** Returns the options that need consent and whose values in the workspace differ. */
function findUndecided(before: readonly Layer[], after: readonly Layer[]): readonly string[] {
  return [...optionRows].flatMap(([name, row]) => {
    const valuesOf = (layers: readonly Layer[]): unknown =>
      layers.flatMap((layer) =>
        isOfWorkspace(layer) && Object.hasOwn(layer.values, name) ? [[layer.source, layer.values[name]]] : [],
      );
    return mayNeedConsent(row) && !isSame(valuesOf(before), valuesOf(after)) ? [name] : [];
  });
}

/** Returns the new layers, with the earlier values of some options in the layers of the workspace. */
function keep(before: readonly Layer[], after: readonly Layer[], names: readonly string[]): readonly Layer[] {
  return after.map((layer) => {
    if (!isOfWorkspace(layer)) return layer;
    const earlier = before.find(({ source }) => isSame(source, layer.source))?.values ?? {};
    const others = Object.entries(layer.values).filter(([name]) => !names.includes(name));
    return {
      ...layer,
      values: Object.fromEntries([...others, ...Object.entries(earlier).filter(([name]) => names.includes(name))]),
    };
  });
}
