// Finds the reply that a request asks for: by the newest scripted prompt in it, and the number of tool results since.

const isReminder = (text) => text.trimStart().startsWith("<system-reminder>");
const getBlocks = (message) =>
  typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
const getText = (value) =>
  typeof value === "string" ? value : (value ?? []).map((block) => block.text ?? "").join("\n");

/** The folder that the CLI works in, as it tells the model in its system prompt or its first reminder. */
export function workingDirectory(request) {
  const told = `${getText(request.system)}\n${request.messages.map((message) => getText(message.content)).join("\n")}`;
  return /(?:working directory|cwd)[^:\n]*: *`?([^\n`]+)/i.exec(told)?.[1].trim() ?? "";
}

/** @returns {{ reply: import("./server.mjs").Reply, prompt: string }} */
export function findScript(scripts, request) {
  let toolResults = 0;
  for (const message of [...request.messages].reverse()) {
    if (message.role !== "user") continue;
    const blocks = getBlocks(message);
    for (const block of [...blocks].reverse()) {
      if (block.type !== "text" || isReminder(block.text)) continue;
      const prompt = block.text.trim();
      const replies = scripts(prompt, { cwd: workingDirectory(request), prompt, request });
      if (replies) return { prompt, reply: replies[Math.min(toolResults, replies.length - 1)] };
    }
    if (blocks.some((block) => block.type === "tool_result")) toolResults++;
  }
  return { prompt: "", reply: { blocks: [{ text: "ok" }] } };
}
