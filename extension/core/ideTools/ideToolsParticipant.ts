import type { Clock } from "../../shared/base/clock.ts";
import { getErrorMessage } from "../../shared/base/failure.ts";
import type { Logger } from "../../shared/base/logger.ts";
import { readObject, readString } from "../../shared/base/read.ts";
import { ideServerName } from "../../shared/contract/ideTools.ts";
import type {
  CallHolder,
  ConversationAccess,
  InProcessServerDefinition,
  Participant,
} from "../conversation/ports/participant.ts";
import type { Hook, HookContext } from "../protocol/requests/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/requests/hookSchemas.ts";
import type { InProcessServer } from "../protocol/servers/mcpBridge.ts";
import { EditProblems } from "./editProblems.ts";
import { LateServer } from "./lateServer.ts";
import type { ListedServer } from "./mcpServer.ts";
import type { FileDiagnostics, IdePort, ProposedFileChange } from "./port.ts";
import { areSameChanges, describeChanges } from "./textChanges.ts";
import { getOwnName, isReadOnlyTool } from "./toolNames.ts";
import type { ChangeConsent, ChangePreview, PlannedCall, ToolRunnerOptions } from "./toolRunner.ts";

export interface IdeToolsOptions {
  readonly conversation: ConversationAccess;
  readonly editor: IdePort;
  /** Returns whether the tools are offered, and which of them are off. */
  readonly settings: () => { readonly isEnabled: boolean; readonly disabled: readonly string[] };
  /** Returns whether the model is told about problems that its edits cause. */
  readonly tellsProblems: () => boolean;
  /** Loads the server, which is a bundle of its own. */
  readonly load: (
    options: Omit<ToolRunnerOptions, "tools"> & Pick<ListedServer, "onDidChange">,
  ) => Promise<LoadedTools>;
  /** Calls back when the settings may differ. */
  readonly onDidChange?: ListedServer["onDidChange"];
  /** Returns the file that a call edits, as the call names it; undefined for a call that edits no file. */
  readonly getEdited: (tool: string, input: Readonly<Record<string, unknown>>) => string | undefined;
  /** Changes of the calls of running turns, by the id of the call. Participants add to it and remove from it. */
  readonly planned: Map<string, readonly ProposedFileChange[]>;
  /** Asks about calls in the conversation. */
  readonly held: () => Pick<CallHolder, "ask" | "wasAsked">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The loaded tools of one process. */
export interface LoadedTools extends InProcessServer {
  /**
   * Returns what a call would change; undefined for a tool that tells by its input alone. Rejects if the call would
   * fail.
   */
  preview(
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ChangePreview | undefined>;
}

/** Offers the editor's tools in a conversation, and allows calls of those that only read. */
export class IdeToolsParticipant implements Participant {
  readonly name = "editor tools";
  readonly #options: IdeToolsOptions;
  /** The tools of the newest process, once it sent its first message to the server. */
  #loaded: Promise<LoadedTools> | undefined;
  readonly #problems: EditProblems;
  /** Ids of the calls of this turn whose changes are kept. */
  readonly #previewed = new Set<string>();
  /** The files that the editor knew before the last edit, each with its diagnostics, also without any. */
  #known: readonly FileDiagnostics[] | undefined;

  constructor(options: IdeToolsOptions) {
    this.#options = options;
    this.#problems = new EditProblems({ ...options, folder: () => options.conversation.state().folder });
  }

  /** The server for the next process; none while the tools are off. */
  get servers(): readonly InProcessServerDefinition[] {
    return this.#options.settings().isEnabled ? [{ name: ideServerName, create: () => this.#createServer() }] : [];
  }

  readonly hooks: readonly Hook[] = [
    {
      event: "PreToolUse",
      matcher: `mcp__${ideServerName}__.*`,
      role: "observe",
      callback: (input, context) => this.#beforeCall(input, context),
    },
    { event: "PreToolUse", role: "observe", callback: (input, context) => this.#beforeEdit(input, context) },
    { event: "PostToolUse", role: "observe", callback: (input, context) => this.#afterEdit(input, context) },
  ];

  turnEnded(): void {
    this.#problems.clear();
    for (const call of this.#previewed) this.#options.planned.delete(call);
    this.#previewed.clear();
  }

  #createServer(): InProcessServer {
    const { conversation, editor, load, onDidChange, clock, logger } = this.#options;
    const context = {
      editor,
      get folder() {
        return conversation.state().folder;
      },
      beforeEdit: () => this.#known,
    };
    const create = (): Promise<LoadedTools> => {
      this.#loaded = load({
        context,
        isOn: (name) => this.#isOn(name),
        approve: (planned, signal) => this.#approve(planned, signal),
        onDidChange,
        clock,
      });
      return this.#loaded;
    };
    return new LateServer(create, logger);
  }

