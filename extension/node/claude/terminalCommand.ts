import type { ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import { resolve } from "../../core/options/resolve.ts";
import { failures } from "../../shared/base/failure.ts";
import { type Command, createCommand } from "../processes/command.ts";
import { getHome } from "../processes/environment.ts";
import { getExcludedTools, getExclusion } from "./exclusion.ts";
import { findClaude } from "./findClaude.ts";
import { findPath, refuseServers } from "./resolveStart.ts";
import type { StarterOptions } from "./starterOptions.ts";
/** Returns the command that runs `claude` in a terminal, for its own login. Rejects like a launch. */
export async function createTerminalCommand(
  options: StarterOptions,
  place: ProfiledFolder,
): Promise<Command & { readonly cwd: string }> {
  const { isTrusted, admit, settings, environment } = options;
  if (!isTrusted()) throw failures.untrusted();
  const admission = await admit(place.folder);
  const { origin, refusedServers } = admission;
  const env = {
    ...environment(place.profile),
    ...options.isolation?.(place.folder)?.environment,
    ...getExclusion(admission),
  };
  const program = findClaude({
    setting: findPath(options, place, resolve(settings(place.folder, origin))),
    env,
    home: getHome(env),
    platform: process.platform,
  });
  const command = createCommand(program, env);
  const refusals = refuseServers(refusedServers);
  const excluded = getExcludedTools(admission, undefined).map((tool) => `--disallowedTools=${tool}`);
  const args = [
    ...(origin === "user" ? ["--setting-sources=user"] : []),
    ...excluded,
    ...(refusals ? [`--settings=${JSON.stringify(refusals)}`] : []),
  ];
  return { ...command, args: [...command.args, ...args], env: { ...env, ...command.env }, cwd: place.folder };
}
