import * as z from "zod";
import { optionRows } from "./options.ts";

/**
 * Choices of a user for one conversation, as they are saved. One that this version does not know, or that is wrong, is
 * left out.
 */
export const choicesSchema = z.record(z.string(), z.unknown()).transform((choices) =>
  Object.fromEntries(
    Object.entries(choices).filter(([name, value]) => {
      const row = optionRows.get(name);
      return row?.isPerConversation === true && row.schema.safeParse(value).success;
    }),
  ),
);

/** Fields in which earlier versions saved the choices. */
export const earlierChoices = {
  mode: z.string().optional(),
  model: z.string().optional(),
  effort: z.string().optional(),
  isThinkingOff: z.boolean().optional(),
  isFast: z.boolean().optional(),
};

type Earlier = z.infer<z.ZodObject<typeof earlierChoices>> & {
  readonly choices?: Readonly<Record<string, unknown>> | undefined;
};

/** Replaces the fields of earlier versions by choices. */
export function migrateChoices<T extends Earlier>({ mode, model, effort, isThinkingOff, isFast, ...rest }: T) {
  const earlier = {
    ...(mode === undefined ? {} : { permissionMode: mode }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { effort }),
    ...(isThinkingOff ? { maxThinkingTokens: 0 } : {}),
    ...(isFast ? { fastMode: true } : {}),
  };
  const choices = { ...choicesSchema.parse(earlier), ...rest.choices };
  return { ...rest, ...(Object.keys(choices).length > 0 ? { choices } : {}) };
}
