// Long replies that are streamed, by name.

/** 2,000 tokens a second, of about five characters each, once in so many milliseconds. */
export const charactersPerPiece = 160;
export const pieceMs = 16;

const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join("\n");

export const replies = {
  paragraphs: lines(
    600,
    (index) => `Paragraph ${index} with *emphasis*, \`code\` and **more**, until its end is reached.\n`,
  ),
  "one list of 3,000 items": lines(3_000, (index) => `- item ${index} with \`code\``),
  "one table of 1,000 rows": `| a | b | c |\n| --- | --- | --- |\n${lines(1_000, (index) => `| row ${index} | some words | ${index * 7} |`)}`,
  thinking: lines(
    1_500,
    (index) => `Thought ${index}, which goes on for as long as a line of it does, and then some.\n`,
  ),
  "one code block of 5,000 lines": `\`\`\`ts\n${lines(5_000, (index) => `const value${index} = ${index};`)}`,
};
