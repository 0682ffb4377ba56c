import { t } from "@vscode/l10n";
import type { Attempt, Notice } from "../contract/items.ts";
import { files, tokens } from "./numbers.ts";

type Texts = { readonly [C in Notice["code"]]: (notice: Extract<Notice, { code: C }>) => string };

const attempts: { readonly [A in Attempt]: () => string } = {
  stop: () => t("Stop"),
  rename: () => t("Rename"),
  stopTask: () => t("Stop a background task"),
  setMode: () => t("Change the mode"),
  setEffort: () => t("Change the effort"),
  setModel: () => t("Change the model"),
  setThinking: () => t("Switch thinking on or off"),
  setFast: () => t("Switch fast mode on or off"),
};

const texts: Texts = {
  text: ({ text }) => text,
  compacted: ({ before, after, isAutomatic }) => {
    const what = isAutomatic ? t("Context compacted, since it was nearly full") : t("Context compacted");
    if (before === undefined) return what;
    return `${what} · ${after === undefined ? tokens(before) : `${tokens(before)} → ${tokens(after)}`}`;
  },
  memoryRead: ({ paths }) => t("Recalled from memory: {0}", paths.join(", ")),
  memorySaved: ({ paths }) => t("Saved to memory: {0}", paths.join(", ")),
  scheduled: ({ text }) => t("Scheduled: {0}", text),
  goal: ({ goal }) => t("Goal: {0}", goal),
  workerEnds: ({ reason }) => t("The claude program is about to end: {0}", reason),
  compactingFailed: ({ reason }) => t("Compacting failed: {0}", reason ?? t("no reason given")),
  hookFailed: ({ hook, output }) => t("Hook {0} failed: {1}", hook, output),
  hookSaid: ({ hook, output }) => t("Hook {0}: {1}", hook, output),
  modelChanged: ({ from, to }) => {
    if (to === undefined) return t("The model changed");
    return from === undefined ? t("The model changed to {0}", to) : t("The model changed from {0} to {1}", from, to);
  },
  modelRefused: () => t("The model refused to answer. Edit the message and send it again, or choose another model."),
  unanswered: () => t("The claude program did not answer: it may not know this command"),
  agentsEnded: () => t("The agents in the background were ended"),
  turnPreempted: () => t("The turn was stopped for the message that came right after it"),
  instructionsLong: ({ characters, limit }) =>
    t("The files of instructions hold {0} characters; more than {1} are not advised.", characters.toLocaleString(), limit.toLocaleString()),
  attachmentsLost: ({ names }) => t("Not sent, since nothing is kept of it any more: {0}. Attach it again.", names.join(", ")),
  selectionChanged: ({ path }) => t("The selection of {0} did not go along: another text was selected when the message was sent.", path),
  promptNotPrepared: ({ reason }) => t("The message waits in the queue: preparing it failed ({0}). Send it again to go without that step.", reason),
  mentionFailed: ({ reason }) => t("The message waits in the queue, since what it mentions could not be read: {0}. Edit it, or send it without.", reason),
  mentionsLeftOut: ({ mentions }) => t("The message goes without what could not be read: {0}", mentions.join(", ")),
  resumedAsCopy: () => t("The claude program went on with a copy of this conversation, under another name: something else still uses the original."),
  nothingSaved: () =>
    t(
      "The claude program saves nothing of this conversation: its folder may be read-only, or saving is switched off. It is lost when its process ends, so Tandem does not let it rest. Export it to keep it.",
    ),
  stateDamaged: () =>
    t(
      "What Tandem had saved of this conversation could not be read: a draft or queued messages may be missing. The damaged file is kept; what was said is shown from the claude program's own transcript.",
    ),
  shortened: () => t("Another program shortened the file of this conversation. What is shown was read before; open it again to see what is left."),
  startedAfresh: () => t("The claude program had not saved this conversation yet, so it goes on without remembering it. Send a message again to repeat it."),
  writesLost: ({ lost }) => t("The disk is full: the CLI could not save {0}. Free some space before you go on.", lost.join(", ")),
  pluginFailed: ({ plugin, error }) => t("Plugin {0} could not be loaded: {1}", plugin, error),
  notAsAccepted: ({ subject }) =>
    t("{0} on disk is not what you accepted. Compare it before you go on; a tool, a formatter or another program changed it.", subject),
  keptVersion: ({ subject }) =>
    t("The edit of {0} was taken back before you decided. The text that you wrote is kept: copy it, or compare it with what is there.", subject),
  bufferBehind: ({ shown }) => t("{0} has unsaved changes, and claude changed the file. Merge puts both into the editor and saves nothing.", shown),
  bufferUnmergeable: ({ shown }) => t("{0} has unsaved changes, and claude changed the file. Compare them before you save.", shown),
  bufferStale: ({ shown }) => t("The editor shows an older version of {0}. Close the file and open it again.", shown),
  bufferMerged: ({ shown }) => t("Your changes of {0} were merged with what claude wrote when the file was saved.", shown),
  bufferConflicts: ({ shown }) => t("Your changes of {0} conflict with what claude wrote. Both are in the file, between conflict markers.", shown),
  branchChanged: ({ from, to }) => t("The branch changed from {0} to {1} while claude was working.", from, to),
  notSaved: ({ files: left }) => t("Could not save {0}. The CLI reads what is on the disk.", left.join(", ")),
  damaged: ({ lines }) =>
    lines === 1
      ? t("One entry of the saved conversation could not be read. The rest is shown; the file was not changed.")
      : t("{0} entries of the saved conversation could not be read. The rest is shown; the file was not changed.", lines),
  lineLost: ({ reason }) => t("A message of the CLI arrived damaged and is lost ({0}). The conversation goes on.", reason),
  notRunning: ({ attempt }) => t("{0}: the claude program is not running. Try again when it is.", attempts[attempt]()),
  failed: ({ attempt, reason }) => t("{0} did not work: {1}", attempts[attempt](), reason),
  taskEnded: ({ task, state, exitCode }) => {
    if (state === "done") return t("In the background: {0} finished.", task);
    if (state === "stopped") return t("In the background: {0} was stopped.", task);
    return exitCode === undefined ? t("In the background: {0} failed.", task) : t("In the background: {0} failed (exit {1}).", task, exitCode);
  },
  rewound: ({ files: count, prompt }) => t("Rewound {0} to before “{1}”.", files(count), prompt),
};

/** What a notice says. */
export function noticeText(notice: Notice): string {
  const text = texts[notice.code] as (notice: Notice) => string;
  return text(notice);
}
