import { expect, it } from "vitest";
import { background, orLogged } from "../../../../extension/shared/base/background.ts";
import { settled } from "../../core/protocol/setup.ts";

it("logs the failure of background work, and of work with an optional result", async () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line) };
  background(Promise.reject(new Error("gone")), logger, "reading a file");
  expect(await orLogged(Promise.reject(new Error("refused")), logger, "asking")).toBeUndefined();
  expect(await orLogged(Promise.resolve(3), logger, "asking")).toBe(3);
  await settled();
  expect(lines).toEqual(["reading a file: gone", "asking: refused"]);
});