  #isOn(name: string): boolean {
    const { isEnabled, disabled } = this.#options.settings();
    return isEnabled && !disabled.includes(name);
  }

  /**
   * Allows a call of a tool that only reads, and adds to the input of others what the user has to see. Another server
   * can have the same name, and its tools the same names. `mcp_server` says which server gets the call (2.1.329; `sdk`
   * stands for servers of this process). Versions without it prefer the other server, so nothing is done about their
   * calls, and they ask the user. Rules of the user that deny or ask win over the answer of a hook where it is given
   * (2.1.329).
   */
  async #beforeCall(input: HookInput, { toolUseId, signal }: HookContext): Promise<HookOutput> {
    const server = readObject(input, "mcp_server");
    const name = getOwnName(readString(input, "tool_name") ?? "");
    if (name === undefined || !this.#isOn(name)) return {};
    if (!server || readString(server, "name") !== ideServerName || readString(server, "source") !== "sdk") return {};
    const answer = (output: object): HookOutput => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...output } });
    if (isReadOnlyTool(name))
      return answer({ permissionDecision: "allow", permissionDecisionReason: "This tool of the editor only reads." });
    const given = readObject(input, "tool_input") ?? {};
    try {
      const preview = await (await this.#loaded)?.preview(name, given, signal);
      if (!preview) return {};
      if (toolUseId !== undefined) this.#keep(toolUseId, preview.changes);
      return answer({ updatedInput: { ...given, changes: preview.lines } });
    } catch (error) {
      return answer({ permissionDecision: "deny", permissionDecisionReason: getErrorMessage(error) });
    }
  }

  /**
   * Approves changes that stood on the card of their call, or of a call that a rule or the mode allowed without a card.
   * Shows all others on a card of its own: a version that names no server lets no plan be added to its card, and files
   * can change while that waits.
   */
  async #approve({ name, input, callId, changes }: PlannedCall, signal: AbortSignal): Promise<ChangeConsent> {
    const { planned, held } = this.#options;
    const shown = callId === undefined ? undefined : planned.get(callId);
    if (shown && areSameChanges(shown, changes)) return { isAllowed: true };
    if (callId !== undefined && !held().wasAsked(callId)) return { isAllowed: true };
    if (callId !== undefined) this.#keep(callId, changes);
    const given = { ...input, changes: describeChanges(changes) };
    const consent = await held().ask(
      { callId: callId ?? `own:${name}`, tool: `mcp__${ideServerName}__${name}`, input: given },
      signal,
    );
    if (callId !== undefined && !consent.isAllowed) planned.delete(callId);
    return consent;
  }

  #keep(callId: string, changes: readonly ProposedFileChange[]): void {
    this.#options.planned.set(callId, changes);
    this.#previewed.add(callId);
  }

  /** Keeps the diagnostics before an edit, to tell later which are new. */
  async #beforeEdit(input: HookInput, { toolUseId, signal }: HookContext): Promise<HookOutput> {
    const edited = this.#getEdited(input);
    if (edited === undefined) return {};
    this.#known = this.#listKnown();
    if (toolUseId === undefined || !(this.#options.tellsProblems() || this.#isOn("diagnostics"))) return {};
    const before = await this.#problems.begin(toolUseId, edited, signal);
    const others = this.#known.filter(({ path }) => path !== before?.path);
    // A file that does not exist yet can still have problems in the editor.
    if (before && (before.diagnostics.length > 0 || others.length === this.#known.length))
      this.#known = [...others, before];
    return {};
  }

  /** Returns what the editor knows: of a file in a tab everything, of others only their problems. */
  #listKnown(): readonly FileDiagnostics[] {
    const { conversation, editor } = this.#options;
    const { folder } = conversation.state();
    const found = editor.listDiagnostics(folder);
    const open = editor
      .openEditors(folder)
      .filter(({ path, isInside }) => isInside && found.every((file) => file.path !== path));
    return [...found, ...open.map(({ path }) => ({ path, diagnostics: [] }))];
  }

  async #afterEdit(input: HookInput, { toolUseId, signal }: HookContext): Promise<HookOutput> {
    const edited = this.#getEdited(input);
    if (edited === undefined || toolUseId === undefined || !this.#options.tellsProblems()) return {};
    const additionalContext = await this.#problems.end(toolUseId, edited, signal);
    return additionalContext === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext } };
  }

  #getEdited(input: HookInput): string | undefined {
    return this.#options.getEdited(readString(input, "tool_name") ?? "", readObject(input, "tool_input") ?? {});
  }
}
