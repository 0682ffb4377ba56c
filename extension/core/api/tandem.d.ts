/**
 * The API of Tandem for other extensions, version 1. A copy of this file is all that an extension needs; see
 * extension/core/api/README.md of Tandem. Members are only added to a version, never changed or removed.
 */

/** The exports of the extension "tandem-chat.tandem". */
export interface TandemExports {
  /**
   * Returns the API in a version, without starting anything. Throws for a version that does not exist, and for a caller
   * that is not an installed extension. Without a caller, it is the extension whose code calls; pass it where other
   * code calls for the extension.
   */
  getAPI(version: 1, caller?: Caller): TandemAPI;
}

/** The calling extension: its `ExtensionContext`, or an object with only the field `extension` of it. */
export interface Caller {
  readonly extension: { readonly id: string };
}

export interface TandemAPI {
  readonly version: 1;
  /**
   * Starts a conversation for one task. It begins at once, whether its events are read or not. Its process ends with
   * the last turn. Never throws: errors reject `result`.
   */
  query<T>(options: QueryOptions & { readonly schema: SchemaOf<T> }): Query<T>;
  query(options: QueryOptions & { readonly schema: JsonSchema }): Query<unknown>;
  query(options: QueryOptions): Query;
  /** Starts a conversation for any number of messages. Its process starts with the first one and runs until `close`. */
  createSession(options?: SessionOptions): Promise<Session>;
  /**
   * Continues a conversation that this extension started, also in an earlier window. Rejects with `unknownSession` for
   * any other one.
   */
  resumeSession(sessionId: string, options?: SessionOptions): Promise<Session>;
}

export interface QueryOptions extends SessionOptions {
  /** A message, or several. They are sent in their order, each when the turn before it has ended. */
  readonly prompt: Message | Iterable<Message> | AsyncIterable<Message>;
  /**
   * The form of the result's `output`: JSON Schema, or a Standard Schema. `claude` lets the model correct an answer of
   * another form a few times; after that the query fails with `schemaMismatch`. A Standard Schema is checked once more
   * when the turn has ended.
   */
  readonly schema?: SchemaOf<unknown> | JsonSchema;
  /** Stops the conversation when it fires. */
  readonly signal?: AbortSignal;
}

/**
 * A message of the user: a text, or parts in the form of the Messages API. The model gets images and documents first,
 * then all texts, with an empty line between two of them.
 */
export type Message = string | { readonly role?: "user"; readonly content: string | readonly MessagePart[] };

export type MessagePart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source: {
        readonly type: "base64";
        readonly media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
        readonly data: string;
      };
    }
  | {
      readonly type: "document";
      readonly source:
        | { readonly type: "base64"; readonly media_type: "application/pdf"; readonly data: string }
        | { readonly type: "text"; readonly media_type: "text/plain"; readonly data: string };
      readonly title?: string;
    };

/** A schema as JSON. */
export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A Standard Schema (standardschema.dev) that converts itself to JSON Schema, such as one of zod 4.2; another one
 * together with its JSON Schema.
 */
export type SchemaOf<T> = StandardSchema<T> | { readonly standard: StandardSchema<T>; readonly json: JsonSchema };

export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
    readonly jsonSchema?: { readonly input: (options: { readonly target: "draft-07" }) => Record<string, unknown> };
  };
}

export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

