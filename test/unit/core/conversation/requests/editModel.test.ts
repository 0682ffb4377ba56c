import fc from "fast-check";
import { expect, it } from "vitest";
import type { PermissionView } from "../../../../../extension/shared/contract/requests/requests.ts";
import { fuzzRuns } from "../../../../fuzz/runs.ts";
import { settled } from "../../protocol/setup.ts";
import { assistant, begin, getAnswer } from "../conversationSetup.ts";

const path = "/w/a.txt";
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const getLines = (whole: string) => whole.split("\n").slice(0, -1);

interface EditInput {
  readonly old_string?: string;
  readonly new_string?: string;
  readonly content?: string;
}

type Step =
  | { readonly kind: "edit" | "write" | "theirs" | "type"; readonly at: number }
  | { readonly kind: "cut"; readonly which: number; readonly at: number }
  | { readonly kind: "allow" | "deny" | "checked" | "reset"; readonly which: number }
  | { readonly kind: "refuse" | "accept"; readonly which: number; readonly at: number };
const [at, which] = [fc.nat({ max: 40 }), fc.nat({ max: 2 })];
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "write" as const, "theirs" as const, "type" as const),
      at,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("allow" as const, "deny" as const, "checked" as const, "reset" as const),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom("refuse" as const, "accept" as const, "cut" as const), which, at }),
  },
);

/**
 * A conversation whose model edits one file, and a person and others who do the same. Every line is told from all
 * others.
 */
async function open(version: string) {
  const { conversation, cli, files } = await begin({
    version,
    files: { [path]: text(Array.from({ length: 36 }, (_, index) => `line ${index}.`)) },
  });
  const { permissions } = conversation;
  const disk = () => files.get(path) ?? "";
  const refused = new Set<string>();
  const theirs = new Set<string>();
  /** Lines that a person saw go, or took out. */
  const seenToGo = new Set<string>();
  const asked = new Map<string, EditInput>();
  let count = 0;
  const requests = () => conversation.state.requests as readonly PermissionView[];
  const added = (view: PermissionView) =>
    (view.proposal?.hunks ?? []).flatMap(({ lines }) =>
      lines.flatMap(({ sign, text: line }) => (sign === "+" ? [line] : [])),
    );
  const propose = async (tool: "Edit" | "Write", index: number) => {
    if (requests().length > 2) return;
    // The model believes its last edit to be there before anybody decided about it, or as the user reviewed it so far,
    // or does not.
    const last = requests().at(-1);
    const open = last && permissions.get(last.id);
    const whole = open && "proposal" in open ? open.proposal?.proposed.after : undefined;
    const lines = getLines(
      (index % 4 === 3 && whole) ||
        (index % 4 === 1 && last && permissions.reviews.getProposal(last.id)?.after) ||
        disk(),
    );
    const [id, place] = [`r${++count}`, index % Math.max(1, lines.length)];
    const line = `model ${count}`;
    const input =
      tool === "Edit"
        ? { file_path: path, old_string: `${lines[place] ?? ""}\n`, new_string: `${line}\n` }
        : {
            file_path: path,
            content: text(
              [0, 9, 18, 27].reduce((all, by) => all.toSpliced((place + by) % 36, 1, `${line} ${by}`), lines),
            ),
          };
    asked.set(id, input);
    cli().write(assistant([{ type: "tool_use", id: `t-${id}`, name: tool, input }]));
    cli().write({
      type: "control_request",
      request_id: id,
      request: { subtype: "can_use_tool", tool_name: tool, input, tool_use_id: `t-${id}` },
    });
    await settled();
  };
  const finish = async (id: string, tool: string, input: EditInput) => {
    const before = disk();
    const after =
      tool === "Write"
        ? (input.content ?? "")
        : before.split(input.old_string ?? "").length === 2
          ? before.replace(input.old_string ?? "", () => input.new_string ?? "")
          : before;
    files.set(path, after);
    permissions.refreshAll();
    cli().write({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `t-${id}`, content: "ok" }] },
    });
    await settled();
    return [new Set(getLines(before)), new Set(getLines(after))] as const;
  };
  return {
    conversation,
    cli,
    asked,
    permissions,
    requests,
    propose,
    finish,
    disk,
    files,
    refused,
    theirs,
    seenToGo,
    added,
    next: () => ++count,
  };
}

