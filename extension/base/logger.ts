/** The log that modules write to. `vscode.LogOutputChannel` satisfies it structurally. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that drops every message. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns a logger that puts a prefix in front of each message. */
export function withPrefix(logger: Logger, prefix: string): Logger {
  return {
    debug: (message) => logger.debug(prefix + message),
    info: (message) => logger.info(prefix + message),
    warn: (message) => logger.warn(prefix + message),
    error: (message) => logger.error(prefix + message),
  };
}
