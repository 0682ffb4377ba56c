import { t } from "@vscode/l10n";

/** The form for an MCP server. */
export const serverFormText = {
  addTitle: () => t("Add MCP server"),
  editTitle: (name: string) => t("Edit MCP server {0}", name),
  transport: () => t("How claude reaches the server"),
  transports: {
    stdio: () => ({ label: t("Program (stdio)"), detail: t("claude starts a program on this computer.") }),
    http: () => ({ label: t("Address (HTTP)"), detail: t("claude connects to a web address.") }),
    sse: () => ({ label: t("Address (SSE)"), detail: t("claude connects to the web address of an older server.") }),
  },
  place: () => t("Where to save the server"),
  places: {
    user: () => t("User settings"),
    workspace: () => t("Workspace settings"),
    folder: () => t("Folder settings"),
    projectFile: () => t(".mcp.json"),
  },
  placeDetails: {
    user: () => t("For all your folders."),
    workspace: () => t("For this workspace. Often shared with the project."),
    folder: () => t("For this folder. Often shared with the project."),
    projectFile: () =>
      t("claude's own file for this folder, shared with the project. Takes effect when the conversation restarts."),
  },
  name: () => t("Name of the server. It is part of the names of its tools."),
  badName: () => t("Use up to 64 letters, digits, spaces, dots, hyphens, and underscores."),
  command: () => t("Program to start"),
  args: () =>
    t("Arguments, separated by spaces. Put an argument that contains spaces in quotes. Leave empty for none."),
  openQuote: () => t("Add the closing quotation mark."),
  url: () => t("Web address of the server"),
  badUrl: () => t("Enter an address that starts with http:// or https://."),
  exposed: () =>
    t(
      "Other users of this computer can read the program and its arguments. Use a secret in an environment variable instead.",
    ),
  noInputs: () => t("Inputs of the editor's mcp.json don't work here. Use a secret instead."),
  noSecrets: () =>
    t("Secrets don't work in .mcp.json, which claude reads itself. Use an environment variable instead."),
  empty: () => t("Enter a value."),

  entries: {
    env: () => t("Environment variables of the program"),
    headers: () => t("Headers of each request"),
  },
  noEntries: {
    env: () => t("Save without environment variables"),
    headers: () => t("Save without headers"),
  },
  entriesDone: () => t("Save"),
  addEntry: {
    env: () => t("Add environment variable…"),
    headers: () => t("Add header…"),
  },
  removeEntry: () => t("Remove"),
  entryName: {
    env: () => t("Name of the environment variable"),
    headers: () => t("Name of the header, such as Authorization"),
  },
  badEntryName: {
    env: () => t("Enter a name without spaces or equals signs."),
    headers: () => t("Use letters, digits, and hyphens."),
  },
  valueKind: (name: string) => t("Value of {0}", name),
  secret: () => t("Secret"),
  secretDetail: () => t("Kept in the editor's secret storage. Settings only contain its name."),
  variable: () => t("Environment variable"),
  variableDetail: () => t("claude reads the value from its own environment. The file only contains its name."),
  plain: () => t("Text"),
  plainDetail: () => t("Saved as is, readable by everyone who can read the settings or the file."),
  entryValue: (name: string) => t("Value of {0}", name),
  secretName: () => t("Name of the secret. You enter its value after the server is saved."),
  variableName: () => t("Name of the environment variable"),
  badReference: () => t("Use letters, digits, dots, hyphens, and underscores."),
} as const;
