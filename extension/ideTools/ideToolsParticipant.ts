import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import { readObject, readString } from "../base/read.ts";
import type { Hook } from "../protocol/hookRegistry.ts";
import type { HookInput, HookOutput } from "../protocol/hookSchemas.ts";
import type { InProcessServer } from "../protocol/mcpBridge.ts";
import type { ConversationAccess, Participant, ServerDefinition } from "../session/participant.ts";
import { LateServer } from "./lateServer.ts";
import type { FileDiagnostics, IdePort } from "./port.ts";
import { getOwnName, isReadOnlyTool, serverName } from "./toolNames.ts";
import type { ToolRunnerOptions } from "./toolRunner.ts";

export interface IdeToolsOptions {
  readonly conversation: ConversationAccess;
  readonly editor: IdePort;
  /** Returns whether the tools are offered, and which of them are off. */
  readonly settings: () => { readonly isEnabled: boolean; readonly disabled: readonly string[] };
  /** Loads the server, which is a bundle of its own. */
  readonly load: (options: Omit<ToolRunnerOptions, "tools">) => Promise<InProcessServer>;
  /** Returns the file that a call edits, as the call names it; undefined for a call that edits no file. */
  readonly getEdited: (tool: string, input: Readonly<Record<string, unknown>>) => string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Offers the editor's tools in a conversation, and allows calls of those that only read. */
export class IdeToolsParticipant implements Participant {
  readonly name = "editor tools";
  readonly #options: IdeToolsOptions;
  #beforeEdit: readonly FileDiagnostics[] | undefined;

  constructor(options: IdeToolsOptions) {
    this.#options = options;
  }

  /** The server for the next process; none while the tools are off. */
  get servers(): readonly ServerDefinition[] {
    return this.#options.settings().isEnabled ? [{ name: serverName, create: () => this.#createServer() }] : [];
  }

  readonly hooks: readonly Hook[] = [
    { event: "PreToolUse", matcher: `mcp__${serverName}__.*`, role: "observe", callback: (input) => this.#allow(input) },
    { event: "PreToolUse", role: "observe", callback: (input) => this.#noteEdit(input) },
  ];

  #createServer(): InProcessServer {
    const { conversation, editor, load, clock, logger } = this.#options;
    const context = {
      editor,
      get folder() {
        return conversation.state().folder;
      },
      beforeEdit: () => this.#beforeEdit,
    };
    return new LateServer(() => load({ context, isOn: (name) => this.#isOn(name), clock }), logger);
  }

  #isOn(name: string): boolean {
    const { isEnabled, disabled } = this.#options.settings();
    return isEnabled && !disabled.includes(name);
  }

  /**
   * Allows a call of a tool that only reads. Another server can have the same name, and its tools the same names. `mcp_server` says which server
   * gets the call (2.1.329; `sdk` stands for servers of this process). Versions without it prefer the other server, so their calls ask the user.
   * Rules of the user that deny or ask win over the answer of a hook where it is given (2.1.329).
   */
  #allow(input: HookInput): HookOutput {
    const server = readObject(input, "mcp_server");
    const name = getOwnName(readString(input, "tool_name") ?? "");
    if (name === undefined || !isReadOnlyTool(name) || !this.#isOn(name)) return {};
    if (!server || readString(server, "name") !== serverName || readString(server, "source") !== "sdk") return {};
    const permissionDecisionReason = "This tool of the editor only reads.";
    return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", permissionDecisionReason } };
  }

  /** Keeps the diagnostics before an edit, to tell later which are new. */
  #noteEdit(input: HookInput): HookOutput {
    const { conversation, getEdited, editor } = this.#options;
    const edited = getEdited(readString(input, "tool_name") ?? "", readObject(input, "tool_input") ?? {});
    if (edited !== undefined) this.#beforeEdit = editor.listDiagnostics(conversation.state().folder);
    return {};
  }
}
