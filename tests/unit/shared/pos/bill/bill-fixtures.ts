/** What a journal holds besides the card's sale when there is no bill at the counter. */
export const noBill = {
  bill: null,
  numbering: { series: 'KT', next: 1001 },
  unbooked: [],
  unfiled: [],
  aside: [],
  tabs: [],
} as const
