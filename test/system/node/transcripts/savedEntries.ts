/** Returns the line of an entry of a saved transcript. */
export const entry = (uuid: string, parentUuid: string | null, extra: object) =>
  JSON.stringify({ uuid, parentUuid, sessionId: "s", ...extra });
export const prompt = (text: string) => ({ type: "user", message: { role: "user", content: text } });
export const reply = (text: string) => ({
  type: "assistant",
  message: { id: `m-${text}`, content: [{ type: "text", text }] },
});
