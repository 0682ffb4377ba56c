import * as z from "zod";
import type { PanelOptions } from "../contract/toWebview.ts";
import { ordinaryStarters } from "../text/prompts.ts";

/** What `npm start` puts into TANDEM_DEMO when the model is a scripted one. */
const demo = z.strictObject({
  badge: z.string(),
  starters: z.array(z.strictObject({ label: z.string(), prompt: z.string() })),
});

/** Options of the panel; a demo says that it is one and brings its own starts. */
export function readPanelOptions(
  env: Readonly<Record<string, string | undefined>>,
  chosen: Pick<PanelOptions, "sendKey" | "showThinking" | "fontSize" | "showsFolder" | "isBypassAllowed">,
): PanelOptions {
  const text = env["TANDEM_DEMO"];
  if (text === undefined) return { ...chosen, starters: ordinaryStarters() };
  return { ...chosen, ...demo.parse(JSON.parse(text)) };
}
