import { t } from "@vscode/l10n";

const askOrganization = (): string => t("Your organization controls this. Ask its administrator.");
const setLogin = (): string =>
  t("Log in with an account that your organization allows (command “Log In to claude…”), then retry.");

/**
 * The help for each reason for which `claude` refuses a start (`startup_failure_reason`, 2.1.329 and 2.1.332).
 * Its own text says what is wrong; the reasons are an open set.
 */
const steps: Readonly<Record<string, () => string>> = {
  org_pin_api_key_conflict: () =>
    t(
      "Remove the API key from tandem.environment and from your environment, and log in to your organization instead. Then retry.",
    ),
  provider_not_allowed: () =>
    t(
      "Remove the variable that selects another provider from tandem.environment and from your environment, then retry.",
    ),
  org_verify_failed: setLogin,
  org_pin_mismatch: setLogin,
  gateway_signin_required: setLogin,
  gateway_access_denied: askOrganization,
  managed_settings_invalid: askOrganization,
  managed_settings_not_delivered: askOrganization,
  org_config_required_unavailable: () =>
    t("Check your network connection, then retry. If that doesn't help, ask your organization's administrator."),
  org_config_refused: askOrganization,
  remote_settings_required_unavailable: () =>
    t("Check your network connection, then retry. If that doesn't help, ask your organization's administrator."),
  proxy_invalid: () =>
    t(
      "Correct the proxy address: the editor's setting http.proxy, or HTTPS_PROXY in tandem.environment or your environment. Then retry.",
    ),
  temp_dir_unusable: () =>
    t(
      "Make the folder for temporary files writable, or set CLAUDE_CODE_TMPDIR in tandem.environment to another folder. Then retry.",
    ),
  cwd_unavailable: () => t("Select another folder in tandem.workingDirectory, or restore this one. Then retry."),
  shell_tool_missing: () => t("Install the missing program, or set its path in tandem.environment. Then retry."),
  session_held_by_background: () =>
    t("End the background session that uses this conversation, or fork the conversation. Then retry."),
  worktree_resume_refused: () => t("Open the worktree as a folder of its own, or start a new conversation there."),
  worktree_unverified: () =>
    t("Check the worktree with “git worktree list”, or start a new conversation in another folder."),
  cli_version_too_old: () => t("Run “claude update” in a terminal, then retry."),
  bypass_root: () =>
    t("Select another permission mode, then retry: claude doesn't bypass permissions when it runs as root."),
  sandbox_required_unavailable: () =>
    t("Install the missing programs named above, or ask your organization's administrator. Then retry."),
  initialize_not_first: () => t("This is a bug in Tandem. Report it with “Copy Status for a Bug Report”."),
  initialize_fields_not_delivered: () => t("This is a bug in Tandem. Report it with “Copy Status for a Bug Report”."),
  config_file_invalid: () => t("Correct the file, or move it so that claude creates a new one. Then retry."),
  sideload_flags_disabled: () =>
    t(
      "Your organization doesn't allow MCP servers and plugins from Tandem. Remove tandem.mcpServers and tandem.pluginDirectories, then retry.",
    ),
};

/** Returns what the user can do about a refused start. */
export function formatRefusalStep(reason: string): string {
  return Object.hasOwn(steps, reason) ? (steps[reason]?.() ?? "") : t("Fix this, then retry.");
}
