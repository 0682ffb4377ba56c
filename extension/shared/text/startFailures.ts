import { t } from "@vscode/l10n";
import { getErrorMessage } from "../base/failure.ts";

/** Texts about a start that failed, in the view itself and in the editor's own parts. */
export const startFailureText = {
  missingFile: (file: string) => t("A file of Tandem is missing: {0}. Install Tandem again.", file),
  unreadableFile: (file: string) =>
    t("A file of Tandem can't be read: {0}. Check its permissions, or install Tandem again.", file),
  damagedFile: (file: string) => t("A file of Tandem is damaged: {0}. Install Tandem again.", file),
  failed: (reason: string) => t("Couldn't start Tandem: {0}", reason),
  silent: () => t("The chat didn't start within 5 seconds. Its script may be blocked or damaged."),
  /** Of a page that cannot show anything itself. The manifest has the same text for the view beside the chat. */
  gone: () => t("The chat isn't responding. The conversation continues without it."),
  /** The same of a page such as Usage. */
  goneTab: (title: string) => t("The page {0} isn't responding. Try again to open a new one.", title),
  /** Shown while the page may still come. */
  slow: () => t("The chat is still loading. What you type here is kept."),
  /** Shown in place of it where the page is there, but nothing that it shows. */
  silentEditor: () => t("The chat is waiting for the editor. What you type here is kept."),
  tryAgain: () => t("Try again"),
  showLog: () => t("Show log"),
  copyDetails: () => t("Copy details"),
  /** The same in notifications of the editor. */
  tryAgainTitle: () => t("Try Again"),
  showLogTitle: () => t("Show Log"),
  copyDetailsTitle: () => t("Copy Details"),
  statusBar: () => t("Tandem: couldn't start"),
  chatStatusBar: () => t("Tandem: chat couldn't start"),
};

/** Returns the error of a page that ended after its start, or that the editor could not begin. */
export function pageGone(text = startFailureText.gone()): Error {
  return Object.assign(new Error(text), { code: "GONE" });
}

/**
 * Returns one sentence about an error of a start, or of loading a part on demand. Paths are relative to the extension's
 * folder.
 */
export function describeStartError(error: unknown, folder = ""): string {
  const message = getErrorMessage(error);
  if ((error as { readonly code?: unknown } | undefined)?.code === "GONE" || isBrokenPart(error)) return message;
  return describeBrokenFile(error, folder) ?? startFailureText.failed(message.split("\n")[0] ?? "");
}

/** Returns one sentence if an error names a file of the package that is missing or damaged; undefined otherwise. */
function describeBrokenFile(error: unknown, folder: string): string | undefined {
  const { code, path: file } = (error ?? {}) as { readonly code?: unknown; readonly path?: unknown };
  // `require` names the file in its message only.
  const named = typeof file === "string" ? file : /^Cannot find module '([^']+)'/.exec(getErrorMessage(error))?.[1];
  const isOwn = folder !== "" && named?.startsWith(folder) === true;
  const name = isOwn
    ? named?.slice(folder.length + 1).replaceAll("\\", "/")
    : named?.startsWith("./")
      ? `dist/${named.slice(2)}`
      : undefined;
  if (name !== undefined && (code === "ENOENT" || code === "MODULE_NOT_FOUND"))
    return startFailureText.missingFile(name);
  if (name !== undefined && (code === "EACCES" || code === "EPERM" || code === "EISDIR"))
    return startFailureText.unreadableFile(name);
  const damaged = name !== undefined && code === "DAMAGED" ? name : findUncompiled(error);
  return damaged && startFailureText.damagedFile(damaged);
}

const brokenPart = "BrokenPart";

/**
 * Returns an error with finished text if `error` says that a file of the package that is loaded on demand is missing or
 * damaged; undefined otherwise. `folder` is the extension's folder.
 */
export function toBrokenPart(error: unknown, folder: string): Error | undefined {
  const text = describeBrokenFile(error, folder);
  return text === undefined ? undefined : Object.assign(new Error(text, { cause: error }), { name: brokenPart });
}

/** Returns whether an error is of `toBrokenPart`. The user sees those already. */
export const isBrokenPart = (error: unknown): boolean =>
  (error as { readonly name?: unknown } | undefined)?.name === brokenPart;

/** Returns the file of the package that could not be compiled. Only the first line of the stack names it. */
function findUncompiled(error: unknown): string | undefined {
  const [line = ""] = error instanceof SyntaxError ? (error.stack ?? "").split("\n") : [];
  return /\bdist[\\/][\w-]+\.cjs(?=:\d+$)/.exec(line)?.[0].replaceAll("\\", "/");
}
