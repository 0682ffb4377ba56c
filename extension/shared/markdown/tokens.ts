/** The trees that the views draw. Every token is immutable once the parser has returned it. */

/** The target of a link or an image. */
export interface Target {
  readonly href: string;
  readonly title: string;
}

export type Inline =
  | { readonly type: "text" | "code" | "html"; readonly text: string }
  /** TeX; `isBlock` is true for a formula on a line of its own. */
  | { readonly type: "math"; readonly text: string; readonly isBlock: boolean }
  | { readonly type: "break" }
  | { readonly type: "strong" | "em" | "del"; readonly children: readonly Inline[] }
  | ({ readonly type: "link"; readonly children: readonly Inline[] } & Target)
  | ({ readonly type: "image"; readonly alt: string } & Target);

/** A piece of the inline content of one block. Long paragraphs have several, each parsed once. */
export interface Segment {
  readonly key: number;
  readonly raw: string;
  readonly nodes: readonly Inline[];
  /** Labels whose definitions affect the nodes. */
  readonly labels: ReadonlySet<string> | undefined;
}

/** A run of siblings. All but the last group of a list are final, so a view skips them as a whole. */
export interface Group<T> {
  readonly key: number;
  readonly items: readonly T[];
}
export type Groups<T> = readonly Group<T>[];

/** A run of literal text, a bounded part of a code block. */
export interface Chunk {
  readonly key: number;
  readonly text: string;
}

export type Align = "left" | "center" | "right" | undefined;
export interface TableRow {
  readonly type: "row";
  readonly key: number;
  readonly cells: readonly Segment[];
}
export interface ListItem {
  readonly type: "item";
  readonly key: number;
  /** True for a finished task; undefined for an item that is not a task. */
  readonly checked: boolean | undefined;
  readonly blocks: Groups<Block>;
}

export type Block =
  | { readonly type: "paragraph"; readonly key: number; readonly content: readonly Segment[] }
  | { readonly type: "heading"; readonly key: number; readonly level: number; readonly content: readonly Segment[] }
  | {
      readonly type: "code";
      readonly key: number;
      readonly info: string;
      readonly chunks: readonly Chunk[];
      readonly isOpen: boolean;
    }
  | { readonly type: "html"; readonly key: number; readonly chunks: readonly Chunk[] }
  | { readonly type: "quote"; readonly key: number; readonly blocks: Groups<Block> }
  | {
      readonly type: "list";
      readonly key: number;
      readonly start: number | undefined;
      readonly isLoose: boolean;
      readonly items: Groups<ListItem>;
    }
  | {
      readonly type: "table";
      readonly key: number;
      readonly aligns: readonly Align[];
      readonly head: readonly Segment[];
      readonly rows: Groups<TableRow>;
    }
  | { readonly type: "rule"; readonly key: number };
