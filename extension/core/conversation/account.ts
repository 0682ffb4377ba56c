import { stripControl } from "../../shared/base/invisible.ts";
import { hasSince } from "../protocol/version.ts";
import type { Controls } from "./controls.ts";

/**
 * Returns the arguments with which `claude` logs in or out in a terminal: since 2.1.50 a command that ends on its own.
 */
export function getAccountArguments(action: "login" | "logout", version: string | undefined): readonly string[] {
  return version !== undefined && hasSince(version, "b") !== "no" ? ["auth", action] : [`/${action}`];
}

/** Pages on which the user logs in: one that reports to this machine on its own, and one that shows a code. */
export interface LoginPages {
  readonly automatic: string;
  readonly manual: string;
}

/**
 * Starts a login in a running process. Returns undefined where `claude` cannot do that (before 2.1.329) or nothing
 * runs. Rejects when it fails.
 */
export async function beginLogin(
  controls: Pick<Controls, "call">,
  isSubscription: boolean,
): Promise<LoginPages | undefined> {
  const answer = await controls.call("claude_authenticate", { loginWithClaudeAi: isSubscription });
  const { automaticUrl: automatic, manualUrl: manual } = answer ?? {};
  const isPage = (address: string | undefined): address is string => address?.startsWith("https://") === true;
  return isPage(automatic) && isPage(manual) ? { automatic, manual } : undefined;
}

/**
 * Resolves to the name of the account when the login has ended, empty if `claude` did not name it. Rejects when the
 * login failed.
 */
export async function awaitLogin(controls: Pick<Controls, "call">): Promise<string> {
  return getName((await controls.call("claude_oauth_wait_for_completion", {}))?.account);
}

/** Ends the login with the text that the manual page showed: the code, and after "#" the state. */
export async function enterLoginCode(controls: Pick<Controls, "call">, text: string): Promise<string> {
  const [authorizationCode = "", state = ""] = text.trim().split("#");
  return getName((await controls.call("claude_oauth_callback", { authorizationCode, state }))?.account);
}

function getName(
  account: { readonly email?: string | undefined; readonly organization?: string | undefined } = {},
): string {
  return stripControl(account.email ?? account.organization ?? "");
}
