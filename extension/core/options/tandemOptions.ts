import * as z from "zod";
import { thinkingDisplays } from "../../shared/contract/panelOptions.ts";
import { wider } from "./consent.ts";
import { option } from "./option.ts";
import { mountsSchema, profilesSchema } from "./schemas.ts";

/** Options of Tandem: no argument of `claude` corresponds to them. Their readers follow changes by themselves. */
export const tandemOptions = {
  claudePath: option({ schema: z.string(), default: "", scope: "machine-overridable", isWider: wider.other }),
  environment: option({ schema: z.record(z.string(), z.string()), default: {}, scope: "machine", isSecret: true }),
  profiles: option({ schema: profilesSchema, default: {}, scope: "machine", isSecret: true }),
  profile: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    why: "Another profile applies to new conversations only.",
  }),
  workingDirectory: option({
    schema: z.string(),
    default: "",
    scope: "resource",
    why: "A conversation keeps the folder in which it began, since `claude` finds it only from there.",
    needsConsent: true,
  }),
  "mcp.offerToEditor": option({ schema: z.boolean(), default: false, scope: "application" }),
  // A repository can neither turn on tools that the user turned off, nor the other way around, unless the user agrees.
  "ideTools.enabled": option({
    schema: z.boolean(),
    default: true,
    scope: "resource",
    needsConsent: true,
    isOfStart: true,
  }),
  "ideTools.disabled": option({
    schema: z.array(z.string()),
    default: [],
    scope: "resource",
    needsConsent: true,
    addsUp: true,
    isOfStart: true,
  }),
  "ideTools.fromExtensions": option({
    schema: z.array(z.string()),
    default: [],
    scope: "resource",
    needsConsent: true,
    isOfStart: true,
  }),
  "ideTools.offerToOtherExtensions": option({ schema: z.boolean(), default: false, scope: "application" }),
  "ideTools.diagnosticsAfterEdit": option({ schema: z.boolean(), default: true, scope: "resource" }),
  "chat.saveFilesBeforeSending": option({
    schema: z.enum(["ask", "always", "never"]),
    default: "ask",
    scope: "resource",
    isWider: wider.choice("always"),
  }),
  "diff.open": option({ schema: z.enum(["active", "beside", "onDemand"]), default: "active", scope: "resource" }),
  "permissions.prompt": option({ schema: z.enum(["panel", "quickPick", "both"]), default: "panel", scope: "resource" }),
  notificationSound: option({ schema: z.boolean(), default: false, scope: "window" }),
  notifications: option({ schema: z.enum(["off", "whenHidden", "always"]), default: "whenHidden", scope: "window" }),
  "chat.editAndResend": option({ schema: z.enum(["ask", "fork", "rewind"]), default: "ask", scope: "application" }),
  pauseAfterMinutes: option({ schema: z.number().min(0), default: 10, scope: "machine" }),
  maxRunningConversations: option({ schema: z.int().min(1), default: 8, scope: "machine" }),
  "chat.fontSize": option({ schema: z.number().min(6).max(100).nullable(), default: null, scope: "resource" }),
  "chat.showThinking": option({ schema: z.enum(thinkingDisplays), default: "collapsed", scope: "resource" }),
  "chat.sendKey": option({ schema: z.enum(["enter", "ctrlEnter"]), default: "enter", scope: "resource" }),
  // A repository can neither switch checkpoints off nor fill the disk with them unless the user agrees.
  "checkpoints.enabled": option({ schema: z.boolean(), default: true, scope: "resource", needsConsent: true }),
  "checkpoints.includeShellChanges": option({
    schema: z.boolean(),
    default: true,
    scope: "resource",
    needsConsent: true,
  }),
  "checkpoints.include": option({ schema: z.array(z.string()), default: [], scope: "resource", needsConsent: true }),
  "checkpoints.maxFileMegabytes": option({
    schema: z.number().min(0),
    default: 10,
    scope: "resource",
    needsConsent: true,
  }),
  "checkpoints.maxFiles": option({ schema: z.int().min(1), default: 200_000, scope: "resource", needsConsent: true }),
  "checkpoints.maxStoreMegabytes": option({ schema: z.int().min(1), default: 1024, scope: "machine" }),
  "checkpoints.maxAgeDays": option({ schema: z.int().min(1), default: 30, scope: "machine" }),
  // No argument passes it. `launch` names versions that lack it, and `live` says that a change needs no restart.
  "permissions.reviewWebContent": option({
    schema: z.boolean(),
    default: false,
    scope: "resource",
    needsConsent: true,
    since: "c",
    launch: () => undefined,
    live: () => [],
  }),
  // A repository can neither lift the user's limits nor stop its work with limits of its own, unless the user agrees.
  "limits.askOnRepetition": option({ schema: z.boolean(), default: true, scope: "resource", needsConsent: true }),
  "limits.turn.minutes": option({ schema: z.number().min(0), default: 0, scope: "resource", needsConsent: true }),
  "limits.turn.newTokens": option({ schema: z.int().min(0), default: 0, scope: "resource", needsConsent: true }),
  "limits.turn.costUsd": option({ schema: z.number().min(0), default: 0, scope: "resource", needsConsent: true }),
  "limits.conversation.newTokens": option({
    schema: z.int().min(0),
    default: 0,
    scope: "resource",
    needsConsent: true,
  }),
  "limits.conversation.costUsd": option({
    schema: z.number().min(0),
    default: 0,
    scope: "resource",
    needsConsent: true,
  }),
  // A repository never decides what a copy contains, nor what runs in it without a question.
  "isolation.roots": option({ schema: z.array(z.string()), default: [], scope: "machine" }),
  "isolation.maxMegabytes": option({ schema: z.int().min(1), default: 2048, scope: "machine" }),
  "isolation.allowEdits": option({ schema: z.boolean(), default: true, scope: "machine" }),
  // A repository names a command or files to copy only if the user agrees; a command is shown before it runs all the
  // same.
  "worktree.include": option({ schema: z.array(z.string()), default: [], scope: "resource", needsConsent: true }),
  "copy.include": option({ schema: z.array(z.string()), default: [], scope: "resource", needsConsent: true }),
  "copy.exclude": option({ schema: z.array(z.string()), default: [], scope: "resource", needsConsent: true }),
  "isolation.followLinks": option({ schema: z.boolean(), default: false, scope: "machine" }),
  "isolation.mounts": option({ schema: mountsSchema, default: [], scope: "resource", needsConsent: true }),
  "worktree.setupCommand": option({ schema: z.string(), default: "", scope: "resource", needsConsent: true }),
} as const;