export interface SessionOptions {
  /** Working folder, absolute, in a folder of the workspace; the workspace folder by default. */
  readonly cwd?: string;
  /**
   * "copy": works in a copy of the working folder, so that the user reviews all changes and applies what is wanted. The
   * copy is kept until then, also when the conversation ends, and a resumed session continues in it. "none": works in
   * the folder itself. The default is "copy", and "none" where nothing in the folder can change: with `tools` that only
   * read and no `mcpServers`, and where `spawn` or `relay` runs `claude` in another place.
   */
  readonly isolation?: "none" | "copy";
  /** Name or alias of a model; the one of the user's settings by default. */
  readonly model?: string;
  /**
   * The tools of `claude` that the model can use, of those that the user's settings leave; all of these by default,
   * none with [].
   */
  readonly tools?: readonly string[];
  readonly limits?: Limits;
  /**
   * Functions of the extension that the model can call, as tools of one MCP server. The user is asked about each call
   * like about any other.
   */
  readonly customTools?: readonly CustomTool[];
  /**
   * MCP servers that `claude` starts or connects to, by name, beside those of the user. The user is asked about each
   * call of their tools.
   */
  readonly mcpServers?: McpServers;
  readonly hooks?: readonly HookDefinition[];
  /** Called before each tool call, also in modes that do not ask. */
  readonly permission?: PermissionCallback;
  /**
   * Starts `claude` in another place: in a container, over SSH, in a virtual machine. Excludes `relay`, `runtime` and
   * `runtimeArgs`.
   */
  readonly spawn?: Spawner;
  /**
   * Runs `claude` where this relay does, over a WebSocket that may be cut. Excludes `spawn`, `runtime` and
   * `runtimeArgs`.
   */
  readonly relay?: Relay;
  /** The program on PATH that runs `claude` where that is a script; Node by default. */
  readonly runtime?: "node" | "bun" | "deno";
  /** Arguments of that program, before the script, such as "--max-old-space-size=8192". */
  readonly runtimeArgs?: readonly string[];
  /** Called with what `claude` writes to stderr, as it comes. */
  readonly stderr?: (text: string) => void;
}

/**
 * Starts a process in another place. The user's mode and limits are among the arguments, and whether they hold there is
 * up to the extension. Called once with only the argument "--version", then for each start.
 */
export type Spawner = (request: SpawnRequest) => SpawnedProcess | PromiseLike<SpawnedProcess>;

/** A process to start. Contains no secret and no variable of the user, and no path but the working folder. */
export interface SpawnRequest {
  /** "claude", to be found in the other place. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables to add to those of the other place. */
  readonly environment: { readonly [name: string]: string };
  /** Fires when the process must be gone. */
  readonly signal: AbortSignal;
}

/** A running process. A child process of Node is one. */
export interface SpawnedProcess {
  readonly stdin: {
    write(text: string): unknown;
    end(): unknown;
    on?(event: "error", listener: (error: Error) => void): unknown;
  };
  readonly stdout: AsyncIterable<Uint8Array | string>;
  readonly stderr?: AsyncIterable<Uint8Array | string> | null | undefined;
  kill(signal?: "SIGTERM" | "SIGKILL"): unknown;
  once(event: "exit", listener: (code: number | null, signal: string | null) => void): unknown;
  once(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * A relay: a program that runs `claude` for its clients; extension/core/protocol/elsewhere/README.md of Tandem
 * describes its messages.
 */
export interface Relay {
  /** Address that begins with "ws:" or "wss:". */
  readonly url: string;
  /** Opens a connection; the WebSocket of the platform by default. Called again for each connection that is cut. */
  readonly connect?: ((url: string) => RelaySocket) | undefined;
}

/** A WebSocket, such as the one of the platform or of the package "ws". */
export interface RelaySocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: "open" | "close" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
}

/** A function that the model can call. */
export interface CustomTool {
  /**
   * Letters, digits, "_" and "-". The model sees it as "mcp__extension-PUBLISHER-NAME__" and this name, with each
   * hyphen of the id doubled.
   */
  readonly name: string;
  readonly description: string;
  /**
   * The form of the input, an object. A Standard Schema is checked before each call, and its value is passed; JSON
   * Schema alone is not checked.
   */
  readonly input: SchemaOf<unknown> | JsonSchema;
  /**
   * Returns the result: a text, an object with a method `render` that returns a text, or a value for JSON. The model
   * gets the message of a thrown error as a failed call.
   */
  run(input: never, context: ToolContext): unknown;
}

/**
 * MCP servers by name: at most 32 letters, digits, "_" and "-", without "-" at the start. The model sees the tools as
 * "mcp__extension-PUBLISHER-NAME-", this name, "__" and the name of the tool, with each hyphen of the id doubled, so no
 * rule of the user for another server applies to them. Texts with "${" are refused, because no variable is replaced.
 */
export type McpServers = { readonly [name: string]: McpServer };

export type McpServer =
  | {
      readonly type?: "stdio";
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: { readonly [name: string]: string };
    }
  | { readonly type: "http" | "sse"; readonly url: string; readonly headers?: { readonly [name: string]: string } };

/** Outcome of a change of MCP servers, by the names that the extension gave. */
export interface McpServerChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Reasons why servers did not connect. Empty while no process runs: the next one connects them. */
  readonly errors: { readonly [name: string]: string };
}

