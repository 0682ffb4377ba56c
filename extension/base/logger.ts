/** The log that modules write to. `vscode.LogOutputChannel` satisfies it structurally. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that drops every message. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns a logger that changes each message before it is logged. */
export function mapMessages(logger: Logger, map: (message: string) => string): Logger {
  return {
    debug: (message) => logger.debug(map(message)),
    info: (message) => logger.info(map(message)),
    warn: (message) => logger.warn(map(message)),
    error: (message) => logger.error(map(message)),
  };
}
