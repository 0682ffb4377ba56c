import * as vscode from "vscode";
import type { ServerEditDialogs, ServerImport } from "../../core/conversations/servers/serverPorts.ts";
import { readForm } from "../../core/options/servers/serverForm.ts";
import { background } from "../../shared/base/background.ts";
import { escapeInvisible, escapeLines } from "../../shared/base/invisible.ts";
import type { Logger } from "../../shared/base/logger.ts";
import type { ServerPlace } from "../../shared/contract/servers/serverDefinitions.ts";
import { formatPlace, formatServerProblem, getPlaceLabel } from "../../shared/text/servers/serverDefinitions.ts";
import { formatImportNote, serverEditText } from "../../shared/text/servers/serverEdits.ts";
import { askWhole } from "../dialogs/askWhole.ts";
import { toLabelText, toMessageText } from "../plainText.ts";
import { askServer, getPlaceItems } from "./serverForm.ts";

/** Returns the dialogs about definitions of MCP servers. */
export function createServerEditDialogs(logger: Logger): ServerEditDialogs {
  const offer = (message: string, button: string, open: () => PromiseLike<unknown>): void =>
    background(
      vscode.window
        .showWarningMessage(toMessageText(message), toLabelText(button))
        .then((answer) => (answer === undefined ? undefined : open())),
      logger,
      "showing a problem of an MCP server",
    );
  return {
    fillIn: askServer,
    pickServer,
    pickSecret,
    pickPlace,
    confirmReplace,
    confirmRemove,
    confirmRemoveSecret,
    pickImports,
    confirmImport,

    showWrongFile({ file, problem: { line, column, reason } }) {
      const open = (): PromiseLike<unknown> => openAt(file, line, column);
      offer(serverEditText.wrongFile(file, line, column, reason), serverEditText.openFile(), open);
    },

    showNotEditable({ name, place }, problem) {
      const message = serverEditText.notEditable(
        name,
        problem ? formatServerProblem(problem) : serverEditText.otherFields(),
      );
      offer(message, serverEditText.openPlace(), () => openPlace(place));
    },

    showDone(done, name, place) {
      const message = serverEditText.done[done](name, formatPlace(place));
      const detail = place.kind === "projectFile" ? [serverEditText.restart()] : [];
      background(
        vscode.window.showInformationMessage(toMessageText([message, ...detail].join(" "))),
        logger,
        "showing a changed MCP server",
      );
    },

    showNone(what) {
      background(
        vscode.window.showInformationMessage(serverEditText.none[what]()),
        logger,
        "showing that there is no MCP server",
      );
    },
  };
}

const pickServer: ServerEditDialogs["pickServer"] = async (servers, purpose) => {
  const items = servers.map((server) => ({
    label: toLabelText(server.name),
    description: toLabelText(getPlaceLabel(server.place)),
    detail: toLabelText(formatDefinition(server.value).join(" ")),
    server,
  }));
  const title = serverEditText.pick[purpose]();
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.server;
};

const pickSecret: ServerEditDialogs["pickSecret"] = async (secrets, server) => {
  const items = secrets.map((secret) => ({ label: toLabelText(secret), secret }));
  const title = serverEditText.pickSecret(toLabelText(server));
  return (await vscode.window.showQuickPick(items, { title }))?.secret;
};

const pickPlace: ServerEditDialogs["pickPlace"] = async (places) => {
  const options = { title: serverEditText.importTitle(), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick([...getPlaceItems(places)], options))?.pick;
};

const confirmReplace: ServerEditDialogs["confirmReplace"] = ({ name, place }) =>
  confirm(
    serverEditText.replaceQuestion(toMessageText(name), formatPlace(place)),
    serverEditText.replaceDetail(),
    serverEditText.replace(),
  );

const confirmRemove: ServerEditDialogs["confirmRemove"] = ({ name, place }) =>
  confirm(
    serverEditText.removeQuestion(toMessageText(name), formatPlace(place)),
    serverEditText.removeDetail(),
    serverEditText.remove(),
  );

const confirmRemoveSecret: ServerEditDialogs["confirmRemoveSecret"] = (secret, server) =>
  confirm(
    serverEditText.removeSecretQuestion(toMessageText(secret)),
    serverEditText.removeSecretDetail(toMessageText(server)),
    serverEditText.remove(),
  );

const pickImports: ServerEditDialogs["pickImports"] = async (imports) => {
  const items = imports.map((server) => ({
    label: toLabelText(server.name),
    description: toLabelText(server.file),
    detail: toLabelText(
      server.problem
        ? serverEditText.cannotImport(formatServerProblem(server.problem))
        : formatDefinition(server.definition).join(" "),
    ),
    picked: server.definition !== undefined,
    server,
  }));
  const options = {
    title: serverEditText.importTitle(),
    placeHolder: serverEditText.importPlaceholder(),
    canPickMany: true,
    ignoreFocusOut: true,
  } as const;
  return ((await vscode.window.showQuickPick(items, options)) ?? []).map(({ server }) => server);
};

/**
 * Shows the whole definition, one line for each field, before anything is written. A server that cannot be imported can
 * only be skipped.
 */
async function confirmImport({
  name,
  definition,
  notes,
  problem,
}: ServerImport): Promise<"import" | "skip" | undefined> {
  const [run, skip] = [serverEditText.import(), serverEditText.skip()];
  const lines = [
    ...(problem ? [serverEditText.cannotImport(formatServerProblem(problem))] : formatDefinition(definition)),
    ...notes.map(formatImportNote),
  ];
  const detail = lines.map(escapeInvisible).join("\n\n");
  const question = serverEditText.importQuestion(toMessageText(name));
  const answer = await askWhole(question, detail, definition ? [run, skip] : [skip]);
  return answer === run ? "import" : answer === skip ? "skip" : undefined;
}

async function confirm(question: string, detail: string, button: string): Promise<boolean> {
  const run = toLabelText(button);
  return (
    (await vscode.window.showWarningMessage(
      toMessageText(question),
      { modal: true, detail: escapeLines(detail) },
      run,
    )) === run
  );
}

async function openAt(file: string, line: number, column: number): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}

/** Opens the setting or the file that defines a server. */
async function openPlace(place: ServerPlace): Promise<void> {
  if (place.kind === "projectFile")
    return openAt(vscode.Uri.joinPath(vscode.Uri.file(place.folder), ".mcp.json").fsPath, 1, 1);
  await vscode.commands.executeCommand("workbench.action.openSettings", "tandem.mcpServers");
}

/** Describes a definition completely, one line for each field: what runs or is contacted, and with which values. */
function formatDefinition(value: unknown): readonly string[] {
  const form = readForm(value);
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const shown: ReadonlySet<string> = new Set(["type", "command", "args", "env", "url", "headers"]);
  const others = fields
    .filter(([name]) => !form || !shown.has(name))
    .map(([name, each]) => serverEditText.field(name, JSON.stringify(each)));
  if (!form) return others;
  const entries = Object.entries(form.transport === "stdio" ? form.env : form.headers).map(([name, each]) =>
    serverEditText.field(name, each),
  );
  const first =
    form.transport === "stdio"
      ? [form.command, ...form.args].map((each) => (/^[\w./:@=-]+$/.test(each) ? each : JSON.stringify(each))).join(" ")
      : form.url;
  return [first, ...entries, ...others];
}
