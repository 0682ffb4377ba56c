import { t } from "@vscode/l10n";
import type { OpenFailure } from "../contract/toWebview.ts";

const reasons: { readonly [R in OpenFailure]: () => string } = {
  missing: () => t("does not exist"),
  elsewhere: () => t("on another machine"),
  noPage: () => t("not a web address"),
  notKept: () => t("content no longer available"),
  cancelled: () => t("not opened"),
  failed: () => t("couldn't be opened"),
};

/** Returns why something was not opened, for display after its name. */
export function formatOpenFailure(reason: OpenFailure): string {
  return reasons[reason]();
}

/** Returns why something was not opened, with its name. */
export function formatNotOpened(target: string, reason: OpenFailure): string {
  return t("{0}: {1}", target, formatOpenFailure(reason));
}
