import { stripControl } from "../../base/invisible.ts";
import { mainThread } from "../../contract/ids.ts";
import type { Notice, NoticeLevel } from "../../contract/items.ts";
import type { SystemFrame } from "../../protocol/systemFrames.ts";
import type { StoreView } from "../reduction.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

/** Characters of what a hook put out that its row shows. */
const shown = 300;

/** The row of a hook that ended: that it failed, or what it put out; undefined for one that did its work in silence. */
export function createHookRow(frame: Frame<"hook_response">): readonly [NoticeLevel, Notice] | undefined {
  const hook = stripControl(frame.hook_name ?? "");
  // 2.0.77 names no outcome, only the exit code.
  const hasFailed = frame.outcome === undefined ? (frame.exit_code ?? 0) !== 0 : frame.outcome === "error";
  if (hasFailed) return ["warning", { code: "hookFailed", hook, output: cut(frame.stderr || frame.output || "") }];
  // `output` has both in the order that they came in, which is another one each time.
  const both = [frame.stdout, frame.stderr].flatMap((text) => text?.trim() || []).join("\n");
  const output = cut(both || frame.output || "");
  return output === "" || isForCli(output) ? undefined : ["info", { code: "hookSaid", hook, output }];
}

/** A text of the CLI's notifications, as a panel can say it; empty for one whose row is there already. */
export function getNotificationText(store: StoreView, { key, text = "" }: Frame<"notification">): string {
  const last = store.last(mainThread);
  // Told behind the hook's own row where hook events are asked for (2.1.329).
  if (key === "stop-hook-error" && last?.kind === "notice" && last.notice.code === "hookFailed") return "";
  const said = text.replace(/ · ctrl\+\w to see$/, "");
  return last?.kind === "notice" && last.notice.code === "text" && last.notice.text === said ? "" : said;
}

function cut(text: string): string {
  const plain = stripControl(text).trim();
  return plain.length > shown ? `${plain.slice(0, shown - 1)}…` : plain;
}

/** A hook answers the CLI in JSON. */
function isForCli(output: string): boolean {
  return output.startsWith("{");
}
