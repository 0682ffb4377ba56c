/** A test of the suite that runs inside the extension host. */
interface Test {
  readonly name: string;
  readonly run: () => Promise<void> | void;
}

const tests: Test[] = [];

export function test(name: string, run: Test["run"]): void {
  tests.push({ name, run });
}

/** Runs every test in order. Rejects when one fails, or when there is none. */
export async function runAll(): Promise<void> {
  let failed = 0;
  for (const { name, run } of tests) {
    try {
      await run();
      console.log(`ok   ${name}`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}\n${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  if (failed > 0 || tests.length === 0) throw new Error(`${failed} of ${tests.length} tests failed`);
}
