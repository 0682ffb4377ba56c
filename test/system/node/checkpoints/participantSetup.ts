import { expect } from "vitest";
import { ConversationEvents } from "../../../../extension/core/conversation/events/conversationEvents.ts";
import { getFileWriting } from "../../../../extension/core/conversation/tools/describeCall.ts";
import { CheckpointParticipant } from "../../../../extension/node/checkpoints/checkpointParticipant.ts";
import type { QueuedPrompt } from "../../../../extension/shared/contract/conversationState.ts";
import type { ConversationId } from "../../../../extension/shared/contract/ids.ts";
import type { Notice } from "../../../../extension/shared/contract/notices.ts";
import type { BackgroundTask } from "../../../../extension/shared/contract/tasks.ts";
import { FakeClock } from "../../../fakes/fakeClock.ts";
import { openWindow } from "./setup.ts";
import { useWorkspaces } from "./useWorkspaces.ts";

/** Returns a function that makes a participant with a workspace of its own, removed after the test. */
export function useParticipants() {
  const makeWorkspace = useWorkspaces();
  return (
    given: {
      isEnabled?: boolean | (() => boolean);
      includesShellChanges?: boolean;
      findGit?: () => Promise<string | undefined>;
      background?: readonly BackgroundTask[];
    } = {},
  ) => {
    const one = makeWorkspace({ "a.txt": "one" });
    const clock = new FakeClock();
    const notices: Notice[] = [];
    const warnings: string[] = [];
    const { open } = openWindow(one.place, [one.folder], {
      warnings,
      ...(given.findGit ? { findGit: given.findGit } : {}),
      background: given.background ?? [],
    });
    const files = open();
    const events = new ConversationEvents((error) => expect.fail(String(error)));
    const participant = new CheckpointParticipant({
      conversation: {
        id: "one" as ConversationId,
        state: () => expect.fail(),
        events,
        notice: (_, notice) => void notices.push(notice),
      },
      files,
      clock,
      isEnabled: () => (typeof given.isEnabled === "function" ? given.isEnabled() : (given.isEnabled ?? true)),
      includesShellChanges: () => given.includesShellChanges ?? true,
      getWriting: getFileWriting,
      isAgent: (tool) => tool === "Agent",
      logger: { warn: (text) => void warnings.push(text) },
    });
    const call = async (event: string, tool: string, input: object = {}, toolUseId = "t1", more: object = {}) => {
      const hook = participant.hooks.find((each) => each.event === event);
      const given = { hook_event_name: event, tool_name: tool, tool_input: input, cwd: one.folder, ...more };
      return hook?.callback(given, { toolUseId, signal: new AbortController().signal });
    };
    /** The checkpoints, once all that were begun are complete. */
    const taken = async () => {
      await files.take({ kind: "preview" });
      return (await files.list()).map(({ cause, folders }) => [
        cause.kind,
        folders[0]?.uncovered ?? folders[0]?.snapshot,
      ]);
    };
    /** Tells the end of a call by its result alone, as of one that a rule denied. */
    const ended = (callId: string, outcome: "denied" | "failed" | "done", tool = "Bash", input = {}): void =>
      events.publish({
        ...{ kind: "toolInvoked", at: 0, sessionId: undefined, callId, tool, input, outcome },
        ...{ agentCallId: undefined, response: undefined, shell: undefined, error: "", durationMs: undefined },
        decision: undefined,
      });
    return { ...one, ended, clock, notices, warnings, files, participant, call, taken };
  };
}

export const prompt = (id: string, text = "Go on"): QueuedPrompt =>
  ({ id, text, attachments: [] }) as unknown as QueuedPrompt;
export const { signal } = new AbortController();
