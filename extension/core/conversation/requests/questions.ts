import { escapeProse } from "../../../shared/base/invisible.ts";
import { readArray, readBoolean, readString } from "../../../shared/base/read.ts";
import type { Question, QuestionAnswer } from "../../../shared/contract/requests/requests.ts";
import type { CanUseToolRequest } from "../../protocol/requests/permission.ts";
import { allowCall, type CallKind } from "./callKind.ts";
import { getCardNotes } from "./requestView.ts";

/** Questions of the model, which the user answers with options and own words. */
export const questionKind: CallKind<"question"> = {
  createView({ request, common, folder }) {
    const questions = readQuestions(request.input);
    if (questions.length === 0) return undefined;
    return {
      kind: "question",
      ...common,
      questions: questions.map(escapeQuestion),
      notes: getCardNotes(request, "questions", folder),
    };
  },

  allow({ request }, _, decision) {
    if (decision.kind !== "answer") return undefined;
    const texts = readQuestions(request.input).map(({ options }, index) =>
      answerText(options, decision.answers[index]),
    );
    return {
      answer: allowCall(request, { ...request.input, answers: groupAnswers(request, decision.answers) }),
      decided: { code: "answered", text: escapeProse(texts.filter(Boolean).join(" · ")) },
    };
  },
};

/** Returns the questions exactly as the model wrote them: the answer uses them as keys and values. */
function readQuestions(input: Readonly<Record<string, unknown>>): Question[] {
  return (readArray(input, "questions") ?? []).map((entry) => ({
    question: readString(entry, "question") ?? "",
    header: readString(entry, "header") ?? "",
    isMultiple: readBoolean(entry, "multiSelect") === true,
    options: (readArray(entry, "options") ?? []).map((option) => {
      const preview = readString(option, "preview");
      return {
        label: readString(option, "label") ?? "",
        description: readString(option, "description") ?? "",
        ...(preview ? { preview } : {}),
      };
    }),
  }));
}

function escapeQuestion({ question, header, options, isMultiple }: Question): Question {
  return {
    question: escapeProse(question),
    header: escapeProse(header),
    options: options.map(({ label, description, preview }) => ({
      label: escapeProse(label),
      description: escapeProse(description),
      ...(preview === undefined ? {} : { preview: escapeProse(preview) }),
    })),
    isMultiple,
  };
}

/** Returns the answers by question text, as `claude` expects them. Questions with the same text share their answers. */
function groupAnswers(request: CanUseToolRequest, answers: readonly QuestionAnswer[]): Record<string, string> {
  const byQuestion = new Map<string, string>();
  readQuestions(request.input).forEach(({ question, options }, index) => {
    const answer = answerText(options, answers[index]);
    if (answer) byQuestion.set(question, [byQuestion.get(question), answer].filter(Boolean).join("; "));
  });
  return Object.fromEntries(byQuestion);
}

/** Returns the chosen labels, as the model wrote them, and the user's own text. */
function answerText(options: Question["options"], answer: QuestionAnswer | undefined): string {
  const labels = (answer?.options ?? []).flatMap((index) => options[index]?.label ?? []);
  return [...labels, answer?.other?.trim()].filter(Boolean).join(", ");
}
