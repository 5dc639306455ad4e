/** What a journal holds besides the card's sale, when no bill stands at the counter. */
export const noBill = {
  bill: null,
  numbering: { series: 'KT', next: 1001 },
  unbooked: [],
  unfiled: [],
  aside: [],
  tabs: [],
} as const
