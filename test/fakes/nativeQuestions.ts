import type {
  RequestPrompt,
  WholeRequestDialog,
} from "../../extension/core/conversations/requests/pagelessRequests.ts";
import type { RequestView } from "../../extension/shared/contract/requests/requests.ts";
import { formatLongRequest } from "../../extension/shared/text/requests/wholeRequest.ts";

/** A native question about a request that is not answered yet. */
interface NativeQuestion {
  readonly view: RequestView;
  /** It shows everything, and offers to allow the request. */
  readonly isWhole: boolean;
  readonly isAlways: boolean;
  readonly choose: (chosen: RequestPrompt | undefined) => void;
}

/** Native questions in place of cards, which a test answers. They close with their requests. */
export class NativeQuestions implements WholeRequestDialog {
  readonly asked: NativeQuestion[] = [];
  closed = 0;

  askWhole: WholeRequestDialog["askWhole"] = (view, isChangeShown, signal, isAlways) =>
    new Promise((choose) => {
      signal.addEventListener("abort", () => {
        this.closed++;
        choose(undefined);
      });
      this.asked.push({ view, isWhole: formatLongRequest(view, isChangeShown) !== undefined, isAlways, choose });
    });
}
