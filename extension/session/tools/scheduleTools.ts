import { readBoolean, readNumber, readString } from "../../base/read.ts";
import type { BackgroundTask } from "../../contract/conversationState.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

/** Id of the wakeup of a loop, of which a conversation has at most one. */
const wakeupId = "wakeup";
const without = (background: readonly BackgroundTask[], id: string | undefined): BackgroundTask[] => background.filter((task) => task.id !== id);

/** Adds a schedule. The schedules of 2.1.329 exist only in its process, and no frame but the results of these calls reports them. */
const create: ToolDescription = {
  kind: "other",
  subject: (input) => [readString(input, "cron"), readString(input, "prompt")].filter(Boolean).join(" "),
  background(background, { input, result }) {
    const id = readString(result, "id");
    if (id === undefined) return background;
    const firesAt = readBoolean(result, "recurring") === false ? readNumber(result, "nextFireAt") : undefined;
    const text = [readString(result, "humanSchedule"), readString(input, "prompt")].filter(Boolean).join(": ");
    return [...without(background, id), { id, kind: "schedule", text, ...(firesAt === undefined ? {} : { endsAt: firesAt }) }];
  },
};

const wakeUp: ToolDescription = {
  kind: "other",
  subject: (input) => readString(input, "reason"),
  background(background, { input, result }) {
    const endsAt = readBoolean(result, "stopped") ? undefined : readNumber(result, "scheduledFor");
    const others = without(background, wakeupId);
    return endsAt === undefined ? others : [...others, { id: wakeupId, kind: "schedule", text: readString(input, "reason") ?? "", endsAt }];
  },
};

export const scheduleTools: ToolTable = [
  ["CronCreate", create],
  [
    "CronDelete",
    { kind: "other", subject: (input) => readString(input, "id"), background: (background, { input }) => without(background, readString(input, "id")) },
  ],
  ["ScheduleWakeup", wakeUp],
];
