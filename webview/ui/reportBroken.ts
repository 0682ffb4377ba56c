/** Logs a rendering error to the console. */
export function reportBroken(error: unknown): void {
  console.error("a part of the panel could not be drawn:", error);
}
