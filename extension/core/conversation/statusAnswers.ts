import { stripControl } from "../../shared/base/invisible.ts";
import type { ClaudeSetting, HookFacts, RuleFacts } from "../../shared/contract/pages/statusFacts.ts";
import { optionRows } from "../options/options.ts";
import type { HasSince } from "../options/planLaunch.ts";
import type { Client } from "../protocol/connection/client.ts";
import {
  type ControlRequestAnswer,
  type ControlRequestName,
  controlRequests,
} from "../protocol/requests/controlRequests.ts";
import { hasSince, isUninspected, newestInspected } from "../protocol/version.ts";
import { hasLiveEffect } from "./liveOptions.ts";

/** Reads the answer to `get_settings` (2.1.329), whose sources are in the order of their priority, lowest first. */
export function readClaudeSettings({ sources = [] }: ControlRequestAnswer<"get_settings">): readonly ClaudeSetting[] {
  const layers = new Map<string, { source: string; value: unknown }[]>();
  for (const { source = "", settings = {} } of sources) {
    for (const [name, value] of Object.entries(settings))
      layers.set(name, [{ source: stripControl(source), value }, ...(layers.get(name) ?? [])]);
  }
  return [...layers].map(([name, found]) => ({ name: stripControl(name), layers: found }));
}

/** Reads the answer to `get_hooks_listing` (2.1.329). */
export function readHooks({ hooks = [] }: ControlRequestAnswer<"get_hooks_listing">): readonly HookFacts[] {
  return hooks.map(({ event = "", matcher = "", displayText = "", type = "", sourceLabel, source = "" }) => ({
    event: stripControl(event),
    matcher: stripControl(matcher),
    text: stripControl(displayText || type),
    source: stripControl(sourceLabel ?? source),
  }));
}

/** Reads the answer to `list_permission_rules` (2.1.329). */
export function readRules({
  state: { rules = [] },
}: ControlRequestAnswer<"list_permission_rules">): readonly RuleFacts[] {
  return rules.map(({ behavior = "", rule = "", source = "", notInEffect }) => ({
    behavior: stripControl(behavior),
    rule: stripControl(rule),
    source: stripControl(source),
    isInEffect: notInEffect !== true,
  }));
}

/** Returns which features the version of a process has; what a conversation without a process has is unknown. */
export function hasSinceOf(client: Pick<Client, "version"> | undefined): HasSince {
  return (since) => hasSince(client?.version, since);
}

/** Returns the newest version that was tested, where a process has a newer one. */
export function findNewestTested(client: Pick<Client, "version"> | undefined): string | undefined {
  return client?.version !== undefined && isUninspected(client.version) ? newestInspected : undefined;
}

/**
 * Returns the names of the requests that a process is known to lack, and of the options whose requests have no effect
 * on it.
 */
export function listMissing(client: Pick<Client, "supports" | "version">): readonly string[] {
  const options = [...optionRows].flatMap(([name, row]) => (hasLiveEffect(client, row) ? [] : [name]));
  return [
    ...(Object.keys(controlRequests) as ControlRequestName[]).filter((name) => !client.supports(name)),
    ...options,
  ];
}
