import * as z from "zod";
import type { PanelOptions, Starter } from "../contract/toWebview.ts";

/** What `npm start` puts into TANDEM_DEMO when the model is a scripted one. */
const demo = z.strictObject({
  badge: z.string(),
  starters: z.array(z.strictObject({ label: z.string(), prompt: z.string() })),
});

const ordinaryStarters: readonly Starter[] = [
  {
    label: "Explain how this workspace is built",
    prompt: "Explain how this workspace is built: its parts, how they fit together, and where to start reading.",
  },
  { label: "Review my uncommitted changes", prompt: "Review my uncommitted changes. List what could go wrong, most serious first." },
  { label: "Find and fix a failing test", prompt: "Run the tests. If one fails, find out why and propose a fix." },
];

/** Options of the panel; a demo says that it is one and brings its own starts. */
export function readPanelOptions(
  env: Readonly<Record<string, string | undefined>>,
  chosen: Pick<PanelOptions, "sendKey" | "showThinking" | "fontSize" | "showsFolder" | "isBypassAllowed">,
): PanelOptions {
  const text = env["TANDEM_DEMO"];
  if (text === undefined) return { ...chosen, starters: ordinaryStarters };
  return { ...chosen, ...demo.parse(JSON.parse(text)) };
}