/** The turn in which a custom tool or a hook is called. */
export interface TurnInfo {
  readonly sessionId?: string;
  /** Title of the conversation; empty before it has one. */
  readonly title: string;
  /** Text of the prompt of the turn, or of the last one; undefined before the first. */
  readonly prompt?: string;
  /** Time at which the turn passes its deadline, in milliseconds since the epoch. */
  readonly deadline?: number;
  readonly budgets: readonly Budget[];
  /** Reason why the turn before it ended. */
  readonly stopReason?: string;
}

/** Context of a call of a custom tool. */
export interface ToolContext extends TurnInfo {
  /** Fires when the call is cancelled. */
  readonly signal: AbortSignal;
}

/** Context of a call of a hook. */
export interface HookContext extends TurnInfo {
  readonly toolUseId?: string;
  /** Fires when the call is cancelled, or its time is over. */
  readonly signal: AbortSignal;
}

/** A limit of the user, and what is used of it: new tokens (input without cache reads, plus output), or US dollars. */
export interface Budget {
  readonly scope: "turn" | "conversation";
  readonly unit: "tokens" | "usd";
  readonly used: number;
  readonly max: number;
}

export type HookEvent =
  | "PreToolUse"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "Notification"
  | "UserPromptSubmit"
  | "SessionStart"
  | "SessionEnd"
  | "Stop"
  | "SubagentStart"
  | "SubagentStop"
  | "PreCompact"
  | "PermissionRequest"
  | "Setup";

/** A function that `claude` calls at an event and waits for. Older versions have fewer events. */
export interface HookDefinition {
  readonly event: HookEvent;
  /** Pattern of tool names, such as "Write|Edit"; all without it. */
  readonly matcher?: string;
  /** Time limit in milliseconds; 30 000 by default. */
  readonly timeoutMs?: number;
  /** True if a failure or the end of the time blocks; otherwise it counts as no answer. */
  readonly isGate?: boolean;
  /** `input` has the fields of `claude` for the event, all untrusted. */
  run(input: HookInput, context: HookContext): HookOutput | undefined | Promise<HookOutput | undefined>;
}

export interface HookInput {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** The answer of a hook. It can stop, deny, ask the user and add; "allow" and "approve" count as no answer. */
export interface HookOutput {
  /** False ends the turn; `stopReason` tells the user why. */
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  readonly decision?: "approve" | "block";
  /** For the model. */
  readonly reason?: string;
  /** For the user. */
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: "allow" | "deny" | "ask";
    readonly permissionDecisionReason?: string;
    /** Replaces the input of the call as a whole. The user is asked about the call with this input. */
    readonly updatedInput?: Readonly<Record<string, unknown>>;
    /** Text for the model. */
    readonly additionalContext?: string;
  };
}

/**
 * Decides about a tool call before the user's rules, the user's mode and the user do. A failure of the callback denies
 * the call.
 */
export type PermissionCallback = (
  call: { readonly id: string; readonly tool: string; readonly input: Readonly<Record<string, unknown>> },
  context: { readonly signal: AbortSignal },
) => PermissionDecision | Promise<PermissionDecision>;

/**
 * "allow" and "ask" leave the decision to the user's rules, mode and answer. With another input the user is always
 * asked.
 */
