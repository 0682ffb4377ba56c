/** Levels of messages, the least important first. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** The log that modules write to. `vscode.LogOutputChannel` satisfies it structurally. */
export interface Logger {
  /** Returns false if messages of a level are dropped now. A logger without it keeps all. */
  readonly keeps?: ((level: LogLevel) => boolean) | undefined;
  /**
   * Returns a text without the secrets that the log must not contain. A text that is cut must be masked before: see
   * `maskStart`.
   */
  readonly mask?: ((text: string) => string) | undefined;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** A logger that drops every message. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Returns false if a message of this level would be dropped, so that a long one need not be made. */
export function isLogged(logger: Logger, level: LogLevel): boolean {
  return logger.keeps?.(level) ?? true;
}

/** Returns a logger that masks each message. */
export function maskMessages(logger: Logger, mask: (text: string) => string): Logger {
  return { ...mapMessages(logger, mask), mask };
}

/** Returns a logger that changes each message before it is logged. */
export function mapMessages(logger: Logger, map: (message: string) => string): Logger {
  return {
    mask: logger.mask,
    keeps: logger.keeps,
    debug: (message) => logger.debug(map(message)),
    info: (message) => logger.info(map(message)),
    warn: (message) => logger.warn(map(message)),
    error: (message) => logger.error(map(message)),
  };
}
