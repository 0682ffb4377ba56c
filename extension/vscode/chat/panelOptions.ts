import * as z from "zod";
import type { PanelOptions } from "../../shared/contract/panelOptions.ts";
import { formatStarter, type StarterKind } from "../../shared/text/prompts.ts";

/** Content of TANDEM_DEMO, which `npm start` sets when the model is a scripted one. */
const demo = z.strictObject({
  badge: z.string(),
  starters: z.array(z.strictObject({ label: z.string(), prompt: z.string() })),
});

/**
 * Returns the options of the panel, with suggestions for a conversation without messages. In a demo they contain its
 * badge and its own suggestions.
 */
export function readPanelOptions(
  env: Readonly<Record<string, string | undefined>>,
  chosen: Omit<PanelOptions, "badge" | "starters">,
  starters: readonly StarterKind[] | undefined,
): PanelOptions {
  const text = env["TANDEM_DEMO"];
  if (text === undefined) return starters ? { ...chosen, starters: starters.map(formatStarter) } : chosen;
  return { ...chosen, ...demo.parse(JSON.parse(text)) };
}
