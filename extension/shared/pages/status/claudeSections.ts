import { t } from "@vscode/l10n";
import { escapePath } from "../../base/invisible.ts";
import { getThinking } from "../../contract/chosenSettings.ts";
import type { ConversationState } from "../../contract/conversationState.ts";
import type { AccountFacts, EnvironmentVariable } from "../../contract/pages/processFacts.ts";
import type { ConversationFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusButton, StatusRow, StatusSection } from "../../contract/pages/statusPage.ts";
import { getEffortLabel, getFastValue, getModeLabel, getThinkingText } from "../../text/conversation.ts";
import { untitled } from "../../text/conversationList.ts";
import { getModelName } from "../../text/modelName.ts";
import { formatContext } from "../../text/numbers.ts";
import { profileText } from "../../text/settings/profiles.ts";
import { formatNames, row, shorten } from "./values.ts";

const change = () => t("Change");

/** Returns the values of a conversation, as `claude` reported them last. */
export function getConversationSection(facts: ConversationFacts): StatusSection {
  const { state, process } = facts;
  const { sessionId, title } = state;
  return {
    id: "conversation",
    heading: t("Conversation"),
    rows: [
      row("title", t("Title"), shorten(title) || untitled(), { isPrivate: true }),
      ...getModelRows(state),
      getStyleRow(facts),
      ...getFolderRows(state, process.turn?.directories ?? []),
      row("session", t("Session"), sessionId === undefined ? t("No messages yet") : shorten(sessionId), {
        isPrivate: true,
      }),
      row("context", t("Context used"), formatContext(state)),
    ],
  };
}

const notReported = () => t("Not reported yet");

/** Returns what the panel's pickers choose, each with a button that opens the list of choices. */
function getModelRows(state: ConversationState): readonly StatusRow[] {
  const { reported } = state;
  const { name, version } = getModelName(state);
  const picker = (longLabel: string, target: string): { readonly button: StatusButton } => ({
    button: { label: change(), longLabel, action: "selectOption", target },
  });
  return [
    row("model", t("Model"), reported.model === undefined ? notReported() : shorten(name), {
      ...(version === undefined || version === name ? {} : { more: shorten(version) }),
      ...picker(t("Change the model"), "model"),
    }),
    row(
      "mode",
      t("Permission mode"),
      reported.permissionMode === undefined ? notReported() : getModeLabel(reported.permissionMode),
      picker(t("Change the permission mode"), "permissionMode"),
    ),
    row("effort", t("Effort"), getEffortLabel(reported.effort), picker(t("Change the effort"), "effort")),
    row(
      "thinking",
      t("Thinking"),
      getThinkingText(getThinking(state)).label,
      picker(t("Change thinking"), "maxThinkingTokens"),
    ),
    row("fast", t("Fast mode"), getFastValue(state), picker(t("Change fast mode"), "fastMode")),
  ];
}

function getStyleRow({ process: { outputStyle, outputStyles }, canSelectStyle }: ConversationFacts): StatusRow {
  const button = { label: change(), longLabel: t("Change the output style"), action: "selectStyle" } as const;
  return row("style", t("Output style"), outputStyle === undefined ? notReported() : shorten(outputStyle), {
    ...(outputStyles.length === 0 ? {} : { more: t("Available: {0}", formatNames(outputStyles)) }),
    ...(canSelectStyle && outputStyles.length > 0 ? { button } : {}),
  });
}

/** Returns the folders and the profile, each with a button that opens the setting for new conversations. */
function getFolderRows(
  { folder, profile = "", settings }: ConversationState,
  directories: readonly string[],
): readonly StatusRow[] {
  const setting = (longLabel: string, target: string): { readonly button: StatusButton } => ({
    button: { label: change(), longLabel, action: "openSetting", target },
  });
  return [
    row(
      "folder",
      t("Working folder"),
      escapePath(folder) || t("Not selected yet"),
      setting(t("Change the working folder of new conversations"), "workingDirectory"),
    ),
    row(
      "profile",
      t("Profile"),
      shorten(profileText.status(profile, String(settings["profile"]?.value ?? profile))),
      setting(t("Change the profile of new conversations"), "profile"),
    ),
    row(
      "directories",
      t("Added folders"),
      formatNames(directories),
      setting(t("Change the added folders"), "additionalDirectories"),
    ),
  ];
}

/**
 * Functions that a version lacks without a request, or without a live change of an option. Names that are not listed
 * are not missed.
 */
