import { booleanAt, numberAt, stringAt } from "../../base/read.ts";
import type { BackgroundTask } from "../../contract/conversationState.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

/** Of a loop that wakes itself there is one at most. */
const wakeupId = "wakeup";
const without = (background: readonly BackgroundTask[], id: string | undefined): BackgroundTask[] => background.filter((task) => task.id !== id);

/** What 2.1.329 schedules lives in its process only, and no frame tells of it but the results of these calls. */
const create: ToolDescription = {
  kind: "other",
  subject: (input) => [stringAt(input, "cron"), stringAt(input, "prompt")].filter(Boolean).join(" "),
  background(background, { input, result }) {
    const id = stringAt(result, "id");
    if (id === undefined) return background;
    const firesAt = booleanAt(result, "recurring") === false ? numberAt(result, "nextFireAt") : undefined;
    const text = [stringAt(result, "humanSchedule"), stringAt(input, "prompt")].filter(Boolean).join(": ");
    return [...without(background, id), { id, kind: "schedule", text, ...(firesAt === undefined ? {} : { endsAt: firesAt }) }];
  },
};

const wakeUp: ToolDescription = {
  kind: "other",
  subject: (input) => stringAt(input, "reason"),
  background(background, { input, result }) {
    const endsAt = booleanAt(result, "stopped") ? undefined : numberAt(result, "scheduledFor");
    const others = without(background, wakeupId);
    return endsAt === undefined ? others : [...others, { id: wakeupId, kind: "schedule", text: stringAt(input, "reason") ?? "", endsAt }];
  },
};

export const scheduleTools: ToolTable = [
  ["CronCreate", create],
  [
    "CronDelete",
    { kind: "other", subject: (input) => stringAt(input, "id"), background: (background, { input }) => without(background, stringAt(input, "id")) },
  ],
  ["ScheduleWakeup", wakeUp],
];
