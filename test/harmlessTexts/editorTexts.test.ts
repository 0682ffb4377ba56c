// @vitest-environment node
// Rules for the source of the extension host that need its types. In one file, because it takes seconds to read them.
import ts from "typescript";
import { expect, it } from "vitest";
import { getEditorTexts } from "./editorTexts.ts";
import { readHostSource } from "./program.ts";

const source = readHostSource();
const files = source.files((name) => /^extension\/((vscode|wiring)\/.*|[^/]*)\.ts$/.test(name));
const texts = [...files].flatMap(([name, file]) => getEditorTexts(source, name, file));

/** Texts that the reader of the source cannot judge, with the reason why they are harmless. */
const known = new Map([
  ["extension/vscode/review/hunkLenses.ts", "the two words of `editorText`"],
  ["extension/vscode/review/hunkMarks.ts", "commands with encoded names, and the numbers of hunks"],
]);

it("gives the editor nothing that others wrote before it was made harmless", () => {
  const doubtful = texts.filter(({ isHarmless }) => !isHarmless).map(({ place }) => place);
  const fileOf = (place: string): string => place.split(":", 1)[0] ?? "";
  const isKnown = (place: string): boolean => known.has(fileOf(place));
  expect(doubtful.filter((place) => !isKnown(place))).toEqual([]);
  expect(doubtful.filter(isKnown)).toHaveLength(known.size);
});

it("finds the texts at all", () => expect(texts.length).toBeGreaterThan(150));

const allFiles = source.files(
  (name) => /^extension\/.*\.ts$/.test(name) && name !== "extension/shared/base/background.ts",
);

/**
 * Promises that are thrown away although they never reject, each time as the function that makes them says. A new one
 * goes through `background`.
 */
const knownPromises: Readonly<Record<string, number>> = {
  "extension/node/claude/cliVersion.ts": 1,
  "extension/node/processes/deathWatchMain.ts": 1,
  "extension/node/processes/processLocks.ts": 1,
  "extension/node/claude/processTransport.ts": 4,
  "extension/node/claude/launchElsewhere.ts": 1,
  "extension/node/claude/launchClaude.ts": 1,
  "extension/node/claude/startClaude.ts": 1,
  "extension/node/transcripts/transcriptTail.ts": 2,
  "extension/core/conversations/composer/attachmentStore.ts": 1,
  "extension/core/conversations/lifecycle/branchWatch.ts": 1,
  "extension/core/conversations/list/savedSessions.ts": 1,
  "extension/core/conversations/list/listFilter.ts": 1,
  "extension/core/conversations/composer/mentions/fileMentions.ts": 1,
  "extension/core/conversations/lifecycle/persistenceCheck.ts": 1,
  "extension/vscode/terminal/claudeTerminals.ts": 1,
  "extension/vscode/review/diffReview.ts": 1,
  "extension/vscode/chat/earlyView.ts": 1,
  "extension/extension.ts": 1,
  "extension/vscode/chat/chatPanels.ts": 1,
  "extension/vscode/chat/chatView.ts": 1,
  "extension/vscode/chat/outputWatch.ts": 2,
  "extension/vscode/chat/staleTabs.ts": 1,
  "extension/vscode/chat/webviewPanel.ts": 1,
  "extension/core/protocol/connection/client.ts": 1,
  "extension/core/protocol/connection/inboundRequests.ts": 1,
  "extension/vscode/views/conversationTree.ts": 2,
};

/** Files in which a promise is thrown away. The editor reports failures of its own promises (`Thenable`). */
const thrownAway = [...allFiles].flatMap(([name, file]) => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVoidExpression(node) && source.checker.getTypeAtLocation(node.expression).getSymbol()?.name === "Promise")
      found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
});

it("throws no promise away: what fails in the background is logged", () => {
  const counts = new Map<string, number>();
  for (const name of thrownAway) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(Object.fromEntries(counts)).toEqual(knownPromises);
});
