import { readBoolean, readNumber, readString } from "../../../shared/base/read.ts";
import type { BackgroundTask } from "../../../shared/contract/tasks.ts";
import type { ToolDescription, ToolTable } from "./toolDescription.ts";

/** Id of the wakeup of a loop, of which a conversation has at most one. */
const wakeupId = "wakeup";
const without = (background: readonly BackgroundTask[], id: string | undefined): BackgroundTask[] =>
  background.filter((task) => task.id !== id);

/**
 * Adds a schedule. The schedules of 2.1.329 exist only in its process, and no frame but the results of these calls
 * reports them. 2.1.332 tells the age at which a recurring one ends, 0 for never.
 */
const create: ToolDescription = {
  kind: "other",
  subject: (input) => [readString(input, "cron"), readString(input, "prompt")].filter(Boolean).join(" "),
  background(background, { input, result }, now) {
    const id = readString(result, "id");
    if (id === undefined) return background;
    const isOnce = readBoolean(result, "recurring") === false;
    const age = readNumber(result, "maxAgeMs") || undefined;
    const endsAt = isOnce ? readNumber(result, "nextFireAt") : age && now + age;
    const text = [readString(result, "humanSchedule"), readString(input, "prompt")].filter(Boolean).join(": ");
    return [
      ...without(background, id),
      {
        id,
        kind: "schedule",
        text,
        ...(isOnce ? {} : { isRecurring: true }),
        ...(endsAt === undefined ? {} : { endsAt }),
      },
    ];
  },
};

const wakeUp: ToolDescription = {
  kind: "other",
  subject: (input) => readString(input, "reason"),
  background(background, { input, result }) {
    const endsAt = readBoolean(result, "stopped") ? undefined : readNumber(result, "scheduledFor");
    const others = without(background, wakeupId);
    return endsAt === undefined
      ? others
      : [...others, { id: wakeupId, kind: "schedule", text: readString(input, "reason") ?? "", endsAt }];
  },
};

export const scheduleTools: ToolTable = [
  ["CronCreate", create],
  [
    "CronDelete",
    {
      kind: "other",
      subject: (input) => readString(input, "id"),
      background: (background, { input }) => without(background, readString(input, "id")),
    },
  ],
  ["ScheduleWakeup", wakeUp],
];
