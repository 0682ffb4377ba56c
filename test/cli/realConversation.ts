import { randomUUID } from "node:crypto";
import { Conversation } from "../../extension/core/conversation/conversation.ts";
import type { MakeParticipant } from "../../extension/core/conversation/ports/participant.ts";
import type { ExternalServerConfig } from "../../extension/core/protocol/requests/mcpConfig.ts";
import { VersionCheck } from "../../extension/node/claude/cliVersion.ts";
import type { LaunchOptions } from "../../extension/node/claude/launchArguments.ts";
import { checkClaude, launchClaude } from "../../extension/node/claude/launchClaude.ts";
import { createServerProbe } from "../../extension/node/claude/servers/serverProbe.ts";
import { getManagedFolder, readStartPolicy, refusesServers } from "../../extension/node/claude/startPolicy.ts";
import { makeEnvironment } from "../../extension/node/processes/environment.ts";
import type { Logger } from "../../extension/shared/base/logger.ts";
import type { ConversationId } from "../../extension/shared/contract/ids.ts";
import { emptyDisk } from "../fakes/emptyDisk.ts";
import { emptyUnsavedFiles } from "../fakes/emptyUnsavedFiles.ts";
import { memoryAttachments } from "../fakes/memoryAttachments.ts";
import { systemClock } from "../fakes/systemClock.ts";
import { modelEnvironment } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import type { World } from "./realCli.ts";

export interface RealConversationOptions {
  /** Runs this program in place of the installed one. */
  readonly claudePath?: string | undefined;
  readonly launch?: Partial<LaunchOptions>;
  readonly extraSettings?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of an organization's files. */
  readonly managedFolder?: string;
  readonly mcpServers?: Readonly<Record<string, ExternalServerConfig>>;
  readonly participants?: readonly MakeParticipant[];
  readonly logger: Logger;
  readonly allowsIsolatedEdits?: () => boolean;
  /** Looks again, once the process has read it, at what the folder brings. */
  readonly readmit?: () => Promise<unknown>;
  /** Called before the start. */
  readonly onCreated?: (conversation: Conversation) => void;
}

/** Starts a whole conversation of the extension with the real CLI. The caller closes it. */
export async function startConversation(
  world: World,
  version: string,
  options: RealConversationOptions,
): Promise<Conversation> {
  const { home, workspace } = world.home;
  const extra = { ...modelEnvironment({ home, url: world.model.url }), ...options.environment };
  const conversation = new Conversation({
    id: "real" as ConversationId,
    launcher: {
      launch: async () => {
        const env = makeEnvironment({ inherited: process.env, extra, clientVersion: "0.0.0" });
        const servers = options.mcpServers ?? {};
        const managed = options.managedFolder ?? getManagedFolder();
        const probe = createServerProbe({
          cwd: workspace,
          env,
          admit: async () => ({ origin: "all", refusedServers: [] }),
          sources: {
            settingSources: options.launch?.settingSources ?? ["user", "project", "local"],
            isStrict: options.launch?.strictMcpConfig === true,
          },
          managed,
          clock: systemClock,
          newId: randomUUID,
        });
        const claude = { claudePath: options.claudePath ?? ensureCli(version), env, versions: new VersionCheck() };
        const policy = await readStartPolicy(env, managed);
        const refuses = refusesServers(policy, (await checkClaude(claude)).version);
        const launched = await launchClaude({
          ...claude,
          cwd: workspace,
          options: { permissionMode: "default", ...options.launch },
          mcpServers: refuses ? {} : servers,
          extraSettings: options.extraSettings,
          policy,
          clock: systemClock,
          mark: randomUUID(),
        });
        const prepared = { servers, rules: { allow: [], ask: [], deny: [] } };
        return {
          ...launched,
          servers: prepared,
          refusesServers: refuses,
          probe,
          readmit: options.readmit ?? (async () => {}),
          isResumed: false,
          configFolder: env["CLAUDE_CONFIG_DIR"],
        };
      },
    },
    files: emptyDisk,
    unsavedFiles: emptyUnsavedFiles,
    attachments: memoryAttachments(),
    participants: options.participants,
    allowsIsolatedEdits: options.allowsIsolatedEdits,
    clock: systemClock,
    logger: options.logger,
    newId: randomUUID,
  });
  conversation.managed.setFolder(workspace);
  conversation.saved.restore();
  options.onCreated?.(conversation);
  await conversation.start();
  return conversation;
}

/** Resolves once a state of the conversation fits. */
export function until(conversation: Conversation, test: (state: Conversation["state"]) => boolean): Promise<void> {
  if (test(conversation.state)) return Promise.resolve();
  return new Promise((resolve) => {
    const subscription = conversation.changes.onDidChangeView(() => {
      if (!test(conversation.state)) return;
      subscription.dispose();
      resolve();
    });
  });
}
