/** The methods of an object that is loaded with the first call of one of them. */
export type Later<T> = {
  readonly [K in keyof T as T[K] extends (...given: never[]) => unknown ? K : never]: T[K] extends (
    ...given: infer Given
  ) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never;
};

/**
 * Returns a function that makes a value with its first call and returns the same one afterwards. After a failure the
 * next call tries again.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Returns an object whose methods call those of the object that `load` resolves to. A call rejects as `load` does. */
export function later<T extends object>(load: () => Promise<T>): Later<T> {
  const call =
    (name: PropertyKey) =>
    async (...given: unknown[]): Promise<unknown> => {
      const loaded = await load();
      return (loaded as Record<PropertyKey, (...given: unknown[]) => unknown>)[name]?.(...given);
    };
  // Without `then` it is no promise, so that it can be awaited.
  return new Proxy({}, { get: (_, name) => (name === "then" ? undefined : call(name)) }) as Later<T>;
}
