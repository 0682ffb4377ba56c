/** Notes what could not be drawn where a developer looks for it. */
export function reportBroken(error: unknown): void {
  console.error("a part of the panel could not be drawn:", error);
}