const missed: ReadonlyMap<string, () => string> = new Map([
  ["apply_flag_settings", () => t("change effort and fast mode during a conversation")],
  ["mcp_reconnect", () => t("reconnect and disable MCP servers")],
  ["stop_task", () => t("stop one background task")],
  ["background_tasks", () => t("move a running command to the background")],
  ["get_task_output", () => t("show the output of running commands")],
  ["cancel_async_message", () => t("withdraw a message that joins the turn")],
  ["get_context_usage", () => t("show what uses the context")],
  ["get_usage", () => t("show the limits of a plan")],
  ["get_settings", () => t("report its settings, and confirm a changed effort")],
  ["list_permission_rules", () => t("list its permission rules")],
  ["get_hooks_listing", () => t("list its hooks")],
  ["rename_session", () => t("rename a conversation")],
  ["side_question", () => t("answer side questions")],
  ["additionalDirectories", () => t("add a folder during a conversation")],
  ["mcp_authenticate", () => t("sign in to an MCP server from the chat")],
]);

export function getProgramSection({ state, process, missing, newestTested }: ConversationFacts): StatusSection {
  const lacks = missing.flatMap((name) => missed.get(name)?.() ?? []);
  const unknown = t("Not started yet");
  return {
    id: "claude",
    heading: t("claude"),
    rows: [
      row("path", t("Path"), process.program === undefined ? unknown : escapePath(process.program), {
        button: {
          label: change(),
          longLabel: t("Change the path of claude"),
          action: "openSetting",
          target: "claudePath",
        },
      }),
      row("version", t("Version"), state.cliVersion === undefined ? unknown : shorten(state.cliVersion), {
        ...(newestTested === undefined
          ? {}
          : { more: t("Newer than {0}, the newest version that Tandem was tested with.", newestTested) }),
      }),
      ...(lacks.length === 0 ? [] : [row("lacks", t("This version can't"), lacks.join("; "))]),
      ...(process.turn && process.turn.betas.length > 0
        ? [row("betas", t("Betas"), formatNames(process.turn.betas))]
        : []),
    ],
  };
}

/** Meanings of the key sources of `claude` (all versions). */
const keySources: ReadonlyMap<string, () => string> = new Map([
  ["none", () => t("None (logged in with an account, token, or cloud provider)")],
  ["ANTHROPIC_API_KEY", () => t("API key from the variable ANTHROPIC_API_KEY")],
  ["apiKeyHelper", () => t("API key from the command in apiKeyHelper")],
  ["/login managed key", () => t("API key that claude saved when you logged in")],
  ["user", () => t("API key from claude's user settings")],
  ["config", () => t("API key from claude's settings")],
  ["project", () => t("API key from claude's project settings")],
  ["org", () => t("API key of your organization")],
  ["temporary", () => t("API key that is only valid for a short time")],
  ["oauth", () => t("Logged in with an account")],
]);

export function formatKeySource(source: string): string {
  return keySources.get(source)?.() ?? shorten(source);
}

export function getAccountSection(account: AccountFacts | undefined, keySource: string | undefined): StatusSection {
  const { email, organization, plan, tokenSource, apiProvider } = account ?? {};
  const entries = [
    [t("Email"), email],
    [t("Organization"), organization],
    [t("Plan"), plan],
    [t("Logged in with"), tokenSource],
    [t("Provider"), apiProvider],
  ] as const;
  const rows = entries.flatMap(([name, value]) =>
    value === undefined
      ? []
      : [row(name, name, shorten(value), { isPrivate: value === email || value === organization })],
  );
  const source = keySource === undefined ? t("Reported with the first reply") : formatKeySource(keySource);
  const button = { label: t("Log in"), longLabel: t("Log in to claude"), action: "logIn" } as const;
  return { id: "account", heading: t("Account"), rows: [...rows, row("key", t("API key"), source, { button })] };
}

export function getEnvironmentSection(variables: readonly EnvironmentVariable[]): StatusSection {
  const named = (origin: EnvironmentVariable["origin"]): string =>
    formatNames(variables.filter((each) => each.origin === origin).map(({ name }) => name));
  const section = { id: "environment", heading: t("Environment variables") };
  if (variables.length === 0) return { ...section, note: t("claude is not running."), rows: [] };
  return {
    ...section,
    note: t("Names only. Values are never shown."),
    rows: [
      row("setting", "tandem.environment", named("setting"), {
        origin: t("User settings"),
        button: {
          label: change(),
          longLabel: t("Change {0}", "environment"),
          action: "openSetting",
          target: "environment",
        },
      }),
      ...(variables.some(({ origin }) => origin === "proxySetting")
        ? [row("proxy", "http.proxy", named("proxySetting"), { origin: t("User settings of the editor") })]
        : []),
      row("tandem", t("Set by Tandem"), named("tandem"), { origin: t("Tandem") }),
      row("editor", t("Inherited"), named("editor"), { origin: t("Editor"), isPrivate: true }),
    ],
  };
}
