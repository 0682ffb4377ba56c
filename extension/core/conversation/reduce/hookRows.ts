import { stripControl } from "../../../shared/base/invisible.ts";
import { mainThread } from "../../../shared/contract/ids.ts";
import type { Notice, NoticeLevel } from "../../../shared/contract/notices.ts";
import type { SystemFrame } from "../../protocol/frames/systemFrames.ts";
import type { StoreView } from "./reduction.ts";

type Frame<S extends SystemFrame["subtype"]> = Extract<SystemFrame, { subtype: S }>;

/** Maximum number of characters of a hook's output in its row. */
const shown = 300;

/**
 * Returns the row of a hook that ended: its failure or its output. Returns undefined for a hook that succeeded without
 * output.
 */
export function createHookRow(frame: Frame<"hook_response">): readonly [NoticeLevel, Notice] | undefined {
  const hook = stripControl(frame.hook_name ?? "");
  // 2.0.77 reports only the exit code, no outcome.
  const hasFailed = frame.outcome === undefined ? (frame.exit_code ?? 0) !== 0 : frame.outcome === "error";
  if (hasFailed) return ["warning", { code: "hookFailed", hook, output: cut(frame.stderr || frame.output || "") }];
  // `output` mixes both streams in the order in which they arrived, which differs from run to run.
  const both = [frame.stdout, frame.stderr].flatMap((text) => text?.trim() || []).join("\n");
  const output = cut(both || frame.output || "");
  return output === "" || isForCli(output) ? undefined : ["info", { code: "hookSaid", hook, output }];
}

/** Returns the text of a notification of `claude` for the panel; empty where a row already reports it. */
export function getNotificationText(store: StoreView, { key, text = "" }: Frame<"notification">): string {
  const last = store.last(mainThread);
  // With hook events, this notification follows the row of the hook (2.1.329).
  if (key === "stop-hook-error" && last?.kind === "notice" && last.notice.code === "hookFailed") return "";
  const said = text.replace(/ · ctrl\+\w to see$/, "");
  return last?.kind === "notice" && last.notice.code === "text" && last.notice.text === said ? "" : said;
}

function cut(text: string): string {
  const plain = stripControl(text).trim();
  return plain.length > shown ? `${plain.slice(0, shown - 1)}…` : plain;
}

/** Returns true for output in JSON, by which a hook answers `claude`. */
function isForCli(output: string): boolean {
  return output.startsWith("{");
}
