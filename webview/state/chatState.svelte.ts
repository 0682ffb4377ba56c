import { SvelteMap } from "svelte/reactivity";
import type { Change, FactsChange } from "../../extension/contract/changes.ts";
import type { Facts } from "../../extension/contract/facts.ts";
import type { FromWebview } from "../../extension/contract/fromWebview.ts";
import type { ToolDetail } from "../../extension/contract/items.ts";
import type { PanelOptions, ToWebview } from "../../extension/contract/toWebview.ts";
import type { Host } from "../host.ts";
import { LaneWindow } from "./laneWindow.svelte.ts";

const mainLane = "";

/** What the page shows: state that the host sent, and what only concerns the view. */
export class ChatState {
  /** Undefined until the first snapshot. */
  facts: Facts | undefined = $state.raw();
  options: PanelOptions = $state.raw({ sendKey: "enter", starters: [] });
  draft = $state("");
  readonly main = new LaneWindow();
  /** Lanes of opened subagent cards. */
  readonly lanes = new SvelteMap<string, LaneWindow>();
  /** Details of opened tool cards, by tool-use id. */
  readonly details = new SvelteMap<string, ToolDetail>();
  /** The reader is at the end of the transcript. */
  isFollowing = $state(true);
  /** Counts requests to put the cursor into the composer. */
  focusRequests = $state(0);
  /** Items went in front of the ones on the screen with the last update. */
  isShifting = $state(false);
  readonly #host: Host;
  #isLoadingOlder = false;

  constructor(host: Host) {
    this.#host = host;
    this.draft = host.kept()?.draft ?? "";
  }

  send(message: FromWebview): void {
    this.#host.send(message);
  }

  receive(message: ToWebview): void {
    switch (message.type) {
      case "snapshot":
        this.facts = message.facts;
        this.options = message.options;
        this.isShifting = false;
        this.main.take(message.page);
        for (const lane of this.lanes.keys()) this.send({ type: "openLane", lane, isOpen: true });
        if (this.draft === "") this.draft = message.draft;
        return;
      case "changes":
        return this.#apply(message.changes);
      case "page": {
        this.#isLoadingOlder = false;
        const { lane } = message.page;
        if (lane === mainLane) this.isShifting = this.main.take(message.page);
        else this.lanes.get(lane)?.take(message.page);
        return;
      }
      case "detail":
        this.details.set(message.detail.id, message.detail);
        return;
      case "focusComposer":
        this.focusRequests++;
        return;
      case "setDraft":
        this.setDraft(message.text);
        this.focusRequests++;
        return;
      case "options":
        this.options = message.options;
    }
  }

  /** Changes the draft here and in both places that keep it. */
  setDraft(text: string): void {
    this.draft = text;
    this.#host.keep({ draft: text });
    this.send({ type: "draft", text });
  }

  submit(text: string): void {
    this.isFollowing = true;
    this.send({ type: "submit", text });
    this.draft = "";
    this.#host.keep({ draft: "" });
  }

  /** Asks for the items before the held ones, once at a time. */
  loadOlder(): void {
    if (this.#isLoadingOlder || !this.main.hasOlder) return;
    this.#isLoadingOlder = true;
    this.send({ type: "loadOlder", lane: mainLane, before: this.main.start });
  }

  /** Follows the end again; fetches it where it is not held. */
  follow(): void {
    this.isFollowing = true;
    if (this.main.isDetached) this.send({ type: "ready" });
  }

  setLaneOpen(lane: string, isOpen: boolean): void {
    if (isOpen) this.lanes.set(lane, new LaneWindow());
    else this.lanes.delete(lane);
    this.send({ type: "openLane", lane, isOpen });
  }

  #apply(changes: readonly Change[]): void {
    this.isShifting = false;
    const byLane = new Map<string, Exclude<Change, { kind: "facts" } | { kind: "clear" }>[]>();
    for (const change of changes) {
      if (change.kind === "facts") {
        if (this.facts) this.facts = withFacts(this.facts, change.set);
      } else if (change.kind === "clear") {
        byLane.clear();
        this.main.clear();
        this.lanes.clear();
        this.details.clear();
      } else {
        const list = byLane.get(change.lane);
        if (list) list.push(change);
        else byLane.set(change.lane, [change]);
      }
    }
    for (const [lane, list] of byLane) {
      if (lane === mainLane) this.main.apply(list, this.isFollowing);
      else this.lanes.get(lane)?.apply(list, false);
    }
  }
}

/** Facts with some replaced; null clears. */
function withFacts(facts: Facts, set: FactsChange["set"]): Facts {
  const next: Record<string, unknown> = { ...facts, ...set };
  for (const key of Object.keys(set)) if (next[key] === null) delete next[key];
  return next as unknown as Facts;
}
