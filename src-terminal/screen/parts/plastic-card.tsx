import { lastFour, type TestCard } from '../../cards.ts'

/** A card as it looks. Decorative: whoever shows it names it. */
export function PlasticCard({ card }: { readonly card: TestCard }) {
  return (
    <span
      className={`plastic plastic-${card.brand.toLowerCase()} plastic-${card.funding}`}
      aria-hidden="true"
    >
      <span className="plastic-brand">{card.brand}</span>
      <span className={card.chip === 'worn' ? 'plastic-chip worn' : 'plastic-chip'} />
      <span className="plastic-funding">{card.funding}</span>
      <span className="plastic-number">•••• {lastFour(card)}</span>
    </span>
  )
}
