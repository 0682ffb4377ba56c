import { expect, it } from "vitest";
import { SeenTasks } from "../../../../extension/core/conversations/seenTasks.ts";
import type { IdentifiedEntry } from "../../../../extension/core/options/repository/parsedFile.ts";

const task = (value: string): IdentifiedEntry => ({
  id: value,
  kind: "scheduledTask",
  name: value,
  value,
});

it("takes any message for a task's once so many came that some were forgotten", () => {
  const seen = new SeenTasks();
  seen.note("/w", [task("Delete it.")]);
  expect(seen.find("/w", "Say hello.")).toEqual([]);
  seen.note(
    "/w",
    Array.from({ length: 1_000 }, (_, number) => task(`task ${number}`)),
  );
  expect(seen.find("/w", "Delete it.")).toHaveLength(1_000);
});
