import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { TranscriptSearch } from "../../extension/node/transcripts/sessionSearch.ts";
import { silentLogger } from "../../extension/shared/base/logger.ts";
import { ripgrepOfEditor } from "./ripgrep.ts";
import { median, ms, type Row, times } from "./row.ts";
import { TranscriptHome } from "./transcripts.ts";

const wanted = "a needle in the hay";

/** Times of the first and the last hit, in milliseconds. */
interface Hits {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Searches 1 GB in 1,000 transcripts, against ripgrep alone on the same files. */
export async function bench(): Promise<Row[]> {
  const ripgrep = ripgrepOfEditor();
  const home = new TranscriptHome();
  try {
    for (let count = 0; count < 1_000; count++) home.write(180, 6_000, count % 100 === 7 ? wanted : "the end");
    const bytes = fs
      .readdirSync(home.transcripts)
      .reduce((sum, name) => sum + fs.statSync(path.join(home.transcripts, name)).size, 0);
    const rounds: [Hits[], Hits[], Hits[]] = [[], [], []];
    for (let round = 0; round < 7; round++) {
      rounds[0].push(await alone(ripgrep, home.transcripts));
      rounds[1].push(await ours(home.transcripts, ripgrep));
    }
    rounds[2].push(await ours(home.transcripts, undefined));
    const [bare, with_, without] = rounds.map((all) => ({
      first: median(all.map((hits) => hits.first)),
      last: median(all.map((hits) => hits.last)),
    }));
    if (!bare || !with_ || !without || rounds.flat().some(({ count }) => count !== 10))
      throw new Error("not all were found");
    const ratio = with_.last / bare.last;
    const size = `${(bytes / 1e9).toFixed(1)} GB in 1,000 transcripts`;
    return [
      {
        what: `search in ${size}, last hit, against ripgrep alone`,
        measured: `${times(ratio)} (${ms(with_.last)} / ${ms(bare.last)})`,
        target: "≤ 1.5×",
        isMet: ratio <= 1.5,
      },
      {
        what: `search in ${size}, first hit, against ripgrep's first`,
        measured: `${ms(with_.first)} / ${ms(bare.first)}`,
        target: "≤ ripgrep + 100 ms",
        isMet: with_.first <= bare.first + 100,
      },
      { what: `search in ${size} without ripgrep, last hit`, measured: ms(without.last), target: "" },
    ];
  } finally {
    home.remove();
  }
}

async function alone(program: string, folder: string): Promise<Hits> {
  const start = performance.now();
  const child = spawn(
    program,
    ["--no-config", "--ignore-case", "--fixed-strings", "--files-with-matches", "--regexp", wanted, folder],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  let [first, last, count] = [0, 0, 0];
  for await (const chunk of child.stdout) {
    last = performance.now() - start;
    first ||= last;
    count += String(chunk).trim().split("\n").length;
  }
  return { first, last: performance.now() - start, count };
}

async function ours(folder: string, ripgrep: string | undefined): Promise<Hits> {
  const start = performance.now();
  let [first, count] = [0, 0];
  const search = new TranscriptSearch({ folders: () => [folder], ripgrep: () => ripgrep, logger: silentLogger });
  const found = (): void => {
    first ||= performance.now() - start;
    count++;
  };
  await search.search(wanted, found, new AbortController().signal);
  return { first, last: performance.now() - start, count };
}
