import { screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { expect, it } from "vitest";
import type { ElicitationView, QuestionView } from "../../extension/shared/contract/requests/requests.ts";
import { keyOn, open, useFakePage, wait } from "./appSetup.ts";

useFakePage();

const option = (label: string, preview?: string) => ({
  label,
  description: "",
  ...(preview === undefined ? {} : { preview }),
});
const questions: QuestionView = {
  kind: "question",
  id: "q",
  toolId: "t",
  revision: 0,
  notes: [],
  questions: [
    {
      question: "Which runner?",
      header: "Runner",
      options: [option("Vitest", "<b>vitest</b>"), option("Jest", "jest")],
      isMultiple: false,
    },
    { question: "Which targets?", header: "Targets", options: [option("Node"), option("Web")], isMultiple: true },
    { question: "Why?", header: "Reason", options: [], isMultiple: false },
  ],
};

function type(element: HTMLElement, value: string): void {
  (element as HTMLInputElement).value = value;
  element.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

function press(element: HTMLElement, key: string): void {
  element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

it.each([
  ["Enter", { kind: "answer", answers: [{ options: [1] }] }],
  ["Backspace", { kind: "deny" }],
])("is reached by Shift+Tab from the message, and decided by Ctrl+%s", (key, decision) => {
  const { host, message } = open({ requests: [{ ...questions, questions: questions.questions.slice(0, 1) }] });
  const decisions = () => host.sent.flatMap((sent) => (sent.type === "decide" ? [sent.decision] : []));
  wait();
  message.focus();
  keyOn(message, { key: "Tab", shiftKey: true });
  const radio = screen.getByRole("radio", { name: "Vitest" });
  expect(document.activeElement).toBe(radio);
  // Nothing is selected yet.
  keyOn(radio, { key: "Enter", ctrlKey: true });
  press(radio, "2");
  expect(decisions()).toEqual([]);
  keyOn(radio, { key, ctrlKey: true });
  expect(decisions()).toEqual([decision]);
});

it("asks several questions in sequence, with digits, option previews and a way back", () => {
  const { host, click } = open({ requests: [questions] });
  wait();
  const card = () => within(screen.getByRole("group", { name: /^Question: / }));
  screen.getByRole("group", { name: "Question: Runner" });
  screen.getByText("1 of 3");
  press(card().getByRole("radio", { name: "Jest" }), "1");
  expect(card().getByRole<HTMLInputElement>("radio", { name: "Vitest" }).checked).toBe(true);
  expect(card().getByRole("group", { name: "Preview" }).textContent).toBe("<b>vitest</b>");
  expect(card().queryByRole("button", { name: "Answer" })).toBeNull();
  click(card().getByRole("button", { name: "Next" }));
  screen.getByRole("group", { name: "Question: Targets" });
  press(card().getByRole("checkbox", { name: "Node" }), "1");
  press(card().getByRole("checkbox", { name: "Node" }), "2");
  press(card().getByRole("checkbox", { name: "Node" }), "3");
  const other = card().getByRole("textbox", { name: "Other" });
  type(other, "7 seas");
  press(other, "1");
  expect(card().getByRole<HTMLInputElement>("checkbox", { name: "Node" }).checked).toBe(true);
  click(card().getByRole("button", { name: "Back" }));
  click(card().getByRole("button", { name: "Next" }));
  expect(card().getByRole<HTMLInputElement>("textbox", { name: "Other" }).value).toBe("7 seas");
  click(card().getByRole("button", { name: "Next" }));
  // One can be left out.
  wait();
  click(card().getByRole("button", { name: "Answer" }));
  const answers = [{ options: [0] }, { options: [0, 1], other: "7 seas" }, { options: [] }];
  expect(host.sent.at(-1)).toEqual({
    type: "decide",
    requestId: "q",
    revision: 0,
    decision: { kind: "answer", answers },
  });
});

it("takes words where a question has no options", () => {
  const { host, click } = open({ requests: [{ ...questions, questions: questions.questions.slice(2) }] });
  wait();
  type(screen.getByRole("textbox", { name: "Other" }), "Because");
  click(screen.getByRole("button", { name: "Answer" }));
  expect(host.sent.at(-1)).toMatchObject({
    decision: { kind: "answer", answers: [{ options: [], other: "Because" }] },
  });
});

it("collapses to its title to show what is behind, and decides nothing by that", () => {
  const { host, click } = open({ requests: [questions] });
  wait();
  click(screen.getByRole("button", { name: "Collapse" }));
  expect(screen.queryByRole("radio")).toBeNull();
  click(screen.getByRole("button", { name: "Expand" }));
  screen.getByRole("radio", { name: "Jest" });
  expect(host.sent.some(({ type: name }) => name === "decide")).toBe(false);
});

const form: ElicitationView = {
  kind: "elicitation",
  id: "e",
  toolId: "e",
  revision: 0,
  server: "crm",
  message: "Who are you?",
  isTooLarge: false,
  fields: [
    { label: "Name", isRequired: true, input: { kind: "text", maxLength: 4 } },
    { label: "Age", isRequired: false, input: { kind: "number", isInteger: true, initial: 20 } },
    { label: "Size", isRequired: false, input: { kind: "choice", options: [{ value: "s", label: "Small" }] } },
    {
      label: "Tags",
      isRequired: false,
      input: { kind: "choices", options: [{ value: "a", label: "A" }], minimum: 0, initial: [] },
    },
    { label: "Sure", isRequired: true, input: { kind: "boolean" } },
  ],
};

it("fills in a server's form, and sends nothing while something in it is wrong", () => {
  const { host, click } = open({ requests: [form] });
  wait();
  const card = within(screen.getByRole("group", { name: "Input for crm" }));
  const decided = () => host.sent.filter(({ type: name }) => name === "decide");
  const send = card.getByRole("button", { name: "Send to crm" });
  click(send);
  screen.getByText("Required.");
  type(card.getByRole("textbox", { name: "Name *" }), "Annabel");
  screen.getByText("Enter at most 4 characters.");
  wait();
  click(send);
  expect(decided()).toEqual([]);
  type(card.getByRole("textbox", { name: "Name *" }), "Ann");
  click(card.getByRole("checkbox", { name: "A" }));
  wait();
  click(send);
  expect(decided()).toEqual([
    {
      type: "decide",
      requestId: "e",
      revision: 0,
      decision: { kind: "fill", values: ["Ann", "20", null, ["a"], null] },
    },
  ]);
});

it("opens a page only by its host's name, and none that no browser opens", () => {
  const page = { address: "https://a@evil.org/x", shown: "https://a@evil.org/x", host: "evil.org" };
  const { host, click, chat } = open({ requests: [{ ...form, fields: [], page }] });
  wait();
  click(screen.getByRole("button", { name: "Open evil.org" }));
  expect(host.sent.at(-1)).toMatchObject({ decision: { kind: "visit" } });
  const { host: _, ...none } = page;
  chat.receive({
    conversation: "c1" as never,
    message: {
      type: "changes",
      deltas: [{ kind: "state", set: { requests: [{ ...form, id: "e2", fields: [], page: none }] } }],
    },
  });
  flushSync();
  expect(screen.queryByRole("button", { name: /^Open (?!walkthrough)/ })).toBeNull();
  screen.getByText(/can only decline/);
});

it("focuses the field of Other once it is chosen, but not by arrow keys", async () => {
  open({ requests: [questions] });
  wait();
  const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
  const field = () => screen.getByRole("textbox", { name: "Other" });
  const select = (name: string) => {
    radio(name).checked = true;
    radio(name).dispatchEvent(new Event("change", { bubbles: true }));
    flushSync();
  };
  radio("Jest").focus();
  press(radio("Jest"), "ArrowDown");
  select("Other");
  await tick();
  await tick();
  expect(document.activeElement).toBe(radio("Jest"));
  radio("Jest").dispatchEvent(new KeyboardEvent("keyup", { key: "ArrowDown", bubbles: true }));
  select("Vitest");
  select("Other");
  await tick();
  await tick();
  expect(document.activeElement).toBe(field());
  press(radio("Vitest"), "1");
  press(radio("Vitest"), "3");
  await tick();
  await tick();
  expect(document.activeElement).toBe(field());
});
