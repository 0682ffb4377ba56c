import { expect, it } from "vitest";
import type { PlanView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";

async function planned(input: object = { plan: "# Plan\n\n1. A" }) {
  const world = await setup();
  const { cli, shown } = world;
  cli.write({
    type: "control_request",
    request_id: "p1",
    request: { subtype: "can_use_tool", tool_name: "ExitPlanMode", input, tool_use_id: "toolu_p" },
  });
  await settled();
  const view = () => shown.conversation.state.requests[0] as PlanView;
  const approve = async () => {
    world.requests.decide(shown.id, "p1", view().revision, { kind: "approvePlan", isAcceptingEdits: false });
    await settled();
    return cli.received.find((frame) => frame["response"]?.request_id === "p1")?.["response"].response;
  };
  return { ...world, view, approve };
}

it("opens a plan as a document, and approves the text last typed", async () => {
  const { requests, documents, shown, view, approve } = await planned();
  await requests.openDiffOf(shown.id, "p1");
  expect(documents.texts.get("p1")).toBe("# Plan\n\n1. A");
  const before = view().revision;
  for (const text of ["# P", "# Pl", "# Mine"]) documents.type(shown.id, "p1", text);
  await settled();
  expect(view()).toMatchObject({ plan: "# Mine", isEdited: true });
  expect(view().revision).not.toBe(before);
  expect(await approve()).toMatchObject({ behavior: "allow", updatedInput: { plan: "# Mine" } });
  expect(documents.texts.size).toBe(0);
});

it("shows the original plan in its document after a reset on its card", async () => {
  const { requests, documents, shown, view } = await planned();
  await requests.openDiffOf(shown.id, "p1");
  documents.type(shown.id, "p1", "mine");
  requests.stepProposal(shown.id, "p1", view().revision, { kind: "reset" });
  await settled();
  expect(documents.texts.get("p1")).toBe("# Plan\n\n1. A");
});
