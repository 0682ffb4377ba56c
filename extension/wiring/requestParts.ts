import type { FolderSettings } from "../configuration/folderSettings.ts";
import { RequestActions, type RequestActionsOptions } from "../conversations/requests/requestActions.ts";
import { RequestPrompts } from "../conversations/requests/requestPrompts.ts";
import { createRequestDialogs } from "../editor/dialogs/requestDialogs.ts";
import { openLink } from "../editor/files/openTarget.ts";
import type { ValidatedSettings } from "../editor/settings/settings.ts";
import type { ChatPanels } from "../panel/chatPanels.ts";

export interface RequestPartsOptions extends Omit<RequestActionsOptions, "openLink" | "panels"> {
  readonly settings: ValidatedSettings;
  readonly folderSettings: FolderSettings;
  readonly panels: ChatPanels;
}

export interface RequestParts {
  readonly requests: RequestActions;
  readonly prompts: RequestPrompts;
}

/** Builds the objects that answer requests, and those that announce them outside the panel. */
export function createRequestParts(options: RequestPartsOptions): RequestParts {
  const { conversations, waiting, settings, folderSettings, panels } = options;
  const requests = new RequestActions({ ...options, openLink });
  const prompts = new RequestPrompts({
    conversations,
    waiting,
    requests,
    dialogs: createRequestDialogs(options.clock),
    prompt: (folder) => folderSettings.read("permissions.prompt", folder),
    notifications: () => settings.read("notifications", "whenHidden"),
    sound: { isOn: () => settings.read("notificationSound", false), play: () => panels.playSound() },
  });
  return { requests, prompts };
}
