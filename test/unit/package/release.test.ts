import { expect, it } from "vitest";
import { findObstacle } from "../../package/release.mjs";

const sound = { status: "", version: "0.1.0", changelog: "# Changelog\n\n## 0.1.0\n\nFirst.\n", oldPictures: [] };

it("releases a committed version with an entry in the changelog", () => expect(findObstacle(sound)).toBe(undefined));

it.each([
  [{ status: " M package.json" }, "package.json"],
  [{ version: "0.2.0" }, "no entry for 0.2.0"],
  [{ version: "0.1" }, "no entry for 0.1"],
  [{ oldPictures: ["tour"] }, "npm run pictures -- documents"],
  [{ changelog: "## 0.1.0-next\n" }, "no entry for 0.1.0"],
])("refuses to release %j", (change, reason) => expect(findObstacle({ ...sound, ...change })).toContain(reason));
