import * as z from "zod";
import type { AccessMemory } from "../../core/api/ports.ts";
import type { SavedSession } from "../../core/conversation/ports/ports.ts";
import type { SharedValue } from "../../core/conversations/ports.ts";
import { readArray, readObject } from "../../shared/base/read.ts";

const sessions = z.array(z.object({ sessionId: z.string(), folder: z.string(), profile: z.string().optional() }));

/** Keeps the extensions that the user allowed, and the sessions that they started, for all windows. */
export function createAccessMemory(value: SharedValue): AccessMemory {
  return {
    read: () => readAllowed(value.read()),
    change: (update) => value.change((now) => ({ allowed: update(readAllowed(now)), sessions: readSessions(now) })),
    sessions: (extension) => getSessions(readSessions(value.read()), extension),
    changeSessions: (extension, update) =>
      value.change((now) => {
        const all = readSessions(now);
        return { allowed: readAllowed(now), sessions: { ...all, [extension]: update(getSessions(all, extension)) } };
      }),
  };
}

function readAllowed(saved: unknown): readonly string[] {
  return (readArray(saved, "allowed") ?? []).filter((id) => typeof id === "string");
}

function readSessions(saved: unknown): Readonly<Record<string, unknown>> {
  return readObject(saved, "sessions") ?? {};
}

function getSessions(all: Readonly<Record<string, unknown>>, extension: string): readonly SavedSession[] {
  const saved = sessions.safeParse(Object.hasOwn(all, extension) ? all[extension] : []);
  return saved.success ? saved.data : [];
}
