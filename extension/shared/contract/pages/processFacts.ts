import type { DecisionRecord } from "../requests/requests.ts";
import type { RequestNote } from "../tools.ts";

/** The account that `claude` uses, in its own words. */
export interface AccountFacts {
  readonly email?: string;
  readonly organization?: string;
  /** Plan of a subscriber, such as "max". */
  readonly plan?: string;
  readonly tokenSource?: string;
  readonly apiProvider?: string;
}

export interface AgentFacts {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
}

/** A hook that ended, as `claude` reported it. */
export interface HookRun {
  readonly event: string;
  /** Name of the hook as `claude` gives it, such as "PreToolUse:Bash". */
  readonly name: string;
  readonly exitCode?: number;
  readonly outcome?: string;
  /** The beginning of its output. */
  readonly output: string;
  /** Decision of the hook about a tool call, if its output has one. */
  readonly decision?: string;
}

/** A tool call that ended, and who decided about it as far as anything reported that. */
export interface RecentCall {
  readonly id: string;
  readonly tool: string;
  readonly subject: string;
  /** The whole command, address or path, as a permission rule sees it. */
  readonly target: string;
  readonly outcome: "allowed" | "denied" | "unknown";
  /** Absent where `claude` did not ask and gave no reason. */
  readonly decided?: DecisionRecord;
  /** Permission mode in which the call began. */
  readonly mode?: string;
  /** Present if `claude` asked: the notes of its request. */
  readonly asked?: readonly RequestNote[];
}

/**
 * A variable of the environment that a process of `claude` got. Its value is only there for a variable that stands for
 * an option.
 */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  /**
   * "editor": inherited from the editor. "setting": from `tandem.environment`. "proxySetting": from the editor's
   * setting `http.proxy`.
   */
  readonly origin: "editor" | "setting" | "proxySetting" | "tandem";
}

/** Facts that `claude` reports about itself at the beginning of each turn. */
export interface TurnFacts {
  /** Source of the API key, as `claude` names it. */
  readonly keySource?: string;
  readonly tools: readonly string[];
  readonly skills: readonly string[];
  readonly plugins: readonly { readonly name: string; readonly path: string }[];
  readonly pluginErrors: readonly { readonly plugin: string; readonly message: string }[];
  readonly outputStyle?: string;
  readonly betas: readonly string[];
  readonly directories: readonly string[];
}

/**
 * Facts about a process beyond the state of its conversation. They are not sent to the chat; the status page shows
 * them.
 */
export interface ProcessFacts {
  /** Path of the executable. */
  readonly program?: string;
  readonly variables: readonly EnvironmentVariable[];
  readonly account?: AccountFacts;
  readonly agents: readonly AgentFacts[];
  readonly outputStyle?: string;
  readonly outputStyles: readonly string[];
  /** Undefined before the first turn of the process. */
  readonly turn?: TurnFacts;
  /** Last run of each hook, oldest first. */
  readonly hookRuns: readonly HookRun[];
  /** Newest last. */
  readonly calls: readonly RecentCall[];
}
