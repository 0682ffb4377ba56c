import { readString } from "../../shared/base/read.ts";
import type { QueuedPrompt } from "../../shared/contract/conversationState.ts";
import type { Hold, Participant } from "../conversation/ports/participant.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";

/** Sources of changes that no repository brings; `claude` heeds no refusal of the second one. */
const ofOthers: ReadonlySet<string> = new Set(["user_settings", "policy_settings"]);

/** Longest time in milliseconds that looking at a repository may take. */
const limitMs = 30_000;

/** Maximum number of messages of the user that are known until `claude` reports them. */
const maxSent = 10;

/** The command with which `claude` takes over plugins that changed, without a question to a hook (2.1.332). */
const reloading = /^\s*\/reload-plugins\b/i;

/** Access to the decisions about the repository of a conversation. Each call looks at its files. */
export interface RepositoryDecisions {
  /** Returns the sources whose settings may apply. */
  readonly origin: () => Promise<"all" | "user" | "undecided">;
  /** Returns whether a message is one of a scheduled task that may not run. */
  readonly isRefusedTask: (message: string) => Promise<boolean>;
}

/**
 * Keeps a running process from taking over configuration of a repository about which the user has not decided:
 * `claude` loads changed hooks, settings, commands and skills at once (2.1.332; 2.1.50 skills alone), but asks a hook
 * before. Of changed tasks it asks none, but their messages come as prompts of the user do (2.1.329, 2.1.332). What was
 * refused comes with the next start, which asks the user.
 */
export class RepositoryGuard implements Participant {
  readonly name = "configuration of the repository";
  readonly hooks: readonly Hook[];
  readonly #decisions: RepositoryDecisions;
  /** The last messages of the user that `claude` has not reported yet: for them the files are not looked at. */
  #sent: readonly string[] = [];

  constructor(decisions: RepositoryDecisions) {
    this.#decisions = decisions;
    this.hooks = [
      {
        event: "ConfigChange",
        since: "b",
        role: "gate",
        limitMs,
        refuse: block,
        callback: (input) => this.#checkChange(input),
      },
      {
        event: "UserPromptSubmit",
        since: "c",
        role: "gate",
        limitMs,
        refuse: block,
        callback: (input) => this.#checkPrompt(readString(input, "prompt") ?? ""),
      },
    ];
  }

  beforePrompt({ text }: QueuedPrompt): Promise<Hold | undefined> | undefined {
    this.#sent = [...this.#sent.slice(1 - maxSent), text];
    return reloading.test(text) ? this.#checkReload() : undefined;
  }

  async #checkReload(): Promise<Hold | undefined> {
    const isUndecided = (await this.#decisions.origin().catch(() => "undecided")) === "undecided";
    return isUndecided ? { hold: { code: "repositoryUndecided" } } : undefined;
  }

  async #checkChange(input: HookInput): Promise<HookOutput> {
    if (ofOthers.has(readString(input, "source") ?? "")) return {};
    return (await this.#decisions.origin()) === "undecided" ? block(undecided) : {};
  }

  async #checkPrompt(text: string): Promise<HookOutput> {
    const at = this.#sent.indexOf(text);
    if (at >= 0) {
      this.#sent = this.#sent.toSpliced(at, 1);
      return {};
    }
    return (await this.#decisions.isRefusedTask(text)) ? block(undecided) : {};
  }
}

const undecided = "The user has not decided about this change.";

function block(reason: string): HookOutput {
  return { decision: "block", reason };
}
