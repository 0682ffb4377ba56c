import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { z } from "zod";
import type {
  HookInput,
  Query,
  TandemAPI,
  TandemError,
  TandemEvent,
  TandemExports,
} from "../../../extension/core/api/tandem.d.ts";
import { connect, startRelay } from "../../fakes/relay.mjs";
import { countCalls } from "./callCounts.ts";
import { registerEditorTools, registerTests } from "./editorTools.ts";
import { spawnHere } from "./elsewhere.ts";
import { hostile } from "./hostile.ts";

/**
 * Calls the API of Tandem as another extension does. Each command writes what it got to a file of its name in the
 * folder.
 */
export function activate(context: vscode.ExtensionContext): void {
  const commands: Record<string, (api: TandemAPI) => Promise<unknown>> = {
    query,
    structured,
    tools,
    servers,
    session,
    isolated,
    elsewhere,
    relayed,
    hostile: (api) => hostile(api, context),
  };
  context.subscriptions.push(
    registerEditorTools(),
    vscode.commands.registerCommand("tandemExample.countCalls", countCalls),
  );
  for (const [place, destinationId] of Object.entries({
    Explorer: "workbench.view.explorer",
    Problems: "workbench.panel.markers",
    Tandem: "workbench.view.extension.tandem",
  })) {
    const move = () => vscode.commands.executeCommand("vscode.moveViews", { viewIds: ["tandem.chat"], destinationId });
    context.subscriptions.push(vscode.commands.registerCommand(`tandemExample.moveTo${place}`, move));
  }
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder) context.subscriptions.push(registerTests(folder.uri));
  for (const [name, run] of Object.entries(commands)) {
    const command = async (): Promise<void> => {
      const tandem = vscode.extensions.getExtension<TandemExports>("tandem-chat.tandem");
      // Both ways to say who calls.
      const api = name === "query" ? tandem?.exports.getAPI(1) : tandem?.exports.getAPI(1, context);
      if (api) write(name, await run(api).catch(describeError));
    };
    context.subscriptions.push(vscode.commands.registerCommand(`tandemExample.${name}`, command));
  }
}

/** Asks one thing about the folder itself, and returns the result with everything that happened on the way. */
async function query(api: TandemAPI): Promise<unknown> {
  const running = api.query({ prompt: "asked by the example", isolation: "none", limits: { maxTurns: 10 } });
  const events = await readEvents(running);
  return { ...(await running.result), events };
}

/** Gets an answer in the form of a schema of zod. */
async function structured(api: TandemAPI): Promise<unknown> {
  const schema = z.object({ count: z.number() }).transform(({ count }) => ({ doubled: count * 2 }));
  const { output } = await api.query({ prompt: "structured", schema }).result;
  return output.doubled;
}

/** Has the model call a function, with hooks around the call, and denies another call. */
async function tools(api: TandemAPI): Promise<unknown> {
  const seen: string[] = [];
  const hooks = (["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"] as const).map((event) => ({
    event,
    run: (input: HookInput) => {
      seen.push([event, input["tool_name"]].filter(Boolean).join(" "));
      return undefined;
    },
  }));
  const running = api.query({
    prompt: "tools",
    hooks,
    permission: ({ tool }) => (tool === "Bash" ? { behavior: "deny", message: "no commands" } : { behavior: "allow" }),
    customTools: [
      {
        name: "length",
        description: "Returns the length of a text.",
        input: z.object({ text: z.string() }),
        run: ({ text }: { text: string }) => ({ render: () => `It has ${text.length} letters.` }),
      },
    ],
  });
  const events = await readEvents(running);
  return { text: (await running.result).text, seen, events };
}

/** Replaces its MCP servers while the conversation runs, and has the model call one of them. */
async function servers(api: TandemAPI): Promise<unknown> {
  await using talk = await api.createSession({ mcpServers: { first: { command: "no-such-program" } } });
  await talk.send("servers").result;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const args = [fs.readFileSync(path.join(folder, "server.txt"), "utf8"), "works"];
  const changed = await talk.setMcpServers({
    second: { type: "http", url: "http://127.0.0.1:1/" },
    third: { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: "1" } },
  });
  const { text } = await talk.send("the third server").result;
  return { ...changed, errors: Object.keys(changed.errors), text, emptied: (await talk.setMcpServers({})).removed };
}

/**
 * Has a file written where a conversation of an extension works unless it says otherwise, and returns what is where.
 */
async function isolated(api: TandemAPI): Promise<unknown> {
  const { text, folder } = await api.query({ prompt: "isolated" }).result;
  return { text, folder, content: fs.readFileSync(path.join(folder, "apart.txt"), "utf8") };
}

/** Runs a conversation where it starts `claude` itself, with a function of its own and what is written to stderr. */
async function elsewhere(api: TandemAPI): Promise<unknown> {
  const stderr: string[] = [];
  const commands: string[][] = [];
  const running = api.query({
    prompt: "elsewhere",
    spawn: (request) => {
      commands.push([request.command, ...request.args.slice(0, 1)]);
      return spawnHere(request);
    },
    stderr: (text) => stderr.push(text),
    customTools: [{ name: "where", description: "Returns the place.", input: z.object({}), run: () => "elsewhere" }],
  });
  return { text: (await running.result).text, commands, stderr };
}

/** Runs a session over a relay whose connection is cut while the reply arrives. */
async function relayed(api: TandemAPI): Promise<unknown> {
  const relay = await startRelay(spawnHere);
  try {
    await using talk = await api.createSession({ relay: { url: relay.url, connect } });
    const running = talk.send("relayed");
    let cuts = 0;
    for await (const event of running) if (event.kind === "text" && cuts++ === 0) relay.cut();
    return { text: (await running.result).text, wasCut: cuts > 0 };
  } finally {
    await relay.close();
  }
}

/** Sends two messages in a session, and continues it. */
async function session(api: TandemAPI): Promise<unknown> {
  const first = await api.createSession();
  const replies = [
    await first.send("session one").result,
    await first.send({ content: [{ type: "text", text: "session two" }] }).result,
  ].map(({ text }) => text);
  const { id = "" } = first;
  await first[Symbol.asyncDispose]();
  const again = await api.resumeSession(id);
  replies.push((await again.send("session three").result).text);
  await again.close();
  return replies;
}

/** Returns the events in short, each only if it differs from the one before. */
async function readEvents(running: Query): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const event of running) events.push(describe(event));
  return events.filter((event, at) => event !== events[at - 1]);
}

function describe(event: TandemEvent): string {
  if (event.kind === "toolCall" || event.kind === "toolCallUpdate") return `${event.call.tool} ${event.call.state}`;
  return event.kind === "toolInvoked" ? `${event.kind} ${event.tool} ${event.outcome}` : event.kind;
}

/** Returns the code of an error of the API with its data, and the message of any other. */
const describeError = ({ code, data, message }: TandemError): object => (code ? { code, data } : { message });

function write(name: string, result: unknown): void {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder !== undefined) fs.writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(result));
}
