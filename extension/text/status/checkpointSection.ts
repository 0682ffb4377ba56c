import { t } from "@vscode/l10n";
import { escapePath } from "../../base/invisible.ts";
import type { StatusFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusSection } from "../../contract/pages/statusPage.ts";
import { formatBytes } from "../numbers.ts";
import { row } from "./values.ts";

/** Returns the size and the place of the stored checkpoints. */
export function getCheckpointSection(storage: StatusFacts["storage"]): StatusSection {
  const isEmpty = storage !== "waiting" && storage.bytes === 0;
  const button = { label: t("Clean up"), longLabel: t("Clean up checkpoints"), action: "cleanUpCheckpoints" } as const;
  return {
    id: "checkpoints",
    heading: t("Checkpoints"),
    rows: [
      row("storage", t("Checkpoint storage"), storage === "waiting" ? t("measuring") : isEmpty ? t("empty") : formatBytes(storage.bytes), {
        ...(storage === "waiting" || isEmpty ? {} : { more: escapePath(storage.place), button }),
      }),
    ],
  };
}
