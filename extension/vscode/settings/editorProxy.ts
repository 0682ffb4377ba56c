import * as vscode from "vscode";

/**
 * Returns the proxy that the user's own settings name for the editor; undefined without one. A workspace decides
 * nothing here: its proxy would see all that `claude` sends.
 */
export function readEditorProxy(): { readonly address: string; readonly except: readonly string[] } | undefined {
  const http = vscode.workspace.getConfiguration("http");
  const read = <T>(name: string): T | undefined => http.inspect<T>(name)?.globalValue;
  const address = read<unknown>("proxy");
  if (typeof address !== "string" || address === "" || read("proxySupport") === "off") return undefined;
  const except = read<unknown>("noProxy");
  return { address, except: Array.isArray(except) ? except.filter((each) => typeof each === "string") : [] };
}
