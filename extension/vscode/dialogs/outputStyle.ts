import type { Conversation } from "../../core/conversation/conversation.ts";
import { setOutputStyle } from "../../core/conversations/status/outputStyle.ts";
import { statusPageText } from "../../shared/pages/status/statusPage.ts";
import { toLabelText } from "../plainText.ts";
import type { Messages } from "./messages.ts";
import { pickChoice } from "./pickChoice.ts";

/** Lets the user pick the output style of a running conversation. Reports it if `claude` does not confirm the style. */
export async function selectOutputStyle(conversation: Conversation, messages: Messages): Promise<void> {
  const { outputStyles, outputStyle } = conversation.controls.facts.current;
  const choices = outputStyles.map((value) => ({ value, label: toLabelText(value), isCurrent: value === outputStyle }));
  const picked = await pickChoice(choices, statusPageText.outputStyle());
  if (picked === undefined || (await setOutputStyle(conversation, picked))) return;
  messages.warn(statusPageText.styleNotSet(picked));
}