export type PermissionDecision =
  | { readonly behavior: "allow" | "ask"; readonly updatedInput?: Readonly<Record<string, unknown>> }
  | { readonly behavior: "deny"; readonly message?: string };

/** Limits of a conversation. The user's own limits apply as well. */
export interface Limits {
  /** Maximum number of steps of a turn: requests to the model, each with the tool calls that it makes. */
  readonly maxTurns?: number;
  /** Maximum cost of the conversation in US dollars, as `claude` counts it. */
  readonly maxCostUsd?: number;
  /** Maximum duration of a turn in milliseconds. */
  readonly timeoutMs?: number;
}

/** A running conversation. Its events can be read once; leaving the loop does not stop the conversation. */
export interface Query<T = undefined> extends AsyncIterable<TandemEvent> {
  /** The result of the last turn. Rejects with a `TandemError`. */
  readonly result: Promise<TurnResult<T>>;
  /** Stops the conversation. Resolves when it has stopped; `result` then rejects with `aborted`. */
  stop(): Promise<void>;
  /**
   * Replaces the MCP servers of the conversation: connects new ones, disconnects those that are left out, and leaves
   * those of the user and the functions of `customTools` as they are. Rejects with `unsupported` where a version of
   * `claude` changes servers only with its next process.
   */
  setMcpServers(servers: McpServers): Promise<McpServerChanges>;
}

