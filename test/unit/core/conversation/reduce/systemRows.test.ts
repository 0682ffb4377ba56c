import { expect, it } from "vitest";
import { assistant, call, reading } from "../reading.ts";

const system = (subtype: string, more: object = {}) => ({ type: "system", subtype, uuid: `s-${subtype}`, ...more });
const rows = (...frames: object[]) => {
  const { read, items } = reading();
  read(...frames);
  return items().map((item) => (item.kind === "notice" ? item.notice : item.kind));
};

it("shows which model replaces another, and requests it from then on", () => {
  const { read, items, store } = reading();
  read(system("model_fallback", { original_model: "opus", fallback_model: "sonnet" }));
  expect(items()).toMatchObject([{ level: "warning", notice: { code: "modelChanged", from: "opus", to: "sonnet" } }]);
  expect(store.state.reported.model).toBe("sonnet");
  read(
    system("model_refusal_fallback", {
      original_model: "sonnet",
      fallback_model: "haiku",
      scope: "local",
      content: "Answered by \u001b[31mhaiku",
    }),
  );
  expect(items().at(-1)).toMatchObject({
    notice: { code: "modelChanged", from: "sonnet", to: "haiku", text: "Answered by haiku" },
  });
  expect(store.state.reported.model).toBe("sonnet");
  read(
    system("model_refusal_fallback", {
      uuid: "back",
      original_model: "opus",
      fallback_model: "sonnet",
      direction: "revert",
    }),
  );
  expect(items().at(-1)).toMatchObject({ notice: { code: "modelChanged", from: "sonnet", to: "opus" } });
  expect(store.state.reported.model).toBe("opus");
});

it("removes what a model said before it refused", () => {
  const { read, items } = reading();
  read(
    { ...assistant([{ type: "text", text: "Half of it" }]), uuid: "said" },
    system("model_refusal_fallback", { retracted_message_uuids: ["said"] }),
  );
  expect(items()).toMatchObject([{ notice: { code: "modelChanged" } }]);
  // The end of the turn says it.
  expect(rows(system("model_refusal_no_fallback", { original_model: "opus" }))).toEqual([]);
  expect(rows(system("model_refusal_no_fallback", { content: "It declined." }))).toEqual([
    { code: "text", text: "It declined." },
  ]);
});

it("marks a call that a rule denied, with the reason", () => {
  const { read, items } = reading();
  read(
    assistant([call("a", "Bash", { command: "rm x" })]),
    system("permission_denied", { tool_use_id: "a", decision_reason: "rule \u202eBash(rm:*)" }),
  );
  expect(items()).toMatchObject([{ state: "denied", decided: { code: "byRule", text: "rule Bash(rm:*)" } }]);
  read({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: "a", content: "Permission denied", is_error: true }] },
  });
  expect(items()).toMatchObject([{ state: "denied" }]);
});

it.each([
  ["local_command_output", { content: "Listening on 8080" }, [{ code: "text", text: "Listening on 8080" }]],
  ["session_writes_lost", { lost: ["the transcript"] }, [{ code: "writesLost", lost: ["the transcript"] }]],
  [
    "plugin_install",
    { status: "failed", name: "notes", error: "no archive" },
    [{ code: "pluginFailed", plugin: "notes", error: "no archive" }],
  ],
  ["plugin_install", { status: "installed", name: "notes" }, []],
  ["memory_saved", { written_paths: ["CLAUDE.md"] }, [{ code: "memorySaved", paths: ["CLAUDE.md"] }]],
  ["memory_recall", { memories: [{ path: "notes.md" }] }, [{ code: "memoryRead", paths: ["notes.md"] }]],
  ["memory_recall", { memories: [] }, []],
  [
    "compact_boundary",
    { compact_metadata: { trigger: "auto", pre_tokens: 900, post_tokens: 90 } },
    [{ code: "compacted", before: 900, after: 90, isAutomatic: true }],
  ],
  ["scheduled_task_fire", { content: "every hour" }, [{ code: "scheduled", text: "every hour" }]],
  ["turn_preempted", {}, [{ code: "turnPreempted" }]],
  ["worker_shutting_down", { reason: "update" }, [{ code: "workerEnds", reason: "update" }]],
])("shows a short row for %s: %j", (subtype, more, expected) => {
  expect(rows(system(subtype, more))).toEqual(expected);
});

it("adopts a title from claude, and clears the conversation after a reset", () => {
  const { read, items, store } = reading();
  read(system("session_title_changed", { title: "Mend the \u0007reader" }));
  expect(store.state.title).toBe("Mend the reader");
  read(assistant([{ type: "text", text: "before" }]), {
    type: "conversation_reset",
    new_conversation_id: "n2",
    trigger: "plan_mode_exit",
  });
  expect(items()).toEqual([]);
  expect(store.state).toMatchObject({ sessionId: "n2", title: "", tasks: [], contextTokens: 0 });
});
