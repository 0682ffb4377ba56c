import * as z from "zod";
import { initializeField } from "./arguments.ts";
import { option, whole } from "./option.ts";

/** Options of `claude` that no setting has, each with the reason. */
export const optionsWithoutSetting = {
  continue: option({
    schema: z.undefined(),
    default: undefined,
    scope: null,
    why: "Tandem resumes a conversation by its id. `--continue` takes the newest one of the folder, which can be one of another program.",
  }),
  noSessionPersistence: option({
    schema: z.undefined(),
    default: undefined,
    scope: null,
    why: "Without a saved session nothing could be resumed after a pause, a restart or a crash, and there would be no history, rewind or fork.",
  }),
  jsonSchema: option({
    schema: z.record(z.string(), z.unknown()),
    default: {},
    scope: null,
    elsewhere: whole,
    why: "A reply in a fixed format is for programs: only another extension chooses it, for its own conversation.",
    launch: initializeField("jsonSchema"),
  }),
  permissionPromptTool: option({
    schema: z.undefined(),
    default: undefined,
    scope: null,
    why: "Requests reach the panel only through `stdio`. A tool of an MCP server would answer them where the user does not see it.",
  }),
} as const;
