/** A test of the suite that runs inside the extension host. */
interface Test {
  readonly name: string;
  readonly run: () => Promise<void> | void;
}

const tests: Test[] = [];

export function test(name: string, run: Test["run"]): void {
  tests.push({ name, run });
}

const toDispose: { dispose(): unknown }[] = [];

/** Returns its argument, and disposes it when the test has ended, also after a failure. */
export function disposedLater<T extends { dispose(): unknown }>(disposable: T): T {
  toDispose.push(disposable);
  return disposable;
}

/** Runs all tests in order. Rejects if one fails, or if there is none. */
export async function runAll(): Promise<void> {
  let failed = 0;
  for (const { name, run } of tests) {
    const begun = performance.now();
    const time = (): string => `(${Math.round(performance.now() - begun)} ms)`;
    try {
      await run();
      console.log(`ok   ${name} ${time()}`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name} ${time()}\n${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      for (const each of toDispose.splice(0)) each.dispose();
    }
  }
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  if (failed > 0 || tests.length === 0) throw new Error(`${failed} of ${tests.length} tests failed`);
}

/** Repeats assertions until they hold; rejects with the last failure after ten seconds. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
