import { expect, it } from "vitest";
import { isLogged, mapMessages, maskMessages, silentLogger } from "../../../../extension/shared/base/logger.ts";

it("knows which messages are dropped at the present level, also behind mask and prefix", () => {
  let least = "info";
  const logger = { ...silentLogger, keeps: (level: string) => level === "error" || least === "info" };
  const prefixed = mapMessages(
    maskMessages(logger, (text) => text),
    (text) => `[c1] ${text}`,
  );
  expect(isLogged(prefixed, "info")).toBe(true);
  least = "error";
  expect([isLogged(prefixed, "info"), isLogged(prefixed, "error")]).toEqual([false, true]);
  expect(isLogged(silentLogger, "info")).toBe(true);
});
