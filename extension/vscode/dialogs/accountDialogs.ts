import * as vscode from "vscode";
import {
  type AccountQuestions,
  loginWays,
  type RunningLogin,
} from "../../core/conversations/actions/accountActions.ts";
import { accountText } from "../../shared/text/account.ts";
import { toMessageText } from "../plainText.ts";

/** Questions about the account in the editor's pickers and notifications. */
export const accountDialogs: AccountQuestions = {
  async pickLogin() {
    const items = loginWays.map((way) => ({ ...accountText.ways[way](), way }));
    return (await vscode.window.showQuickPick(items, { title: accountText.logIn() }))?.way;
  },
  followLogin,
  showLoggedIn: (account) => void vscode.window.showInformationMessage(toMessageText(accountText.loggedIn(account))),
  showLoginFailed: (reason) => void vscode.window.showErrorMessage(toMessageText(accountText.loginFailed(reason))),
  async confirmLogOut() {
    const logOut = accountText.logOut();
    const options = { modal: true, detail: accountText.logOutDetail() };
    return (await vscode.window.showWarningMessage(accountText.logOutQuestion(), options, logOut)) === logOut;
  },
};

/**
 * Opens the page of a login. A browser on another machine than `claude` cannot report to it, so the user enters the
 * code that the page shows.
 */
async function followLogin({ pages, ended, enterCode }: RunningLogin): Promise<string | undefined> {
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
  const options = { location: vscode.ProgressLocation.Notification, title: accountText.waiting(), cancellable: true };
  return vscode.window.withProgress(options, (_, token) => {
    const cancelled = new Promise<undefined>((resolve) => token.onCancellationRequested(() => resolve(undefined)));
    ended.catch(() => {});
    return Promise.race([ended, cancelled]);
  });
}
