import { hasSince } from "../../protocol/version.ts";
import type { WriteRules } from "../../review/writeRules.ts";

/** Returns the rules by which a CLI version writes files; those of the newest known version for any other version. */
export function getWriteRules(version: string | undefined): WriteRules {
  return { isFaithful: hasSince(version, "c") !== "no", stylesQuotes: hasSince(version, "b") !== "no" };
}
