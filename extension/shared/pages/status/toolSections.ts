import { t } from "@vscode/l10n";
import { escapePath } from "../../base/invisible.ts";
import type { SlashCommand } from "../../contract/composer/suggestions.ts";
import type { ProcessFacts } from "../../contract/pages/processFacts.ts";
import type { Answer, InstructionFile } from "../../contract/pages/statusFacts.ts";
import type { StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";
import type { ServerState } from "../../contract/servers/mcpServers.ts";
import { splitToolName } from "../../contract/toolNames.ts";
import { formatBytes } from "../../text/numbers.ts";
import { formatServerStatus, formatToolCount } from "../mcpPageText.ts";
import { formatNames, row, shorten } from "./values.ts";

const afterFirstReply = () => t("Reported with the first reply.");

/** Returns the tools by the server that has them; a tool's own name has no server. */
export function getToolsSection({ turn }: ProcessFacts, servers: readonly string[] = []): StatusSection {
  const section = { id: "tools", heading: t("Tools") };
  if (!turn) return { ...section, note: afterFirstReply(), rows: [] };
  const byServer = new Map<string, string[]>();
  for (const tool of turn.tools) {
    const { server, name } = splitToolName(tool, servers) ?? { server: "", name: tool };
    byServer.set(server, [...(byServer.get(server) ?? []), name]);
  }
  const rows = [...byServer].map(([server, names]) =>
    row(server, server === "" ? t("Built in") : shorten(server), formatNames(names), {
      origin: formatToolCount(names.length),
    }),
  );
  return { ...section, rows };
}

export function getServersSection(servers: Answer<readonly ServerState[]>): StatusSection {
  const section = { id: "servers", heading: t("MCP servers") };
  if (servers === "waiting") return { ...section, note: t("Asking claude…"), rows: [] };
  if (servers === "unsupported") return { ...section, note: t("claude is not running."), rows: [] };
  if (servers.length === 0) return { ...section, note: t("No MCP servers are configured."), rows: [] };
  return { ...section, rows: servers.map(getServerRow) };
}

function getServerRow(server: ServerState): StatusRow {
  const { name, status, error, scope = "", tools } = server;
  const shown = shorten(name);
  const isTrouble = status === "failed" || status === "needsSignIn" || status === "forbidden";
  const state = shorten(formatServerStatus(server));
  return row(name, shown, tools === undefined ? state : `${state} · ${formatToolCount(tools.length)}`, {
    origin: shorten(scope),
    ...(isTrouble ? { mark: { level: "warning", text: t("needs attention") } } : {}),
    ...(error === undefined ? {} : { more: shorten(error) }),
    button: { label: t("Manage"), longLabel: t("Manage {0}", shown), action: "manageServers" },
  });
}

export function getAgentsSection({ agents }: ProcessFacts): StatusSection {
  const section = { id: "agents", heading: t("Agents") };
  if (agents.length === 0) return { ...section, note: t("claude reported no agents."), rows: [] };
  return {
    ...section,
    rows: agents.map(({ name, description, model }) =>
      row(name, shorten(name), shorten(description) || t("No description"), {
        ...(model === undefined ? {} : { origin: t("Model: {0}", shorten(model)) }),
        isPrivate: true,
      }),
    ),
  };
}

export function getCommandsSection(commands: readonly SlashCommand[], { turn }: ProcessFacts): StatusSection {
  const skills = turn?.skills ?? [];
  const others = commands.filter(({ name }) => !skills.includes(name)).map(({ name }) => `/${name}`);
  return {
    id: "commands",
    heading: t("Skills and commands"),
    rows: [
      row("skills", t("Skills"), turn ? formatNames(skills) : afterFirstReply()),
      row("commands", t("Commands"), formatNames(others)),
    ],
  };
}

export function getPluginsSection({ turn }: ProcessFacts): StatusSection {
  const section = { id: "plugins", heading: t("Plugins") };
  if (!turn) return { ...section, note: afterFirstReply(), rows: [] };
  const loaded = turn.plugins.map(({ name, path }, index) => row(`${index} ${name}`, shorten(name), escapePath(path)));
  const failed = turn.pluginErrors.map(({ plugin, message }, index) =>
    row(`failed ${index}`, shorten(plugin), shorten(message), { mark: { level: "warning", text: t("failed") } }),
  );
  const rows = [...failed, ...loaded];
  return { ...section, rows, ...(rows.length === 0 ? { note: t("No plugins are loaded.") } : {}) };
}

export function getInstructionsSection(files: readonly InstructionFile[]): StatusSection {
  return {
    id: "instructions",
    heading: t("Instruction files"),
    ...(files.length === 0 ? { note: t("Neither this folder nor claude's user settings have a CLAUDE.md.") } : {}),
    rows: files.map(({ path, shown, bytes }) => {
      const name = escapePath(shown);
      return row(path, name, formatBytes(bytes), {
        button: { label: t("Open"), longLabel: t("Open {0}", name), action: "openFile", target: path },
      });
    }),
  };
}
