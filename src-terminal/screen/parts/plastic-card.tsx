import { type CardWear, lastFour, type TestCard } from '../../cards/test-cards.ts'

const looks: Readonly<Record<CardWear, string>> = {
  'as new': '',
  'worn chip': 'plastic-worn',
  'worn out': 'plastic-worn plastic-scratched',
  'no chip': 'plastic-chipless',
  'in a phone': 'plastic-in-phone',
}

/** The look of a card. Decorative: the surrounding element names it. */
export function PlasticCard({ card }: { readonly card: TestCard }) {
  return (
    <span
      className={`plastic plastic-${card.brand.toLowerCase()} plastic-${card.funding} ${looks[card.wear]}`}
      aria-hidden="true"
    >
      <span className="plastic-brand">{card.brand}</span>
      <span className="plastic-chip" />
      <span className="plastic-funding">{card.funding}</span>
      <span className="plastic-number">•••• {lastFour(card)}</span>
    </span>
  )
}
