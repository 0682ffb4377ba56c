import type * as vscode from "vscode";

/**
 * Returns a log that masks each message before the given one gets it, since any error can quote a value of the user.
 * Masks nothing until `maskWith` is called, once secrets can be known.
 */
export function createMaskedChannel(log: vscode.LogOutputChannel): {
  readonly log: vscode.LogOutputChannel;
  readonly maskWith: (mask: (text: string) => string) => void;
} {
  let mask = (text: string): string => text;
  const write = (level: "trace" | "debug" | "info" | "warn" | "error") => ({
    value: (message: string): void => log[level](mask(message)),
  });
  return {
    // The editor's object is frozen.
    log: Object.create(log, {
      trace: write("trace"),
      debug: write("debug"),
      info: write("info"),
      warn: write("warn"),
      error: write("error"),
    }),
    maskWith: (next) => {
      mask = next;
    },
  };
}
