import type { Clock } from "../../shared/base/clock.ts";
import { publishedPrefix } from "../../shared/contract/ideTools.ts";
import type { IdePort } from "./port.ts";
import { isReadOnlyTool } from "./toolNames.ts";
import type { ToolRunner, ToolRunnerOptions } from "./toolRunner.ts";

export interface PublishedToolsOptions {
  readonly editor: IdePort;
  /** Returns whether the user offers the tools to other extensions. */
  readonly isOffered: () => boolean;
  /** Returns the folder that paths and settings refer to; empty if no folder is open. */
  readonly folder: () => string;
  /** Returns whether the tools are offered, and which of them are off. */
  readonly settings: (folder: string) => { readonly isEnabled: boolean; readonly disabled: readonly string[] };
  /** Loads the tools, which are a bundle of their own. */
  readonly load: (options: Omit<ToolRunnerOptions, "tools">) => Promise<Pick<ToolRunner, "call">>;
  readonly clock: Clock;
}

/** The tools that only read, for models that other extensions use. They are loaded with the first call. */
export class PublishedTools {
  readonly #options: PublishedToolsOptions;
  #runner: Pick<ToolRunner, "call"> | undefined;

  constructor(options: PublishedToolsOptions) {
    this.#options = options;
  }

  /**
   * Returns the text of a call for the model. Rejects with a sentence for the model. `published` is the name in the
   * manifest.
   */
  async call(published: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string> {
    const name = published.slice(publishedPrefix.length);
    if (!published.startsWith(publishedPrefix) || !isReadOnlyTool(name))
      throw new Error(`There is no tool ${published}.`);
    if (!this.#options.isOffered()) throw new Error("The user does not offer the editor's tools to other extensions.");
    if (this.#options.folder() === "")
      throw new Error("No folder is open. The editor's tools only work on files in one.");
    this.#runner ??= await this.#load();
    const { text, isError } = await this.#runner.call(name, input, signal);
    if (isError) throw new Error(text);
    return text;
  }

  #load(): Promise<Pick<ToolRunner, "call">> {
    const { editor, folder, settings, load, clock } = this.#options;
    const context = {
      editor,
      get folder() {
        return folder();
      },
      beforeEdit: () => undefined,
    };
    const isOn = (name: string): boolean => {
      const { isEnabled, disabled } = settings(folder());
      return isEnabled && !disabled.includes(name);
    };
    return load({ context, isOn, approve: async () => ({ isAllowed: false }), clock });
  }
}
