import * as z from "zod";

const text = z.string().min(1);
const texts = z.array(z.string());

/** Subagents by name. Further keys are passed as they are: newer versions of `claude` have more. */
export const agentsSchema = z.record(
  text,
  z.looseObject({
    description: text,
    prompt: text,
    tools: texts.optional(),
    disallowedTools: texts.optional(),
    model: z.string().optional(),
    maxTurns: z.int().positive().optional(),
    effort: z.string().optional(),
  }),
);

/** Sandbox for commands, as in settings files of `claude`. Further keys are passed as they are. */
export const sandboxSchema = z.looseObject({
  enabled: z.boolean().optional(),
  autoAllowBashIfSandboxed: z.boolean().optional(),
  allowUnsandboxedCommands: z.boolean().optional(),
  failIfUnavailable: z.boolean().optional(),
  excludedCommands: texts.optional(),
  network: z
    .looseObject({
      allowedDomains: texts.optional(),
      deniedDomains: texts.optional(),
      allowUnixSockets: texts.optional(),
      allowAllUnixSockets: z.boolean().optional(),
      allowLocalBinding: z.boolean().optional(),
    })
    .optional(),
  filesystem: z
    .looseObject({
      allowWrite: texts.optional(),
      denyWrite: texts.optional(),
      denyRead: texts.optional(),
      allowRead: texts.optional(),
    })
    .optional(),
});

/** Places of what a sandbox denies. */
export const sandboxDenials = [
  ["network", "deniedDomains"],
  ["filesystem", "denyWrite"],
  ["filesystem", "denyRead"],
] as const;

/** Named accounts and programs. */
export const profilesSchema = z.record(
  text,
  z.strictObject({ environment: z.record(z.string(), z.string()).optional(), claudePath: z.string().optional() }),
);

/** Flags of `claude` without their dashes; null for a flag without a value. */
export const extraArgsSchema = z.record(z.string().regex(/^[A-Za-z][\w-]*$/), z.string().nullable());

/** Further folders in a copy, each with its place there. */
export const mountsSchema = z.array(
  z.strictObject({
    path: text,
    mountPath: z.string().optional(),
    include: texts.optional(),
    exclude: texts.optional(),
    maxMegabytes: z.number().positive().optional(),
    readOnly: z.boolean().optional(),
  }),
);
