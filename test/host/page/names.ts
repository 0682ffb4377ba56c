// The names that page objects look for. Each is the text that the extension itself shows.

export const cardText = {
  permission: (tool: string, subject: string) => `Permission: ${tool} ${subject}`.trim(),
  allow: () => "Allow",
  deny: () => "Deny",
  reviewChanges: () => "Review changes",
  hunks: () => "Hunks",
};

export const composerText = {
  message: () => "Message",
  send: () => "Send",
  stop: () => "Stop",
  queue: () => "Queued messages",
  backgroundTasks: () => "Background tasks",
};

export const suggestionText = {
  title: () => "Suggestions",
  attachments: () => "Attachments",
};

export const transcriptText = {
  conversation: () => "Conversation",
  jumpToLatest: () => "Jump to latest",
  you: () => "You",
  assistant: () => "Assistant",
};

export const panelText = { start: () => "Start a conversation" };
