/** The log that modules write to. `vscode.LogOutputChannel` satisfies it structurally. */
export interface Logger {
  /** Returns a text without the secrets that the log must not contain. A text that is cut must be masked before: see `maskStart`. */
  readonly mask?: ((text: string) => string) | undefined;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that drops every message. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns a logger that masks each message. */
export function maskMessages(logger: Logger, mask: (text: string) => string): Logger {
  return { ...mapMessages(logger, mask), mask };
}

/** Returns a logger that changes each message before it is logged. */
export function mapMessages(logger: Logger, map: (message: string) => string): Logger {
  return {
    mask: logger.mask,
    debug: (message) => logger.debug(map(message)),
    info: (message) => logger.info(map(message)),
    warn: (message) => logger.warn(map(message)),
    error: (message) => logger.error(map(message)),
  };
}
