import { t } from "@vscode/l10n";
import { escapePath } from "../../base/invisible.ts";
import { areCheckpointsForbidden, type StatusFacts } from "../../contract/pages/statusFacts.ts";
import type { StatusSection } from "../../contract/pages/statusPage.ts";
import { formatBytes } from "../../text/numbers.ts";
import { formatClaudeSource, row } from "./values.ts";

/** Returns the size and the place of the stored checkpoints, and whether a policy keeps those of `claude` off. */
export function getCheckpointSection({ storage, conversation }: StatusFacts): StatusSection {
  const settings = conversation?.claudeSettings;
  const isForbidden = Array.isArray(settings) && areCheckpointsForbidden(settings);
  const isEmpty = storage !== "waiting" && storage.bytes === 0;
  const button = { label: t("Clean up"), longLabel: t("Clean up checkpoints"), action: "cleanUpCheckpoints" } as const;
  return {
    id: "checkpoints",
    heading: t("Checkpoints"),
    rows: [
      row(
        "storage",
        t("Checkpoint storage"),
        storage === "waiting" ? t("Measuring…") : isEmpty ? t("Empty") : formatBytes(storage.bytes),
        {
          ...(storage === "waiting" || isEmpty ? {} : { more: escapePath(storage.place), button }),
        },
      ),
      ...(isForbidden
        ? [
            row("claude", t("claude's own checkpoints"), t("Off"), {
              origin: formatClaudeSource("policySettings"),
              more: t("Tandem's checkpoints don't need them."),
            }),
          ]
        : []),
    ],
  };
}
