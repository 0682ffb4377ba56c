// Globals that Node and every browser share, for the layers that are compiled without the types of Node or the DOM.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare class TextDecoder {
  constructor(encoding?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class URL {
  constructor(url: string);
  static canParse(url: string): boolean;
  readonly protocol: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly hash: string;
  readonly pathname: string;
  readonly searchParams: { values(): Iterable<string> };
}

interface SymbolConstructor {
  readonly asyncDispose: unique symbol;
}

declare function btoa(binary: string): string;
declare function atob(base64: string): string;

declare function queueMicrotask(action: () => void): void;
