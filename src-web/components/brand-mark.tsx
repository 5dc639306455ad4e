import type { CardBrand } from './card-number.ts'

/** The card network's mark, drawn by ourselves: small, without a request, and never the only name of the network. */
export function BrandMark({ brand }: { readonly brand: CardBrand | null }) {
  return (
    <svg
      class="brand-mark"
      viewBox="0 0 38 24"
      role="img"
      aria-label={brand?.name ?? ''}
      aria-hidden={brand === null}
    >
      <rect class="brand-card" x="0.5" y="0.5" width="37" height="23" rx="4" />
      {brand === null ? <EmptyCard /> : <Mark name={brand.name} />}
    </svg>
  )
}

const EmptyCard = () => (
  <g class="brand-empty">
    <rect x="0.5" y="6" width="37" height="4" />
    <rect x="5" y="15" width="12" height="3" rx="1.5" />
  </g>
)

function Mark({ name }: { readonly name: CardBrand['name'] }) {
  switch (name) {
    case 'Mastercard':
      return (
        <g>
          <circle cx="15" cy="12" r="7" fill="#eb001b" />
          <circle cx="23" cy="12" r="7" fill="#f79e1b" fill-opacity="0.9" />
        </g>
      )
    case 'Diners Club':
      return (
        <g>
          <circle cx="19" cy="12" r="8" fill="#0079be" />
          <path d="M17 7v10a5.4 5.4 0 0 1 0-10zM21 7a5.4 5.4 0 0 1 0 10z" fill="#ffffff" />
        </g>
      )
    case 'Discover':
      return (
        <g>
          <path d="M38 14v6a4 4 0 0 1-4 4H14c12-1 20-5 24-10z" fill="#f48120" />
          <MarkText text="DISC" color="#231f20" />
        </g>
      )
    case 'Visa':
      return <MarkText text="VISA" color="#1434cb" italic />
    case 'Amex':
      return <MarkText text="AMEX" color="#006fcf" />
    case 'JCB':
      return <MarkText text="JCB" color="#0b5ba5" />
    case 'UnionPay':
      return <MarkText text="UPay" color="#00616a" />
    case 'Interac':
      return <MarkText text="INT" color="#8a5a00" />
  }
}

const MarkText = ({ text, color, italic = false }: { text: string; color: string; italic?: boolean }) => (
  <text
    x="19"
    y="16"
    text-anchor="middle"
    font-size="11"
    font-weight="800"
    font-style={italic ? 'italic' : 'normal'}
    font-family="Arial, Helvetica, sans-serif"
    fill={color}
  >
    {text}
  </text>
)
