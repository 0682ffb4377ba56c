import type { Admission, ProcessStart, ProfiledFolder } from "../../core/conversation/ports/ports.ts";
import type { OptionName, OptionValue } from "../../core/options/options.ts";
import { getValue, getValues, type Layer, resolve } from "../../core/options/resolve.ts";
import { failures } from "../../shared/base/failure.ts";
import type { Effective } from "../../shared/contract/configuration.ts";
import type { StarterOptions } from "./starterOptions.ts";

/** Returns the options with which a process starts. Throws `settingInvalid` for a mode that is not allowed. */
export function resolveStart(layers: readonly Layer[], { choices = {} }: ProcessStart): readonly Effective[] {
  const effective = resolve([...layers, { source: { kind: "panel" }, values: choices }]);
  if (getValue(effective, "permissionMode") === "bypassPermissions" && !isBypassAllowed(effective))
    throw failures.settingInvalid("tandem.permissionMode", { code: "bypassNotAllowed" });
  return effective;
}

/** Returns the values of all options by name. */
export function getAllValues(effective: readonly Effective[]): { readonly [N in OptionName]: OptionValue<N> } {
  return Object.fromEntries(getValues(effective)) as { readonly [N in OptionName]: OptionValue<N> };
}

/** Returns the settings files that a start reads. */
export function getSources(
  { settingSources }: Pick<ReturnType<typeof getAllValues>, "settingSources">,
  origin: Admission["origin"],
) {
  return settingSources.filter((source) => origin === "all" || source === "user");
}

/**
 * Returns whether the user allowed the mode that never asks: in the settings, or for one conversation whose commands
 * run in a sandbox.
 */
function isBypassAllowed(effective: readonly Effective[]): boolean {
  const allowed = effective.find(({ name }) => name === "allowDangerouslySkipPermissions");
  return (
    allowed?.value === true && (allowed.source.kind !== "panel" || getValue(effective, "sandbox").enabled === true)
  );
}

/** Returns the settings with which `claude` leaves out servers of `.mcp.json` (2.0.77, 2.1.50, 2.1.329). */
export function refuseServers(names: readonly string[]): Readonly<Record<string, unknown>> | undefined {
  return names.length === 0 ? undefined : { disabledMcpjsonServers: names };
}

/** Returns the path of the executable that the profile or the settings name; empty for none. */
export function findPath(
  { executable }: Pick<StarterOptions, "executable">,
  { profile }: ProfiledFolder,
  effective: readonly Effective[],
): string {
  return executable?.(profile) || getValue(effective, "claudePath");
}
