/**
 * Does work for each item, up to `max` at once, in the order of the items. After a failure no further work begins;
 * rejects with the first failure once all that had begun has ended.
 */
export async function eachConcurrently<T>(
  items: Iterable<T>,
  max: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failure: { readonly error: unknown } | undefined;
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); !next.done && !failure; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: max }, lane));
  if (failure) throw failure.error;
}
