import { orLogged } from "../../../shared/base/background.ts";
import type { Logger } from "../../../shared/base/logger.ts";
import type { ClaudeSetting, ConversationFacts } from "../../../shared/contract/pages/statusFacts.ts";
import { readClaudeSettings, readHooks, readRules } from "../../conversation/statusAnswers.ts";
import type { Client } from "../../protocol/connection/client.ts";

type Answers = Pick<ConversationFacts, "claudeSettings" | "hooks" | "rules">;

const waiting: Answers = { claudeSettings: "waiting", hooks: "waiting", rules: "waiting" };
const unsupported: Answers = { claudeSettings: "unsupported", hooks: "unsupported", rules: "unsupported" };

/** The facts that only `claude` can report, on request. */
export class ClaudeFacts {
  readonly #logger: Logger;
  #answers: Answers = unsupported;
  /** True while the answers are those of a running process. */
  #isOfProcess = false;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get answers(): Answers {
    return this.#answers;
  }

  /**
   * Asks for what the version can report; without a process nothing is known. `apply` receives each change of the
   * answers and makes it only while this request is the newest.
   */
  async ask(
    client: Client | undefined,
    getFile: (source: string) => string | undefined,
    apply: (change: () => void) => void,
  ): Promise<void> {
    if (!client) this.#answers = unsupported;
    else if (!this.#isOfProcess) this.#answers = waiting;
    this.#isOfProcess = client !== undefined;
    const take = async <K extends keyof Answers>(
      key: K,
      answer: Promise<Answers[K] | undefined> | undefined,
    ): Promise<void> => {
      const value = answer && (await orLogged(answer, this.#logger, `reading ${key}`));
      apply(() => {
        this.#answers = { ...this.#answers, [key]: value ?? "unsupported" };
      });
    };
    const withFiles = (read: readonly ClaudeSetting[]): readonly ClaudeSetting[] =>
      read.map(({ name, layers }) => ({ name, layers: layers.map((layer) => withFile(layer, getFile(layer.source))) }));
    await Promise.all([
      take(
        "claudeSettings",
        client?.supports("get_settings")
          ? client.call("get_settings", {}).then(readClaudeSettings).then(withFiles)
          : undefined,
      ),
      take(
        "hooks",
        client?.supports("get_hooks_listing") ? client.call("get_hooks_listing", {}).then(readHooks) : undefined,
      ),
      take(
        "rules",
        client?.supports("list_permission_rules")
          ? client.call("list_permission_rules", {}).then(readRules)
          : undefined,
      ),
    ]);
  }
}

function withFile(layer: ClaudeSetting["layers"][number], file: string | undefined): ClaudeSetting["layers"][number] {
  return file === undefined ? layer : { ...layer, file };
}
