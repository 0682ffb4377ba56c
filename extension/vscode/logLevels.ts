import * as vscode from "vscode";
import { type Logger, type LogLevel, mapMessages } from "../shared/base/logger.ts";

const levels: Readonly<Record<LogLevel, vscode.LogLevel>> = {
  debug: vscode.LogLevel.Debug,
  info: vscode.LogLevel.Info,
  warn: vscode.LogLevel.Warning,
  error: vscode.LogLevel.Error,
};

/** Returns the log of the editor as a logger. It knows which levels the user has chosen to keep at the moment. */
export function withLevels(log: vscode.LogOutputChannel): Logger {
  // The property of the editor takes longer than most of what asks for it.
  let now = log.logLevel;
  log.onDidChangeLogLevel((level) => {
    now = level;
  });
  const keeps = (level: LogLevel): boolean => now !== vscode.LogLevel.Off && now <= levels[level];
  return { ...mapMessages(log, (message) => message), keeps };
}
