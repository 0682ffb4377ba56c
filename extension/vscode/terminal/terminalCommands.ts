import * as vscode from "vscode";
import {
  isMatchingMention,
  type MentionContext,
  type MentionSource,
} from "../../core/conversations/composer/mentions/mentions.ts";
import type { CommandRunner } from "../../core/conversations/composer/typedActions.ts";
import { type Disposable, DisposableStore } from "../../shared/base/disposable.ts";
import { escapeLine, renderOutput } from "../../shared/base/invisible.ts";
import type { MentionSuggestion, SourceMention } from "../../shared/contract/composer/suggestions.ts";
import { editorText } from "../../shared/text/editor.ts";
import { attachedText } from "../../shared/text/prompts.ts";

/**
 * Maximum number of characters of an output that are kept. The end is kept, because it is the most informative part.
 */
const maxOutputLength = 100_000;
/** Maximum time for a new shell to activate shell integration, in milliseconds. */
const integrationMs = 10_000;

/** Maximum time to wait for the prompt of a new shell before text is typed into it, in milliseconds. */
const promptMs = 2_000;

/** A command that ran in a terminal, as reported by shell integration. */
interface Ran {
  readonly command: string;
  output: string;
  exitCode?: number | undefined;
  isRunning: boolean;
  /** Resolves as soon as all output was read; the last output arrives after the end of the command. */
  isRead: Promise<void>;
}

/**
 * Provides the last command of the active terminal as "@terminal", and runs commands that the user typed in a message.
 */
export class TerminalCommands implements MentionSource, CommandRunner, Disposable {
  readonly #store = new DisposableStore();
  readonly #last = new Map<vscode.Terminal, Ran>();
  readonly #running = new Map<vscode.TerminalShellExecution, Ran>();
  /** Terminals that Tandem opened to run commands, by folder. */
  readonly #own = new Map<string, vscode.Terminal>();
  /** Terminals in which a command of Tandem runs or is about to run. */
  readonly #taken = new Set<vscode.Terminal>();
  readonly #ended = new vscode.EventEmitter<Ran>();

