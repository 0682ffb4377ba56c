/** The log that modules write to. `vscode.LogOutputChannel` satisfies it structurally. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that drops every message. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
