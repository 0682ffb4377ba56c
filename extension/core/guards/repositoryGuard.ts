import { readString } from "../../shared/base/read.ts";
import type { Participant } from "../conversation/ports/participant.ts";
import type { Hook } from "../protocol/requests/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";

/** Sources of changes that no repository brings; `claude` heeds no refusal of the second one. */
const ofOthers: ReadonlySet<string> = new Set(["user_settings", "policy_settings"]);

/** Longest time in milliseconds that looking at a repository may take. */
const limitMs = 30_000;

/**
 * Keeps a running process from taking over configuration of a repository about which the user has not decided:
 * `claude` loads changed hooks, settings, commands and skills at once (2.1.332; 2.1.50 skills alone), but asks a hook
 * before. What it refused comes with the next start, which asks the user.
 */
export class RepositoryGuard implements Participant {
  readonly name = "configuration of the repository";
  readonly hooks: readonly Hook[];
  readonly #originNow: () => Promise<"all" | "user" | "undecided">;

  /** `originNow` looks at the repository, and returns the sources whose settings may apply. */
  constructor(originNow: () => Promise<"all" | "user" | "undecided">) {
    this.#originNow = originNow;
    this.hooks = [
      {
        event: "ConfigChange",
        since: "b",
        role: "gate",
        limitMs,
        refuse: block,
        callback: (input) => this.#check(input),
      },
    ];
  }

  async #check(input: HookInput): Promise<HookOutput> {
    if (ofOthers.has(readString(input, "source") ?? "")) return {};
    return (await this.#originNow()) === "undecided" ? block("The user has not decided about this change.") : {};
  }
}

function block(reason: string): HookOutput {
  return { decision: "block", reason };
}
