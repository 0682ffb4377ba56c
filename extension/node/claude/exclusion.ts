import type { Admission } from "../../core/conversation/ports/ports.ts";
import { hasSince } from "../../core/protocol/version.ts";

/**
 * Returns the variables of a start that takes in nothing of the repository: `claude` runs the tasks of its
 * `.claude/scheduled_tasks.json`, and gives agents the memory in its `.claude/agent-memory`, whatever the setting
 * sources are (2.1.329, 2.1.332; earlier versions have neither). The variable for memory also leaves out the user's
 * own.
 */
export function getExclusion({ origin }: Pick<Admission, "origin">): Readonly<Record<string, string>> {
  return origin === "user" ? { CLAUDE_CODE_DISABLE_CRON: "1", CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1" } : {};
}

/**
 * Returns the tools of which such a start has none: with `Skill`, 2.1.50 offers the skills of each folder in which it
 * reads a file, whatever the setting sources are (2.0.77 has no such skills, and 2.1.329 leaves them out). `version`:
 * undefined where it is not known.
 */
export function getExcludedTools(
  { origin }: Pick<Admission, "origin">,
  version: string | undefined,
): readonly string[] {
  return origin === "user" && hasSince(version, "b") !== "no" && hasSince(version, "c") !== "yes" ? ["Skill"] : [];
}
