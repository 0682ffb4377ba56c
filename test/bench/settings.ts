import fs from "node:fs";
import path from "node:path";
import { modelEnvironment, temporaryHome } from "../host/environment.mjs";
import { ensureCli } from "../host/install.mjs";
import { startModel } from "../model/server.mjs";
import { BenchEditor, readUntil } from "./benchEditor.ts";
import { runTurn } from "./editorTurn.ts";
import { observer } from "./observer.ts";
import { median, ms, type Row } from "./row.ts";

const count = 8;
const rounds = 10;
const targetMs = 200;

/** The values between which the settings change: one option of each request that changes a running process. */
const values = [
  { "tandem.model": "sonnet", "tandem.permissionMode": "default", "tandem.effort": "high" },
  { "tandem.model": "haiku", "tandem.permissionMode": "plan", "tandem.effort": "low" },
] as const;

/** When a program answered which request that changes its options, in milliseconds since 1970. */
type Answered = readonly { readonly name: string; readonly at: number }[];

/**
 * Model, mode and effort changed in settings.json of the real editor, with eight conversations whose `claude` is the
 * real one. `settingsParts` compares with the bare requests.
 */
export async function bench(file: string): Promise<Row[]> {
  const model = await startModel({ scripts: (prompt) => [{ blocks: [{ text: `The end: ${prompt}.` }] }] });
  const place = temporaryHome("tandem-bench-");
  const program = path.join(process.cwd(), "test", "bench", "tapCli.mjs");
  const editor = await BenchEditor.start({
    file,
    settings: { "tandem.claudePath": program, "tandem.maxRunningConversations": count, ...values[1] },
    env: {
      ...modelEnvironment({ home: place.home, url: model.url }),
      TANDEM_BENCH_CLAUDE: ensureCli(),
      TANDEM_BENCH_NOTES: place.workspace,
    },
    peer: observer,
  });
  const readAnswers = (): Answered[] =>
    fs
      .readdirSync(place.workspace)
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(fs.readFileSync(path.join(place.workspace, name), "utf8")));
  const [written, reported, host, pages]: [number[], number[], number[], number[]] = [[], [], [], []];
  try {
    const window = await editor.openWindow();
    for (let index = 0; index < count; index++) {
      if (index > 0) await window.openNewConversation();
      await runTurn(window, `${index}`, `${index}`);
    }
    // The first round warms all of it.
    for (let round = 0; round <= rounds; round++) {
      const changed = editor.readObserved().settings?.length ?? 0;
      const before = await window.processorTimes();
      const wrote = performance.timeOrigin + performance.now();
      editor.changeSettings(values[round % 2 === 0 ? 0 : 1]);
      const isDone = (all: Answered[]): boolean =>
        all.filter((answers) => new Set(answers.filter(({ at }) => at > wrote).map(({ name }) => name)).size === 3)
          .length === count;
      const last = Math.max(
        ...(await readUntil(readAnswers, isDone)).flatMap((answers) => answers.map(({ at }) => at)),
      );
      const after = await window.processorTimes();
      const seen = editor.readObserved().settings?.[changed];
      if (seen === undefined) throw new Error("The editor reported no changed setting.");
      // Longer than what follows a change: answers that were asked for again.
      await window.page.waitForTimeout(1_000);
      if (round === 0) continue;
      written.push(last - wrote);
      reported.push(last - seen);
      host.push(after.host - before.host);
      pages.push(after.pages - before.pages);
    }
    await window.close();
  } finally {
    await editor.close();
    await model.close();
    place.remove();
  }
  const what = `model, mode and effort changed in settings.json, ${count} running conversations, to the last confirmation of claude`;
  return [
    {
      what: `${what}, from the report of the editor`,
      measured: ms(median(reported)),
      target: `≤ ${targetMs} ms`,
      isMet: median(reported) <= targetMs,
    },
    { what: `${what}, from the writing of the file`, measured: ms(median(written)), target: "" },
    {
      what: "processor time of the extension host for such a change; of all pages",
      measured: `${ms(median(host))}; ${ms(median(pages))}`,
      target: "",
    },
  ];
}
