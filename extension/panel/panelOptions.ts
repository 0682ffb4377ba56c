import * as z from "zod";
import type { PanelOptions } from "../contract/panelOptions.ts";
import { getOrdinaryStarters } from "../text/prompts.ts";

/** Content of TANDEM_DEMO, which `npm start` sets when the model is a scripted one. */
const demo = z.strictObject({
  badge: z.string(),
  starters: z.array(z.strictObject({ label: z.string(), prompt: z.string() })),
});

/** Returns the options of the panel. In a demo they contain its badge and its own starters. */
export function readPanelOptions(
  env: Readonly<Record<string, string | undefined>>,
  chosen: Pick<PanelOptions, "sendKey" | "showThinking" | "fontSize" | "showsFolder" | "isBypassAllowed">,
): PanelOptions {
  const text = env["TANDEM_DEMO"];
  if (text === undefined) return { ...chosen, starters: getOrdinaryStarters() };
  return { ...chosen, ...demo.parse(JSON.parse(text)) };
}
