/** Proves at compile time that a switch over one of our own unions is complete. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
