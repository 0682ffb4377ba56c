import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { TandemAPI, TandemError, TandemExports } from "../../../extension/api/tandem.d.ts";

/** Calls the API of Tandem as another extension does. Each command writes what it got to a file of its name in the folder. */
export function activate(context: vscode.ExtensionContext): void {
  const commands: Record<string, (api: TandemAPI) => Promise<unknown>> = { query };
  for (const [name, run] of Object.entries(commands)) {
    const command = async (): Promise<void> => {
      const tandem = vscode.extensions.getExtension<TandemExports>("tandem-chat.tandem");
      const api = tandem?.exports.getAPI(1, context);
      if (api) write(name, await run(api).catch(({ code, data }: TandemError) => ({ code, data })));
    };
    context.subscriptions.push(vscode.commands.registerCommand(`tandemExample.${name}`, command));
  }
}

/** Asks one thing, and returns the result with everything that happened on the way. */
async function query(api: TandemAPI): Promise<unknown> {
  const running = api.query({ prompt: "asked by the example", limits: { maxTurns: 10 } });
  const events: string[] = [];
  for await (const event of running) events.push("call" in event ? `${event.call.tool} ${event.call.state}` : event.kind);
  return { ...(await running.result), events: events.filter((event, at) => event !== events[at - 1]) };
}

function write(name: string, result: unknown): void {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder !== undefined) fs.writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(result));
}
