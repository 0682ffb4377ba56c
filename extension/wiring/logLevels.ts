import * as vscode from "vscode";
import { type Logger, type LogLevel, mapMessages } from "../base/logger.ts";

const levels: Readonly<Record<LogLevel, vscode.LogLevel>> = {
  debug: vscode.LogLevel.Debug,
  info: vscode.LogLevel.Info,
  warn: vscode.LogLevel.Warning,
  error: vscode.LogLevel.Error,
};

/** Returns the log of the editor as a logger. It knows which levels the user has chosen to keep at the moment. */
export function withLevels(log: vscode.LogOutputChannel): Logger {
  const keeps = (level: LogLevel): boolean => log.logLevel !== vscode.LogLevel.Off && log.logLevel <= levels[level];
  return { ...mapMessages(log, (message) => message), keeps };
}
