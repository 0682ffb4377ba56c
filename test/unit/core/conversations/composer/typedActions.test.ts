import { expect, it, vi } from "vitest";
import { TypedActions } from "../../../../../extension/core/conversations/composer/typedActions.ts";
import { memoryAttachments } from "../../../../fakes/memoryAttachments.ts";
import { settled } from "../../protocol/setup.ts";
import { setup } from "../actionsSetup.ts";
import { getPrompts } from "../setup.ts";

async function typed() {
  const parts = await setup();
  const ran: string[] = [];
  const said: string[] = [];
  const answers = {
    output: "$ ls\na.ts\n(exit code 0)" as string | undefined,
    note: "added" as "added" | "send" | undefined,
  };
  const actions = new TypedActions({
    conversations: parts.conversations,
    store: memoryAttachments(),
    runner: {
      run: async (command, folder) => {
        ran.push(`${folder} ${command}`);
        return answers.output;
      },
      type: async (command, folder) => void ran.push(`${folder} ${command} (typed)`),
    },
    notes: {
      add: async (_folder, line) => {
        said.push(line);
        return answers.note;
      },
      showNoOutput: () => void said.push("no output"),
    },
    panels: parts.person,
    submitting: parts.submitting,
  });
  const sentSelections: unknown[] = [];
  const submit = parts.submitting.submit.bind(parts.submitting);
  vi.spyOn(parts.submitting, "submit").mockImplementation((id, text, beside) => {
    sentSelections.push(beside?.selection);
    return submit(id, text, { ...beside, selection: undefined });
  });
  return { ...parts, typing: actions, ran, said, answers, sentSelections };
}

it("runs a line in the terminal, and attaches its output where it was typed", async () => {
  const { typing, shown, ran, said, answers } = await typed();
  await typing.runInTerminal(shown.id, "ls");
  expect(ran).toEqual(["/w ls"]);
  expect(shown.conversation.state.attachments).toMatchObject([{ name: "! ls", kind: "text" }]);
  answers.output = undefined;
  await typing.runInTerminal(shown.id, "top");
  expect(shown.conversation.state.attachments).toHaveLength(1);
  expect(said).toEqual(["no output"]);
});

it("types a command of the transcript into a terminal", async () => {
  const { typing, shown, ran } = await typed();
  await typing.typeInTerminal(shown.id, "npm test");
  expect(ran).toEqual(["/w npm test (typed)"]);
});

it("adds a note where the user chooses, and sends it if asked to", async () => {
  const { typing, shown, said, answers, person, clis } = await typed();
  shown.draft = "# use tabs";
  await typing.addNote(shown.id, "# use tabs");
  expect([said, person.drafts, person.focused]).toEqual([["use tabs"], [""], shown.id]);
  answers.note = undefined;
  await typing.addNote(shown.id, "# use tabs");
  expect(person.drafts).toHaveLength(1);
  answers.note = "send";
  shown.draft = "something else meanwhile";
  await typing.addNote(shown.id, "# A heading");
  expect(getPrompts(clis[0])).toEqual(["# A heading"]);
  expect(person.drafts).toHaveLength(1);
  await typing.addNote(shown.id, "#");
  expect(said).toEqual(["use tabs", "use tabs", "A heading"]);
});

it("sends a note as a message with the selection, and empties the composer", async () => {
  const { typing, shown, answers, person, clis, sentSelections } = await typed();
  answers.note = "send";
  shown.draft = "# A heading";
  await typing.addNote(shown.id, "# A heading", { path: "a.ts", first: 1, last: 2 });
  await settled();
  expect([getPrompts(clis[0]), person.drafts, shown.draft]).toEqual([["# A heading"], [""], ""]);
  expect(sentSelections).toEqual([{ path: "a.ts", first: 1, last: 2 }]);
});
