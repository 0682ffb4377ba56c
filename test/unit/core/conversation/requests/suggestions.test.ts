import { expect, it } from "vitest";
import { describePermissionUpdate } from "../../../../../extension/core/conversation/requests/suggestions.ts";

it("marks white space in a directory that looks like another one", () => {
  const update = { type: "addDirectories" as const, directories: ["/w/a ", "/w/a\u00a0b"], destination: "session" };
  expect(describePermissionUpdate(update)).toMatchObject({ directories: ["/w/a⟦U+0020⟧", "/w/a⟦U+00A0⟧b"] });
});
