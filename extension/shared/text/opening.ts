import { t } from "@vscode/l10n";
import type { OpenFailure } from "../contract/toWebview.ts";

const reasons: { readonly [R in OpenFailure]: () => string } = {
  missing: () => t("it doesn't exist"),
  elsewhere: () => t("it's on another machine"),
  noPage: () => t("it's not a web address"),
  notKept: () => t("its content is no longer available"),
  cancelled: () => t("it wasn't opened"),
  failed: () => t("the editor refused"),
};

/** Returns why something was not opened, for display after its name. */
export function formatOpenFailure(reason: OpenFailure): string {
  return reasons[reason]();
}

/** Returns why something was not opened, with its name. */
export function formatNotOpened(target: string, reason: OpenFailure): string {
  return t("Couldn't open {0}: {1}.", target, formatOpenFailure(reason));
}