/** A conversation for several messages. */
export interface Session {
  /** Id of the session of `claude`; undefined before the first turn. */
  readonly id: string | undefined;
  /**
   * Sends a message, after the turns before it. Its events end with its turn. A failed turn leaves the session usable.
   */
  send(message: Message): Query;
  /**
   * Replaces the MCP servers of the conversation: connects new ones, disconnects those that are left out, and leaves
   * those of the user and the functions of `customTools` as they are. Rejects with `unsupported` where a version of
   * `claude` changes servers only with its next process.
   */
  setMcpServers(servers: McpServers): Promise<McpServerChanges>;
  /**
   * Stops a running turn and ends the process. The user finds the conversation in the list and can continue it. Never
   * rejects.
   */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Events of a conversation, in order. `agent` is the id of the tool call of the subagent that caused it; absent for the
 * conversation itself.
 */
export type TandemEvent =
  | { readonly kind: "text"; readonly text: string; readonly agent?: string }
  | { readonly kind: "thought"; readonly text: string; readonly agent?: string }
  | { readonly kind: "toolCall"; readonly call: ToolCall }
  | { readonly kind: "toolCallUpdate"; readonly call: ToolCall }
  /** `claude` took a message: the text that the model gets, and the tools that it can call. */
  | { readonly kind: "promptRendered"; readonly text: string; readonly tools: readonly string[] }
  | ToolInvoked
  | { readonly kind: "plan"; readonly entries: readonly PlanEntry[] }
  /** A line of `claude` could not be read; the conversation continues without it. */
  | { readonly kind: "damagedLine"; readonly reason: string }
  | { readonly kind: "turnEnded"; readonly result: TurnResult<unknown> };

/** A tool call ended. */
export interface ToolInvoked {
  readonly kind: "toolInvoked";
  /** Id of the call, as in its `ToolCall`. */
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly outcome: "done" | "failed" | "interrupted" | "denied";
  /**
   * Result of the tool, of any shape; for a command with `stdout`, `stderr`, `interrupted` and `isImage`. Undefined
   * unless it is done.
   */
  readonly response?: unknown;
  /** The error, or the reason of the denial, as the model gets it. */
  readonly error?: string;
  readonly durationMs?: number;
  readonly agent?: string;
}

export interface ToolCall {
  readonly id: string;
  /** Name of the tool, such as "Edit" or "mcp__server__tool". */
  readonly tool: string;
  /** Object of the call in one line: a path, a command, a pattern. */
  readonly subject: string;
  /** Absolute path of the file that the call acts on. */
  readonly path?: string;
  /** "queued": the call does not run yet. "waiting": the user is asked for permission. */
  readonly state: "queued" | "running" | "waiting" | "done" | "failed" | "denied" | "stopped";
  readonly agent?: string;
}

/** An entry of the task list that the model keeps. */
export interface PlanEntry {
  readonly text: string;
  readonly state: "pending" | "inProgress" | "completed";
}

/** The end of a turn that was neither stopped nor failed. */
export interface TurnResult<T = undefined> {
  /** The last reply of the turn. */
  readonly text: string;
  /** The answer in the form of the schema; undefined without a schema. */
  readonly output: T;
  /** Id of the session of `claude`. */
  readonly sessionId: string;
  /** The folder in which the turn worked, absolute: the working folder, or its copy. */
  readonly folder: string;
  readonly usage: Usage;
  /** Tool calls that were denied. */
  readonly denials: readonly { readonly id: string; readonly tool: string; readonly subject: string }[];
}

/** Usage of a turn, as far as `claude` reports it. */
export interface Usage {
  readonly models: readonly ModelUsage[];
  readonly costUsd?: number;
  readonly durationMs?: number;
  /** Number of requests to the main model. */
  readonly steps?: number;
}

export interface ModelUsage {
  readonly model: string;
  /** Input tokens without those of the cache. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/**
 * Reasons why a conversation of an extension failed, with their data. `claude` writes the texts in it.
 *
 * - `untrusted`: the user does not trust the workspace. `notAllowed`: the user did not allow the extension to use
 *   `claude`.
 * - `invalidOptions`, `folderNotAllowed`: the options are wrong, or the folder is not in the workspace.
 * - `notIsolated`: no copy of the folder was made; the reason is a code such as "overBudget", "noSpace" or "noGit".
 * - `busy`: too many conversations run, for the extension or for the window.
 * - `undecided`: the user has not decided what the repository may configure.
 * - `unknownSession`: the extension started no such session.
 * - `unsupported`: the running version of `claude` cannot do what was asked; `servers` names MCP servers that change
 *   with the next process.
 * - `schemaMismatch`: the model gave no answer in the form of the schema; `issues` names the differences.
 * - `aborted`: by the extension, or by the user, who stopped or closed the conversation.
 * - `failed`: for any other reason, with a code such as "server" or "refused".
 */
export interface ErrorData {
  readonly untrusted: Record<never, never>;
  readonly notAllowed: Record<never, never>;
  readonly invalidOptions: { readonly issues: string };
  readonly folderNotAllowed: { readonly folder: string };
  readonly notIsolated: { readonly reason: string };
  readonly busy: Record<never, never>;
  readonly undecided: Record<never, never>;
  readonly notFound: { readonly searched: readonly string[] };
  readonly notStartable: { readonly reason: string };
  readonly notSignedIn: { readonly message: string };
  readonly processEnded: { readonly detail: string };
  readonly damagedLine: { readonly reason: string };
  readonly unknownSession: { readonly sessionId: string };
  readonly unsupported: { readonly servers: readonly string[] };
  readonly schemaMismatch: { readonly issues: string };
  readonly maxTurns: { readonly message: string };
  readonly budget: { readonly message: string };
  readonly throttled: {
    readonly message: string;
    readonly reason: "rateLimit" | "overloaded" | "planLimit" | "network";
  };
  readonly timedOut: { readonly timeoutMs: number };
  readonly aborted: { readonly by: "extension" | "user" };
  readonly failed: { readonly code: string; readonly message: string };
}

export type ErrorCode = keyof ErrorData;

/** The error that a rejected promise of the API carries. Check `name` or `code`: the class belongs to Tandem. */
export type TandemError = { readonly [C in ErrorCode]: TandemErrorOf<C> }[ErrorCode];

export interface TandemErrorOf<C extends ErrorCode> extends Error {
  readonly name: "TandemError";
  readonly code: C;
  readonly data: ErrorData[C];
  readonly cause?: unknown;
}
