/** Widths of paper rolls, mm. */
export const paperWidths = [58, 80] as const
export type PaperWidth = (typeof paperWidths)[number]
