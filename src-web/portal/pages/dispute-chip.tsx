import type { NoticeKind } from '../../components/notice.tsx'
import { type BankMark, bankMarkOf, type Paid } from '../bank-mark.ts'
import type { PortalWords } from '../context.ts'
import { Chip } from '../parts/chip.tsx'

const kinds: { readonly [Mark in BankMark]: NoticeKind } = {
  inquiry: 'wait',
  open: 'bad',
  lost: 'bad',
  won: 'plain',
  unknown: 'wait',
  reversed: 'bad',
}

/** Beside a payment's state, which stays "Paid": marks that it is or was disputed, or reversed by its bank. */
export function DisputeChip({ words, intent }: { readonly words: PortalWords; readonly intent: Paid }) {
  const mark = bankMarkOf(intent)
  return mark === null ? null : <Chip kind={kinds[mark]} text={words(`bankMark.${mark}`)} />
}
