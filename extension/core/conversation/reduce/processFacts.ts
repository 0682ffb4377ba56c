import { stripControl } from "../../../shared/base/invisible.ts";
import { readObject, readString } from "../../../shared/base/read.ts";
import type { ToolItem } from "../../../shared/contract/items.ts";
import type {
  EnvironmentVariable,
  HookRun,
  ProcessFacts,
  RecentCall,
  TurnFacts,
} from "../../../shared/contract/pages/processFacts.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import type { InitializeAnswer } from "../../protocol/requests/initialize.ts";
import type { ToolRecord } from "../tools/toolRecord.ts";
import type { StoreView } from "./reduction.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

const maxCalls = 20;
const maxRuns = 100;
/** Maximum number of characters of a hook's output. */
const maxOutput = 300;

const emptyFacts: ProcessFacts = { variables: [], agents: [], outputStyles: [], hookRuns: [], calls: [] };

/** Facts about a process that its start knows: the executable, and the names of the variables that it got. */
export interface LaunchFacts {
  readonly program?: string | undefined;
  readonly variables?: readonly EnvironmentVariable[] | undefined;
}

/** Facts of the newest process of a conversation; kept after its end until the next start. */
export class ProcessFactsStore {
  #facts = emptyFacts;
  /** Calls that ended since the facts were read last, by id, in the order of their ends. */
  readonly #ended = new Map<string, EndedCall>();

  get current(): ProcessFacts {
    this.#takeCalls();
    return this.#facts;
  }

  /** The report of the process with its last turn. */
  get turn(): TurnFacts | undefined {
    return this.#facts.turn;
  }

  begin({ program, variables = [] }: LaunchFacts): void {
    this.#ended.clear();
    this.#facts = { ...emptyFacts, variables, ...(program === undefined ? {} : { program }) };
  }

  /** Takes over the answer to `initialize`. */
  noteAnswer({
    account,
    agents = [],
    output_style: style,
    available_output_styles: styles = [],
  }: InitializeAnswer): void {
    const { email, organization, subscriptionType: plan, tokenSource, apiProvider } = account ?? {};
    this.#facts = {
      ...this.#facts,
      account: clean({ email, organization, plan, tokenSource, apiProvider }),
      agents: agents.map(({ name, description = "", model }) => ({
        name: stripControl(name),
        description: stripControl(description),
        ...clean({ model }),
      })),
      outputStyles: styles.map(stripControl),
      ...clean({ outputStyle: style }),
    };
  }

  noteTurn(turn: TurnFacts): void {
    this.#facts = { ...this.#facts, turn, ...clean({ outputStyle: turn.outputStyle }) };
  }

  /** Takes over an output style that `claude` confirmed. */
  noteStyle(outputStyle: string): void {
    this.#facts = { ...this.#facts, outputStyle: stripControl(outputStyle) };
  }

  noteHook(run: HookRun): void {
    const others = this.#facts.hookRuns.filter(({ event, name }) => event !== run.event || name !== run.name);
    this.#facts = { ...this.#facts, hookRuns: [...others, run].slice(-maxRuns) };
  }

  /**
   * Takes over a call that ended, in place of an earlier end of it. It is described only once somebody reads the facts.
   */
  noteCall(call: EndedCall): void {
    this.#ended.delete(call.id);
    this.#ended.set(call.id, call);
    if (this.#ended.size <= maxCalls) return;
    const [oldest = ""] = this.#ended.keys();
    this.#ended.delete(oldest);
  }

  #takeCalls(): void {
    if (this.#ended.size === 0) return;
    const others = this.#facts.calls.filter(({ id }) => !this.#ended.has(id));
    this.#facts = {
      ...this.#facts,
      calls: [...others, ...[...this.#ended.values()].map(describeEnded)].slice(-maxCalls),
    };
    this.#ended.clear();
  }

  /** Takes over which calls of the ended turn were denied: the older versions report it only then. */
  noteDenials(ids: readonly string[]): void {
    if (ids.length === 0) return;
    this.#takeCalls();
    this.#facts = {
      ...this.#facts,
      calls: this.#facts.calls.map((call) => (ids.includes(call.id) ? { ...call, outcome: "denied" } : call)),
    };
  }
}

/**
 * Reads what the first frame of a turn reports (all versions; `additional_directories` and errors of plugins only
 * 2.1.329).
 */
export function readTurnFacts(frame: Frame<"init">): TurnFacts {
  const {
    tools = [],
    skills = [],
    plugins = [],
    plugin_errors: errors = [],
    betas = [],
    additional_directories: directories = [],
  } = frame;
  return {
    ...clean({ keySource: frame.apiKeySource, outputStyle: frame.output_style }),
    tools: tools.map(stripControl),
    skills: skills.map(stripControl),
    plugins: plugins.map(({ name, path = "" }) => ({ name: stripControl(name), path: stripControl(path) })),
    pluginErrors: errors.map(({ plugin = "", message = "" }) => ({
      plugin: stripControl(plugin),
      message: stripControl(message),
    })),
    betas: betas.map(stripControl),
    directories: directories.map(stripControl),
  };
}

/** Reads the end of a hook; 2.0.77 reports no outcome. */
export function readHookRun(frame: Frame<"hook_response">): HookRun {
  const { hook_event: event = "", hook_name: name = "", exit_code: exitCode, outcome, stdout, output = "" } = frame;
  const decision = readDecision(stdout || output);
  return {
    event: stripControl(event),
    name: stripControl(name),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...clean({ outcome, decision }),
    output: stripControl(output || stdout || "")
      .trim()
      .slice(0, maxOutput),
  };
}

/** Reads the decision of a hook that answers in JSON. */
function readDecision(text: string): string | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return readString(readObject(answer, "hookSpecificOutput"), "permissionDecision") ?? readString(answer, "decision");
  } catch {
    return undefined;
  }
}

/** A call that ended, as it was then. */
interface EndedCall {
  readonly id: string;
  readonly record: ToolRecord;
  readonly item: ToolItem;
}

/** Returns a call that ended; undefined for an unknown one. */
export function readEndedCall(store: StoreView, id: string): EndedCall | undefined {
  const record = store.record(id);
  const item = record && store.item(record.thread, id);
  return record && item?.kind === "tool" ? { id, record, item } : undefined;
}

/** Returns what is known about the decision on a call. */
function describeEnded({ id, record, item }: EndedCall): RecentCall {
  const { tool, subject, decided } = item;
  const target = readString(record.input, "command") ?? readString(record.input, "url") ?? subject;
  return {
    id,
    tool: stripControl(tool),
    subject,
    target,
    outcome: getOutcome(item),
    ...(decided === undefined ? {} : { decided }),
    ...(record.mode === undefined ? {} : { mode: stripControl(record.mode) }),
    ...(record.asked === undefined ? {} : { asked: record.asked }),
  };
}

/**
 * A call that failed ran only if something allowed it: its input can also have been refused before anything decided.
 */
function getOutcome({ state, decided }: ToolItem): RecentCall["outcome"] {
  if (state === "denied") return "denied";
  if (state === "done" || state === "running") return "allowed";
  return decided === undefined || decided.code === "unanswered" ? "unknown" : "allowed";
}

/** Returns the texts that are there, without control characters. */
function clean<K extends string>(texts: Readonly<Record<K, string | undefined>>): { readonly [N in K]?: string } {
  const entries = Object.entries<string | undefined>(texts).flatMap(([key, text]) =>
    text === undefined || text === "" ? [] : [[key, stripControl(text)]],
  );
  return Object.fromEntries(entries) as { readonly [N in K]?: string };
}
