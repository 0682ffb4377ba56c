import * as vscode from "vscode";
import {
  type AccountQuestions,
  loginWays,
  type RunningLogin,
} from "../../core/conversations/actions/accountActions.ts";
import { accountText } from "../../shared/text/account.ts";
import type { Messages } from "./messages.ts";

/** Creates the questions about the account, in the editor's pickers, and its messages. */
export function createAccountDialogs(messages: Messages): AccountQuestions {
  return {
    async pickLogin() {
      const items = loginWays.map((way) => ({ ...accountText.ways[way](), way }));
      return (await vscode.window.showQuickPick(items, { title: accountText.logIn() }))?.way;
    },
    followLogin: (login) => followLogin(login, messages),
    showLoggedIn: (account) => messages.inform(accountText.loggedIn(account)),
    showLoginFailed: (reason) => messages.showError(accountText.loginFailed(reason)),
    async confirmLogOut() {
      const logOut = accountText.logOut();
      const options = { modal: true, detail: accountText.logOutDetail() };
      return (await vscode.window.showWarningMessage(accountText.logOutQuestion(), options, logOut)) === logOut;
    },
  };
}

/**
 * Opens the page of a login. A browser on another machine than `claude` cannot report to it, so the user enters the
 * code that the page shows.
 */
async function followLogin({ pages, ended, enterCode }: RunningLogin, messages: Messages): Promise<string | undefined> {
  const isRemote = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  await vscode.env.openExternal(vscode.Uri.parse(isRemote ? pages.manual : pages.automatic, true));
  if (isRemote) {
    // The code ends the login, so its failure is reported there.
    ended.catch(() => {});
    const code = await vscode.window.showInputBox({
      title: accountText.logIn(),
      prompt: accountText.codePrompt(),
      ignoreFocusOut: true,
    });
    return code?.trim() ? enterCode(code) : undefined;
  }
  return messages.showWork(accountText.waiting(), true, (signal) => {
    const cancelled = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    ended.catch(() => {});
    return Promise.race([ended, cancelled]);
  });
}
