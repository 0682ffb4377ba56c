import type {
  AgentCall,
  TranscriptPage,
  TranscriptReader,
} from "../../../../../extension/core/conversation/ports/ports.ts";
import { decodeValue, type Frame } from "../../../../../extension/core/protocol/frames/decode.ts";
import { begin } from "../conversationSetup.ts";

export const frame = (value: Record<string, unknown>): Frame => {
  const decoded = decodeValue(value);
  if (decoded.kind !== "frame") throw new Error("no frame");
  return decoded.frame;
};
export const turn = (n: number): Frame[] => [
  frame({ type: "user", uuid: `p${n}`, message: { content: `ask ${n}` } }),
  frame({
    type: "assistant",
    uuid: `a${n}`,
    message: {
      id: `m${n}`,
      content: [{ type: "tool_use", id: `t${n}`, name: "Bash", input: { command: `run ${n}` } }],
    },
  }),
  frame({
    type: "user",
    uuid: `u${n}`,
    message: { content: [{ type: "tool_result", tool_use_id: `t${n}`, content: `output ${n}` }] },
  }),
];

/** Turns 1 to `count`, read from the end, `size` at a time. */
export function getPages(
  count: number,
  size: number,
): TranscriptReader & { readonly reads: number[]; readonly asked: AgentCall[] } {
  let end = count;
  const reads: number[] = [];
  const read = async (): Promise<TranscriptPage> => {
    reads.push(end);
    const start = Math.max(0, end - size);
    const frames = Array.from({ length: end - start }, (_, index) => turn(start + index + 1)).flat();
    end = start;
    return { frames, hasOlder: end > 0, damaged: 0 };
  };
  /** Turns 1 to 7 are those of a subagent, two at a time. */
  const asked: AgentCall[] = [];
  const openAgent = async (call: AgentCall) => {
    asked.push(call);
    return call.agentId === "agent7" || call.task === "look" ? getPages(7, 2) : undefined;
  };
  return { read, reads, asked, openAgent, follow: () => ({ dispose() {} }), copy: () => getPages(end, size) };
}

export async function restored(count: number, size: number) {
  const { conversation } = await begin();
  const pages = getPages(count, size);
  conversation.saved.restore(await pages.read(), pages);
  return { conversation, transcript: conversation.transcript, pages };
}
export const getIds = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id);
