import type { StatusContent, StatusRow } from "../../contract/pages/statusPage.ts";

/** Returns the content of the page with all texts of its rows masked; what its buttons concern stays. */
export function maskStatus({ sections, ...page }: StatusContent, mask: (text: string) => string): StatusContent {
  const maskRow = ({ name, value, origin, losers, mark, more, ...row }: StatusRow): StatusRow => ({
    ...row,
    name: mask(name),
    value: mask(value),
    origin: mask(origin),
    ...(losers && { losers: losers.map((each) => ({ value: mask(each.value), origin: mask(each.origin) })) }),
    ...(mark && { mark: { ...mark, text: mask(mark.text) } }),
    ...(more !== undefined && { more: mask(more) }),
    ...(row.button && { button: { ...row.button, longLabel: mask(row.button.longLabel) } }),
  });
  return { ...page, sections: sections.map((section) => ({ ...section, rows: section.rows.map(maskRow) })) };
}
