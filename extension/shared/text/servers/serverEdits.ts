import { t } from "@vscode/l10n";
import type { ImportNote } from "../../contract/servers/serverDefinitions.ts";

/** Lists, questions and results of edits of MCP servers. */
export const serverEditText = {
  pick: {
    edit: () => t("Edit MCP server"),
    remove: () => t("Remove MCP server"),
    replaceSecret: () => t("Replace a secret of an MCP server"),
    removeSecret: () => t("Remove a secret of an MCP server"),
  },
  pickSecret: (server: string) => t("Secrets of {0}", server),
  replaceQuestion: (name: string, place: string) => t("Replace {0} in {1}?", name, place),
  replaceDetail: () => t("A server with this name is already defined there."),
  replace: () => t("Replace"),
  removeQuestion: (name: string, place: string) => t("Remove {0} from {1}?", name, place),
  removeDetail: () => t("Its secrets are kept until you remove them."),
  remove: () => t("Remove"),
  removeSecretQuestion: (secret: string) => t("Remove the secret {0}?", secret),
  removeSecretDetail: (server: string) => t("Tandem asks for it the next time {0} starts.", server),

  done: {
    added: (name: string, place: string) => t("{0} was added to {1}.", name, place),
    moved: (names: string, place: string) => t("Moved to {1}: {0}.", names, place),
    changed: (name: string, place: string) => t("{0} was changed in {1}.", name, place),
    removed: (name: string, place: string) => t("{0} was removed from {1}.", name, place),
    secretReplaced: (name: string) => t("The secret {0} was replaced. Servers use it the next time they start.", name),
    secretRemoved: (name: string) => t("The secret {0} was removed.", name),
  },
  misplaced: () => t("claude doesn't read MCP servers from this file. Move them to .mcp.json or to tandem.mcpServers."),
  move: {
    projectFile: () => t("Move MCP servers to .mcp.json"),
    setting: () => t("Move MCP servers to tandem.mcpServers"),
  },
  restart: () => t("Restart the conversation to apply the change."),
  none: {
    noServers: () => t("There are no MCP servers to edit in your settings or .mcp.json."),
    noSecrets: () => t("No MCP server in your settings uses a secret."),
    noImports: () =>
      t("There are no MCP servers to import: neither your own mcp.json nor that of this folder defines any."),
    noPlace: () => t("There is no place to save the server. Open a folder, then try again."),
  },
  wrongFile: (file: string, line: number, column: number, reason: keyof typeof fileReasons) =>
    t("{0}, line {1}, column {2}: {3} Nothing was written.", file, line, column, fileReasons[reason]()),
  openFile: () => t("Open File"),
  notEditable: (name: string, problem: string) => t("The form can't show {0}: {1}", name, problem),
  otherFields: () => t("it has fields of other types."),
  openPlace: () => t("Open"),

  importTitle: () => t("Import MCP servers"),
  importPlaceholder: () => t("Servers that the editor's mcp.json defines"),
  cannotImport: (problem: string) => t("Can't be imported: {0}", problem),
  importQuestion: (name: string) => t("Import the MCP server {0}?", name),
  import: () => t("Import"),
  skip: () => t("Skip"),
  field: (name: string, value: string) => t("{0}: {1}", name, value),
} as const;

const fileReasons = {
  syntax: () => t("This is not valid JSON."),
  notObject: () => t("An object is expected here."),
  repeatedKey: () => t("This name occurs twice."),
  unreadable: () => t("The file can't be read."),
} as const;

/** Describes what an import changes or leaves out. */
export function formatImportNote(note: ImportNote): string {
  switch (note.code) {
    case "fieldLeftOut":
      return t("{0} is not included, because claude doesn't support it.", note.field);
    case "passwordInput":
      return t("The input {0} becomes a secret, which you enter after the import.", note.input);
    case "plainInput":
      return t("The input {0} also becomes a secret. You enter it after the import.", note.input);
    case "variableUnknown":
      return t(
        "{0} is not replaced, because only the editor knows it. Change it after the import.",
        `\${${note.variable}}`,
      );
  }
}
