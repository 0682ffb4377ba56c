import { background } from "../shared/base/background.ts";
import { later, once } from "../shared/base/later.ts";
import type { IsolationActionPartsOptions } from "./isolationActionParts.ts";

/** Returns the actions on isolated folders, and finishes work on these folders that a crash interrupted. */
export function createLaterIsolationActions(options: IsolationActionPartsOptions) {
  const { isolation, log } = options;
  const load = once(async () => (await import("./isolationActionParts.ts")).createIsolationActions(options));
  const show = async (done: Parameters<Awaited<ReturnType<typeof load>>["showRecovered"]>[0]): Promise<void> => {
    if (done.length > 0) (await load()).showRecovered(done);
  };
  isolation.folders.onDidRecover((done) => background(show([done]), log, "telling about work on isolated folders"));
  background(isolation.folders.recover().then(show), log, "finishing work on isolated folders");
  return {
    loadIsolated: async () => (await load()).isolated,
    isolated: later(async () => (await load()).isolated),
    worktrees: later(async () => (await load()).worktrees),
    attempts: later(async () => (await load()).attempts),
  };
}