  constructor() {
    this.#store.add(this.#ended);
    this.#store.add(
      vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => this.#follow(terminal, execution)),
    );
    this.#store.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => this.#end(execution, exitCode)),
    );
    this.#store.add(vscode.window.onDidCloseTerminal((terminal) => this.#forget(terminal)));
  }

  async suggest(_place: MentionContext, query: string): Promise<readonly MentionSuggestion[]> {
    const ran = this.#shown;
    if (!isMatchingMention(query, "terminal")) return [];
    return [
      {
        kind: "terminal",
        text: "terminal",
        label: editorText.terminal(),
        ...(ran ? { detail: escapeLine(ran.command) } : { gap: "noCommand" }),
      },
    ];
  }

  async read(_place: MentionContext, { kind }: SourceMention): Promise<string | undefined> {
    if (kind !== "terminal") return undefined;
    const ran = this.#shown;
    if (!ran) throw new Error(editorText.noCommand());
    return getText(ran);
  }

  /** Returns the last command of each terminal with its output, the newest last. */
  async list(): Promise<readonly { readonly terminal: string; readonly isActive: boolean; readonly text: string }[]> {
    const { activeTerminal } = vscode.window;
    return Promise.all(
      [...this.#last].map(async ([terminal, ran]) => ({
        terminal: terminal.name,
        isActive: terminal === activeTerminal,
        text: await getText(ran),
      })),
    );
  }

  async run(command: string, folder: string): Promise<string | undefined> {
    const terminal = this.#freeTerminal(folder);
    this.#taken.add(terminal);
    try {
      return await this.#runIn(terminal, command);
    } finally {
      this.#taken.delete(terminal);
    }
  }

  /** Types a command into a new terminal: in a line that already contains text, both would become one command. */
  async type(command: string, folder: string): Promise<void> {
    const terminal = vscode.window.createTerminal({ name: "Tandem", cwd: folder });
    terminal.show();
    await getIntegration(terminal, promptMs);
    if (terminal.exitStatus === undefined) terminal.sendText(command, false);
  }

  async #runIn(terminal: vscode.Terminal, command: string): Promise<string | undefined> {
    terminal.show(true);
    const integration = terminal.shellIntegration ?? (await getIntegration(terminal));
    if (!integration) {
      // The end of the command is unknown without shell integration, so the next command gets another terminal.
      for (const [folder, own] of this.#own) if (own === terminal) this.#own.delete(folder);
      terminal.sendText(command);
      return undefined;
    }
    const execution = integration.executeCommand(command);
    const ran = this.#follow(terminal, execution);
    if (ran.isRunning) await this.#endOf(ran);
    return getText(ran);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /**
   * Returns the last command of the active terminal; without an active terminal, the newest command. Commands of other
   * terminals do not count, because the user does not see them there.
   */
  get #shown(): Ran | undefined {
    const { activeTerminal } = vscode.window;
    return activeTerminal ? this.#last.get(activeTerminal) : [...this.#last.values()].at(-1);
  }

  /** Returns a terminal in which no command runs. A running command would receive the typed text as its input. */
  #freeTerminal(folder: string): vscode.Terminal {
    const own = this.#own.get(folder);
    if (own && own.exitStatus === undefined && !this.#taken.has(own) && !this.#last.get(own)?.isRunning) return own;
    const terminal = vscode.window.createTerminal({ name: "Tandem", cwd: folder });
    this.#own.set(folder, terminal);
    return terminal;
  }

  /** Tracks a command. The editor also reports the commands that Tandem started, which are then known already. */
  #follow(terminal: vscode.Terminal, execution: vscode.TerminalShellExecution): Ran {
    const known = this.#running.get(execution);
    if (known) return known;
    const ran: Ran = { command: execution.commandLine.value, output: "", isRunning: true, isRead: Promise.resolve() };
    ran.isRead = readAll(execution, ran);
    this.#running.set(execution, ran);
    // Moves the terminal to the end, so that the last entry is the newest.
    this.#last.delete(terminal);
    this.#last.set(terminal, ran);
    return ran;
  }

  #endOf(ran: Ran): Promise<void> {
    return new Promise((resolve) => {
      const listener = this.#ended.event((ended) => {
        if (ended !== ran) return;
        listener.dispose();
        resolve();
      });
    });
  }

  #end(execution: vscode.TerminalShellExecution, exitCode: number | undefined): void {
    const ran = this.#running.get(execution);
    this.#running.delete(execution);
    if (!ran) return;
    Object.assign(ran, { exitCode, isRunning: false });
    this.#ended.fire(ran);
  }

  #forget(terminal: vscode.Terminal): void {
    const ran = this.#last.get(terminal);
    this.#last.delete(terminal);
    for (const [folder, own] of this.#own) if (own === terminal) this.#own.delete(folder);
    for (const [execution, each] of this.#running) if (each === ran) this.#running.delete(execution);
    if (!ran?.isRunning) return;
    // A closed terminal sends neither output nor an end event.
    Object.assign(ran, { isRunning: false, isRead: Promise.resolve() });
    this.#ended.fire(ran);
  }
}

/** Resolves to undefined if the shell does not activate shell integration in time. */
function getIntegration(
  terminal: vscode.Terminal,
  ms = integrationMs,
): Promise<vscode.TerminalShellIntegration | undefined> {
  return new Promise((resolve) => {
    const done = (integration: vscode.TerminalShellIntegration | undefined): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(integration);
    };
    const timer = setTimeout(() => done(undefined), ms);
    const listener = vscode.window.onDidChangeTerminalShellIntegration(
      (event) => event.terminal === terminal && done(event.shellIntegration),
    );
  });
}

async function readAll(execution: vscode.TerminalShellExecution, ran: Ran): Promise<void> {
  for await (const data of execution.read()) ran.output = (ran.output + data).slice(-maxOutputLength);
}

async function getText(ran: Ran): Promise<string> {
  if (!ran.isRunning) await ran.isRead;
  const end = ran.isRunning
    ? attachedText.stillRunning()
    : ran.exitCode === undefined
      ? ""
      : attachedText.exitCode(ran.exitCode);
  // The editor may drop output that arrives in one piece with the start of a command (microsoft/vscode#237208).
  const said = renderOutput(ran.output).replace(/^(?:\s*\n)+|\s+$/g, "") || attachedText.noOutputSeen();
  return [`$ ${ran.command}`, said, end].filter(Boolean).join("\n");
}
