/** Returns how many cases a property tries: a few in the tests, many under `npm run fuzz`. */
export function fuzzRuns(few: number): number {
  return few * Number(process.env["TANDEM_FUZZ"] ?? 1);
}
