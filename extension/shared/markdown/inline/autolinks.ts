import type { Inline } from "../tokens.ts";

const web = /(?:(?:https?|ftp):\/\/|www\.)[^\s<]+/gi;
const domain =
  /^(?:(?:https?|ftp):\/\/)?(?:[\p{L}\p{N}_-]+\.)*[\p{L}\p{N}-]+\.[\p{L}\p{N}-]+(?=[/:?#]|$)|^(?:https?|ftp):\/\/[\p{L}\p{N}-]+(?=[/:?#]|$)/iu;
const mailHost = /[\w-]+(?:\.[\w-]+)+/y;
/** Matches the resource of a chat address behind its host, at most one. */
const resource = /\/[\w@.]*\w/y;

/** Returns true if `text` may contain a bare address. */
export function canHoldAddress(text: string): boolean {
  return /@|:\/\/|www\./i.test(text);
}

/** Converts bare web and mail addresses in the nodes to links, as GFM does. Existing links stay unchanged. */
export function linkAddresses(nodes: readonly Inline[]): readonly Inline[] {
  return nodes.flatMap((node): readonly Inline[] => {
    if (node.type === "text") return canHoldAddress(node.text) ? split(node.text) : [node];
    if (node.type === "strong" || node.type === "em" || node.type === "del")
      return [{ type: node.type, children: linkAddresses(node.children) }];
    return [node];
  });
}

function split(text: string): Inline[] {
  const found = [...findWebAddresses(text), ...mailAddresses(text)].sort((a, b) => a.start - b.start);
  const out: Inline[] = [];
  let position = 0;
  for (const { start, end, scheme } of found) {
    if (start < position) continue;
    if (start > position) out.push({ type: "text", text: text.slice(position, start) });
    const address = text.slice(start, end);
    out.push({ type: "link", href: scheme + address, title: "", children: [{ type: "text", text: address }] });
    position = end;
  }
  if (position < text.length || out.length === 0) out.push({ type: "text", text: text.slice(position) });
  return out;
}

interface Address {
  readonly start: number;
  readonly end: number;
  readonly scheme: string;
}

function* findWebAddresses(text: string): Generator<Address> {
  for (const match of text.matchAll(web)) {
    if (!/^[\s*_~(]?$/.test(text[match.index - 1] ?? "")) continue;
    const address = withoutTail(match[0]);
    if (domain.test(address))
      yield { start: match.index, end: match.index + address.length, scheme: /^www\./i.test(address) ? "http://" : "" };
  }
}

/** Returns the address without trailing punctuation and without closing parentheses that it does not open. */
function withoutTail(address: string): string {
  let end = address.length;
  let closing = 0;
  for (const character of address) closing += character === ")" ? 1 : character === "(" ? -1 : 0;
  for (; end > 0; end--) {
    const last = address[end - 1] as string;
    if (last === ")" && closing > 0) closing--;
    else if (last === ";") {
      const entity = /&[a-z0-9]+;$/i.exec(address.slice(Math.max(0, end - 34), end));
      end -= (entity?.[0].length ?? 1) - 1;
    } else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return address.slice(0, end);
}

function* mailAddresses(text: string): Generator<Address> {
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && at - start < 64 && /[\w.+-]/.test(text[start - 1] as string)) start--;
    mailHost.lastIndex = at + 1;
    const host = mailHost.exec(text)?.[0];
    if (start === at || !host || /[-_]$/.test(host)) continue;
    const written = /(?:mailto|xmpp):$/i.exec(text.slice(Math.max(0, start - "mailto:".length), start))?.[0];
    resource.lastIndex = at + 1 + host.length;
    const isLonger = written?.toLowerCase() === "xmpp:" && resource.test(text);
    const end = isLonger ? resource.lastIndex : at + 1 + host.length;
    yield { start: start - (written?.length ?? 0), end, scheme: written === undefined ? "mailto:" : "" };
    if (isLonger) at = end - 1;
  }
}
