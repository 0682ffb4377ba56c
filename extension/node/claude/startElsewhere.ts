import type { Launch, ProcessStart } from "../../core/conversation/ports/ports.ts";
import { listGivenValues } from "../../core/options/servers/launchServers.ts";
import type { Elsewhere } from "../../core/protocol/elsewhere/processSource.ts";
import { failures } from "../../shared/base/failure.ts";
import { orAborted } from "../../shared/base/orAborted.ts";
import { getExcludedTools, getExclusion } from "./exclusion.ts";
import { launchElsewhere } from "./launchElsewhere.ts";
import { getAllValues, getSources, refuseServers, resolveStart } from "./resolveStart.ts";
import type { StarterOptions } from "./starterOptions.ts";

/**
 * Starts a process in the place that an extension provides. Its session is saved there, so it is not looked up here.
 */
export async function startElsewhere(
  options: StarterOptions,
  start: ProcessStart,
  elsewhere: Elsewhere,
  signal?: AbortSignal,
): Promise<Launch> {
  const { isTrusted, admit, settings, ownEnvironment = {}, locks, newId, clock, noteSecrets } = options;
  if (!isTrusted()) throw failures.untrusted();
  if (start.fork) throw failures.forkImpossible("conversation");
  const admission = await orAborted(admit(start.folder), signal);
  const { origin, refusedServers } = admission;
  const layers = settings(start.folder, origin);
  const values = getAllValues(resolveStart(layers, start));
  noteSecrets?.(Object.values(start.servers ?? {}).flatMap(listGivenValues));
  const claim = await locks.claim(start.conversation, start.resume, signal);
  try {
    const launched = await launchElsewhere({
      elsewhere,
      clock,
      newId,
      signal,
      cwd: start.folder,
      environment: { ...ownEnvironment, ...getExclusion(admission) },
      resume: start.resume,
      servers: start.servers ?? {},
      settings: refuseServers(refusedServers) ?? {},
      values: {
        ...values,
        disallowedTools: [
          ...values.disallowedTools,
          ...(start.grants?.denied ?? []),
          ...getExcludedTools(admission, undefined),
        ],
        settingSources: getSources(values, origin),
      },
    });
    const servers = { servers: start.servers ?? {}, extra: start.servers, rules: { allow: [], ask: [], deny: [] } };
    const isResumed = start.resume !== undefined;
    return { ...launched, isResumed, layers, servers, readmit: () => admit(start.folder) };
  } finally {
    claim.dispose();
  }
}
