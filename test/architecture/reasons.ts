/**
 * Returns the calls in a text that give no reason, and the reasons that stand at no call. A reason is a comment
 * `// WORD: …` among those directly above the line on which the call begins. `isFine`: the call needs no reason.
 */
export function findUnexplained(
  file: string,
  text: string,
  word: string,
  call: RegExp,
  isFine: (call: string) => boolean = () => false,
): readonly string[] {
  const lines = text.split("\n");
  const isComment = (line: number): boolean => /^\s*\/\//.test(lines[line] ?? "");
  const isReason = (line: number): boolean => (lines[line] ?? "").trimStart().startsWith(`// ${word}: `);
  const calls = new Map<number, boolean>();
  for (const { index } of text.matchAll(call)) {
    const line = text.slice(0, index).split("\n").length - 1;
    calls.set(line, (calls.get(line) ?? true) && isFine(readCall(text, index)));
  }
  const explained = new Set<number>();
  const unused: number[] = [];
  for (const line of lines.keys()) {
    if (!isReason(line)) continue;
    let next = line;
    while (isComment(next)) next += 1;
    if (calls.get(next) === false) explained.add(next);
    else unused.push(line);
  }
  const unexplained = [...calls].flatMap(([line, isFine]) => (isFine || explained.has(line) ? [] : [line]));
  return [
    ...unexplained.map((line) => `${file}:${line + 1} has no comment "// ${word}: …"`),
    ...unused.map((line) => `${file}:${line + 1} gives a reason for no call`),
  ];
}

/** Returns a call with its arguments. */
function readCall(text: string, start: number): string {
  let depth = 0;
  for (let end = text.indexOf("(", start); end < text.length; end += 1) {
    if ("([{".includes(text[end] ?? "")) depth += 1;
    else if (")]}".includes(text[end] ?? "")) depth -= 1;
    if (depth === 0) return text.slice(start, end + 1);
  }
  return text.slice(start);
}
