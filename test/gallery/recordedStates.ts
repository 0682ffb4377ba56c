import { recorded } from "./recorded.ts";
import type { GalleryState, GalleryStates, Recordings } from "./state.ts";

/** Prompts of recordings whose prompt was not "go". */
const said: readonly (readonly [recording: RegExp, prompts: readonly string[]])[] = [
  [/^commands/, ["/cost", "go", "/compact", "/nothing"]],
];

/** Moments on the way: how it stood after the first line of a recording that holds a text. */
const moments: readonly (readonly [recording: string, moment: string, until: string])[] = [
  ["bash", "written", "& false"],
  ["bash", "running", "message_stop"],
  ["denied", "asked", "can_use_tool"],
  ["edit-allowed", "asked", '"display_name":"Edit"'],
  ["edit-allowed", "ending", "Both are don"],
  ["question", "asked", "can_use_tool"],
  ["subagent", "running", "task_progress"],
  ["thinking", "begun", "thinking_delta"],
  ["thinking", "replying", "let x ="],
];

/** Conversations of the real CLI: as they ended, and while they went on. */
export function recordedStates(recordings: Recordings): GalleryStates {
  const named = Object.entries(recordings);
  return Object.fromEntries([
    ...named.map(([name, lines]): [string, GalleryState] => [
      `recorded-${name}`,
      recorded(lines, { prompts: said.find(([recording]) => recording.test(name))?.[1] }),
    ]),
    ...moments.map(([name, moment, until]): [string, GalleryState] => [
      `recorded-${name}-${moment}`,
      recorded(recordings[name] ?? "", { until }),
    ]),
  ]);
}
