/** A recording as text. */
declare module "*.ndjson" {
  const lines: string;
  export default lines;
}
