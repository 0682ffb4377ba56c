import { describe } from "vitest";
import { cliVersions, currentCli } from "../host/install.mjs";

/**
 * Defines a suite for each supported version of `claude`. Replaces %s in the title by the version. `npm test` runs the
 * current version only; `npm run test:cli` runs all.
 */
export function describeEachVersion(title: string, define: (version: string) => void): void {
  for (const version of cliVersions as string[])
    describe(title.replace("%s", version), { tags: version === currentCli ? [] : ["thorough"] }, () => define(version));
}
