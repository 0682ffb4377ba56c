import { expect, it } from "vitest";
import type { RequestActions } from "../../../../extension/core/conversations/requests/requestActions.ts";
import type { PermissionView } from "../../../../extension/shared/contract/requests/requests.ts";
import type { CommandHandler } from "../../../../extension/vscode/commands/commandTable.ts";
import { createRequestCommands } from "../../../../extension/vscode/commands/requests.ts";
import { createReviewCommands, type ReviewCommandsOptions } from "../../../../extension/vscode/commands/review.ts";
import { hostileTexts, oddValues } from "../../../fuzz/hostileTexts.ts";
import { setup, write } from "../../core/conversations/actionsSetup.ts";
import { ask } from "../../core/conversations/setup.ts";
import { settled } from "../../core/protocol/setup.ts";

/** Commands about finished changes, in the table of review. */
const aboutChanges: readonly string[] = ["review.changes", "review.since"];

/** Every command that decides about a request. */
function deciding(requests: RequestActions): readonly CommandHandler[] {
  const { "permissions.manage": _, ...answering } = createRequestCommands({ requests, rules: {} as never });
  const review = createReviewCommands({ requests } as ReviewCommandsOptions);
  const aboutProposals = Object.entries(review).filter(
    ([id]) => id.startsWith("review.") && !aboutChanges.includes(id),
  );
  return [...Object.values(answering), ...aboutProposals.map(([, run]) => run)];
}

/** Forged arguments: unknown names, values of wrong types, rows and documents that claim more than is so. */
function forged(conversation: string, { id, revision }: PermissionView): readonly unknown[] {
  const row = { conversation, arrivedAt: 0, isSeen: true, isChangeShown: true };
  return [
    ...hostileTexts,
    ...oddValues.filter((value) => typeof value !== "string"),
    ...[
      null,
      undefined,
      5,
      "r1",
      {},
      [],
      { id },
      { id, revision: "0" },
      { id, revision: Number.NaN },
      { id: [id], revision },
    ].map((view) => ({
      ...row,
      view,
    })),
    { ...row, view: { id, revision: revision + 1 } },
    { ...row, conversation: "__proto__", view: { id, revision } },
    { ...row, conversation: null, view: { id, revision } },
    { scheme: "tandem-proposal", path: `/${id}`, toString: () => `tandem-proposal:/${id}` },
    { scheme: null, toString: () => "constructor" },
  ].filter((value) => value !== undefined && value !== null);
}

it("decides about nothing by an argument that is forged, whatever it claims, and breaks nothing", async () => {
  const parts = await setup();
  const { requests, shown, cli, answers, clock } = parts;
  cli.write(ask("r1", "Write", write));
  await settled();
  const rejectHunk = createReviewCommands({ requests } as ReviewCommandsOptions)["review.rejectHunk"];
  const view = () => shown.conversation.state.requests[0] as PermissionView;
  const before = JSON.stringify(view());
  clock.advance(10_000);
  for (const run of deciding(requests))
    for (const given of forged(shown.id, view()))
      for (const index of [undefined, Number.NaN, -1, 1e9, 0.5, "0"]) await run(given, index);
  for (const index of [Number.NaN, -1, 1e9, 0.5, Number.POSITIVE_INFINITY])
    for (const document of ["diff of r1", "constructor", "", null]) await rejectHunk(index, document);
  await settled();
  expect(answers()).toEqual([]);
  expect(JSON.parse(JSON.stringify(view()))).toEqual(JSON.parse(before));
});