async function take(world: Awaited<ReturnType<typeof open>>, next: Step): Promise<void> {
  const { permissions, requests, refused, theirs, seenToGo, files, added } = world;
  if (next.kind === "edit" || next.kind === "write")
    return world.propose(next.kind === "edit" ? "Edit" : "Write", next.at);
  if (next.kind === "theirs") {
    const lines = getLines(world.disk());
    const line = `theirs ${world.next()}`;
    theirs.add(line);
    files.set(path, text(lines.toSpliced(next.at % Math.max(1, lines.length), next.at % 2, line)));
    permissions.refreshAll();
    return settled();
  }
  const view = requests()["which" in next ? next.which : 0];
  if (!view?.proposal) return;
  const review = (given: Parameters<typeof permissions.reviews.step>[2]) =>
    permissions.reviews.step(view.id, view.revision, given);
  const { hunks } = view.proposal;
  if (next.kind === "refuse" || next.kind === "accept") {
    const hunk = hunks[next.at % Math.max(1, hunks.length)];
    if (!hunk) return;
    review({ kind: "hunk", hunk: hunks.indexOf(hunk), isAccepted: next.kind === "accept" });
    for (const line of hunk.lines) {
      if (line.sign === "+" && next.kind === "refuse") refused.add(line.text);
      if (line.sign === "+" && next.kind === "accept") refused.delete(line.text);
      if (line.sign === "-" && next.kind === "accept") seenToGo.add(line.text);
    }
  } else if (next.kind === "type") {
    const lines = getLines(permissions.reviews.getProposal(view.id)?.after ?? "");
    const line = `user ${world.next()}`;
    review({ kind: "text", text: text(lines.toSpliced(next.at % Math.max(1, lines.length), 0, line)) });
    // Users saw everything in a text that they wrote.
    for (const each of lines) refused.delete(each);
  } else if (next.kind === "cut") {
    const lines = getLines(permissions.reviews.getProposal(view.id)?.after ?? "");
    const shown = new Set(added(view).filter((line) => lines.includes(line)));
    const line = [...shown][next.at % Math.max(1, shown.size)];
    if (line === undefined) return;
    review({ kind: "text", text: text(lines.filter((each) => each !== line)) });
    for (const each of lines) refused.delete(each);
    refused.add(line);
  } else if (next.kind === "reset") {
    review({ kind: "reset" });
    const restored = requests().find(({ id }) => id === view.id);
    for (const line of restored ? added(restored) : []) refused.delete(line);
  } else if (next.kind === "checked") {
    if (view.requiredReview?.kind === "takenBack") {
      const kept = new Set(getLines(permissions.reviews.getProposal(view.id)?.after ?? ""));
      for (const line of theirs) if (!kept.has(line)) seenToGo.add(line);
      for (const line of kept) refused.delete(line);
    }
    review({ kind: "checked" });
  } else if (next.kind === "deny") {
    for (const line of added(view)) if (!world.disk().includes(`${line}\n`)) refused.add(line);
    await permissions.decide(view.id, view.revision, { kind: "deny" });
  } else {
    const shown = requests().find(({ id }) => id === view.id) as PermissionView;
    const outcome = await permissions.decide(view.id, view.revision, { kind: "allow" });
    if (outcome !== "taken") return settled();
    await settled();
    const answer = getAnswer(world.cli(), view.id)?.response;
    if (answer.behavior !== "allow") return;
    // Without a diff the card shows the input itself, with the text to replace.
    const { old_string = "" } = world.asked.get(view.id) ?? {};
    if (shown.proposal?.problem && shown.body?.includes(JSON.stringify(old_string)))
      for (const line of getLines(old_string)) seenToGo.add(line);
    for (const { isAccepted, lines } of shown.proposal?.hunks ?? [])
      for (const line of lines) if (isAccepted && line.sign === "-") seenToGo.add(line.text);
    expect(shown.requiredReview).toBeUndefined();
    const [before, after] = await world.finish(view.id, view.tool, answer.updatedInput ?? world.asked.get(view.id));
    expect(
      [...refused].filter((line) => after.has(line) && !before.has(line)),
      "refused lines that landed",
    ).toEqual([]);
    expect(
      [...theirs].filter((line) => before.has(line) && !after.has(line) && !seenToGo.has(line)),
      "lines of others that went unseen",
    ).toEqual([]);
  }
  await settled();
}

it.each(["2.1.329", "2.1.50", "2.0.77"])(
  "writes no refused line and removes no unseen line, in any sequence of edits (%s)",
  async (version) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 18 }), async (steps) => {
        const world = await open(version);
        try {
          await world.propose("Write", 3);
          for (const next of steps) await take(world, next);
        } finally {
          await world.conversation.close();
        }
      }),
      { numRuns: fuzzRuns(40) },
    );
  },
);
