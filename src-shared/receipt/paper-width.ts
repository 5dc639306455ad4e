/** Widths of paper rolls, in mm. */
export const paperWidths = [58, 80] as const
export type PaperWidth = (typeof paperWidths)[number]
