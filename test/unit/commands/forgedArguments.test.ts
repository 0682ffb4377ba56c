import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { approvalRowCommand, revealRowCommand } from "../../../extension/commands/approvalRow.ts";
import { approveCommand } from "../../../extension/commands/approve.ts";
import { approveAlwaysCommand } from "../../../extension/commands/approveAlways.ts";
import type { Command } from "../../../extension/commands/command.ts";
import { denyCommand } from "../../../extension/commands/deny.ts";
import { denyAndStopCommand } from "../../../extension/commands/denyAndStop.ts";
import { reviewAcceptCommand } from "../../../extension/commands/reviewAccept.ts";
import { reviewHunkCommand } from "../../../extension/commands/reviewHunk.ts";
import { reviewOpenCommand } from "../../../extension/commands/reviewOpen.ts";
import { reviewRejectCommand } from "../../../extension/commands/reviewReject.ts";
import type { PermissionView } from "../../../extension/contract/requests.ts";
import type { RequestActions } from "../../../extension/conversations/requestActions.ts";
import { hostileTexts, oddValues } from "../../fuzz/hostileTexts.ts";
import { setup, write } from "../conversations/actionsSetup.ts";
import { ask } from "../conversations/setup.ts";
import { settled } from "../protocol/setup.ts";

/** The commands that decide about requests, by the files that make them. */
const deciding: Readonly<Record<string, readonly ((requests: RequestActions) => Command)[]>> = {
  "approvalRow.ts": [(requests) => approvalRowCommand(requests, "allow"), (requests) => approvalRowCommand(requests, "deny"), revealRowCommand],
  "approve.ts": [approveCommand],
  "approveAlways.ts": [approveAlwaysCommand],
  "deny.ts": [denyCommand],
  "denyAndStop.ts": [denyAndStopCommand],
  "reviewAccept.ts": [reviewAcceptCommand],
  "reviewHunk.ts": [(requests) => reviewHunkCommand(requests, true), (requests) => reviewHunkCommand(requests, false)],
  "reviewOpen.ts": [reviewOpenCommand],
  "reviewReject.ts": [reviewRejectCommand],
};

it("knows every command that decides about requests", () => {
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "../../../extension/commands");
  const files = fs
    .readdirSync(folder)
    .filter((name) => name !== "allCommands.ts" && /requests: RequestActions/.test(fs.readFileSync(path.join(folder, name), "utf8")));
  expect(files.sort()).toEqual(Object.keys(deciding).sort());
});

/** What could be handed over: texts that name nothing, values of wrong types, rows and documents that name nothing or claim more than is so. */
function forged(conversation: string, { id, revision }: PermissionView): readonly unknown[] {
  const row = { conversation, arrivedAt: 0, isSeen: true, isChangeShown: true };
  return [
    ...hostileTexts,
    ...oddValues.filter((value) => typeof value !== "string"),
    ...[null, undefined, 5, "r1", {}, [], { id }, { id, revision: "0" }, { id, revision: Number.NaN }, { id: [id], revision }].map((view) => ({
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
  const view = () => shown.conversation.state.requests[0] as PermissionView;
  const before = JSON.stringify(view());
  clock.advance(10_000);
  for (const make of Object.values(deciding).flat()) {
    const command = make(requests);
    for (const given of forged(shown.id, view())) for (const index of [undefined, Number.NaN, -1, 1e9, 0.5, "0"]) await command.run(given, index);
  }
  for (const index of [Number.NaN, -1, 1e9, 0.5, Number.POSITIVE_INFINITY])
    for (const document of ["diff of r1", "constructor", "", null]) await reviewHunkCommand(requests, false).run(index, document);
  await settled();
  expect(answers()).toEqual([]);
  expect(JSON.parse(JSON.stringify(view()))).toEqual(JSON.parse(before));
});
