import { expect, it } from "vitest";
import type * as vscode from "vscode";
import { createMaskedChannel } from "../../../extension/vscode/maskedChannel.ts";

it("masks messages of every level, and leaves the rest of the editor's log unchanged", () => {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const levels = ["trace", "debug", "info", "warn", "error"] as const;
  const methods = Object.fromEntries(levels.map((level) => [level, write(level)]));
  const channel = Object.freeze({ ...methods, name: "Tandem", logLevel: 3 }) as unknown as vscode.LogOutputChannel;
  const { log, maskWith } = createMaskedChannel(channel);
  log.info("before s3cret");
  maskWith((text) => text.replaceAll("s3cret", "***"));
  for (const level of levels) log[level]("with s3cret");
  expect(lines).toEqual(["info before s3cret", ...levels.map((level) => `${level} with ***`)]);
  expect([log.name, log.logLevel]).toEqual(["Tandem", 3]);
});
