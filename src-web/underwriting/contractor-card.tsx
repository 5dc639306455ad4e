import type { ApplyingContractor } from '../../src-shared/api/schemas/contractor.ts'
import type { Words } from './words.ts'

interface ContractorCardProps {
  readonly words: Words
  readonly contractor: ApplyingContractor
  readonly isBusy: boolean
  readonly onDecide: (to: 'APPROVED' | 'REJECTED') => void
}

/** A contractor's application: can be approved once submitted, and rejected at any time. */
export function ContractorCard({ words, contractor, isBusy, onDecide }: ContractorCardProps) {
  const { id, name, submitted_at: sent } = contractor
  const title = name ?? id
  return (
    <article aria-label={title}>
      <h3>{title}</h3>
      <p class="facts">
        <code>{contractor.contractor_status}</code>
        <code>{id}</code>
        {sent === null ? <span>{words('notSent')}</span> : null}
      </p>
      <div class="moves">
        {(sent === null ? (['REJECTED'] as const) : (['APPROVED', 'REJECTED'] as const)).map((to) => (
          <button type="button" class="secondary" disabled={isBusy} key={to} onClick={() => onDecide(to)}>
            <code>{to}</code>
          </button>
        ))}
      </div>
    </article>
  )
}
