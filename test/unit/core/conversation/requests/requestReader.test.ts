import { expect, it } from "vitest";
import { WriteVerifier } from "../../../../../extension/core/conversation/files/writeVerifier.ts";
import type { Files } from "../../../../../extension/core/conversation/ports/ports.ts";
import { RequestReader } from "../../../../../extension/core/conversation/requests/requestReader.ts";
import { ConversationStore } from "../../../../../extension/core/conversation/view/conversationStore.ts";
import { silentLogger } from "../../../../../extension/shared/base/logger.ts";
import { createEmptyState } from "../../../../../extension/shared/contract/conversationState.ts";
import { decodeDisk } from "../../../../../extension/vscode/files/diskText.ts";

const request = {
  subtype: "can_use_tool" as const,
  tool_name: "Write",
  tool_use_id: "t1",
  input: { file_path: "/w/a.txt", content: "one\nTWO\n" },
};

it("compares a file again only after it changed", async () => {
  let text = "one\ntwo\n";
  const files: Files = {
    readDisk: async () => ({ text, isUtf16: false }),
    decode: decodeDisk,
    watch: () => ({ dispose() {} }),
    locate: async () => ({ isOutside: false, isReadOnly: false }),
    isDirty: () => false,
  };
  const store = new ConversationStore(createEmptyState("/w"));
  const written = new WriteVerifier({ store, files, onMismatch: () => {} });
  const reader = new RequestReader(
    { store, files, written, fetchPlan: async () => undefined, logger: silentLogger },
    () => [],
  );
  const first = await reader.read("r1", request);
  expect(first.proposal?.proposed.added).toBe(1);
  expect((await reader.read("r1", request)).proposal).toBe(first.proposal);
  text = "one\ntwo\nthree\n";
  const changed = (await reader.read("r1", request)).proposal;
  expect([changed?.before?.text, changed?.proposed.removed]).toEqual([text, 2]);
  // Another request with the same id is compared with the file for itself.
  const other = (await reader.read("r1", { ...request, input: { ...request.input, content: text } })).proposal;
  expect(other?.proposed.hunks).toEqual([]);
});
