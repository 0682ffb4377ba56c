import { describeCall } from "../../../../../extension/core/conversation/tools/describeCall.ts";

/** Describes a call of the conversation itself. */
export const call = (tool: string, input: object, result: unknown, output = "") =>
  describeCall({ tool, thread: "", input: input as never, result, output });
