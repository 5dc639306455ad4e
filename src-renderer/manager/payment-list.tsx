import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundPayment, PaymentSearchResult } from '../../src-shared/pos/manager.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import style from './payment-list.module.css'
import { PaymentRow } from './payment-row.tsx'
import { search } from './payments-store.ts'

interface PaymentListProps {
  readonly found: PaymentSearchResult
  /** A newer answer is on its way; what is here stays until then. */
  readonly searching: boolean
}

/** The payments found, day by day. The arrow keys go from line to line. */
export function PaymentList({ found, searching }: PaymentListProps) {
  const dates = useDates()
  return (
    // The keys are for who is in the list already: every line is a button of its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className={searching ? style.busy : ''} aria-busy={searching} onKeyDown={walk}>
      {byDay(found.rows).map(({ day, rows }) => (
        <section key={day}>
          <h2 className={style.day}>{dates.day(rows[0]?.created_at ?? '')}</h2>
          <ul className={style.rows}>
            {rows.map((row) => (
              <PaymentRow key={row.intent_id} row={row} />
            ))}
          </ul>
        </section>
      ))}
      <Pager found={found} />
    </div>
  )
}

/** Rows under the local day they were made on, in the order in which they came. */
function byDay(
  rows: readonly FoundPayment[],
): { readonly day: string; readonly rows: readonly FoundPayment[] }[] {
  const days = new Map<string, FoundPayment[]>()
  for (const row of rows) {
    const day = new Date(row.created_at).toDateString()
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, of]) => ({ day, rows: of }))
}

function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const here = document.activeElement
  if (step === 0 || !(here instanceof HTMLElement)) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-intent]')]
  const next = lines[lines.indexOf(here) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function Pager({ found }: { readonly found: PaymentSearchResult }) {
  const { t } = useTranslation('staff')
  const first = (found.page - 1) * found.limit + 1
  const last = first + found.rows.length - 1
  const more = last < found.total || !found.total_exact
  const back = () => void search(found.page - 1)
  const on = () => void search(found.page + 1)
  useKeys({ pageup: found.page > 1 ? back : undefined, pagedown: more ? on : undefined })
  return (
    <nav className={style.pager} aria-label={t('list.pages')}>
      <p>{t(found.total_exact ? 'list.range' : 'list.rangeAtLeast', { first, last, total: found.total })}</p>
      {(found.page > 1 || more) && (
        <div className={style.turn}>
          <ActionButton
            icon={<IconChevronLeft size={24} aria-hidden />}
            label={t('list.newer')}
            disabled={found.page <= 1}
            onPress={back}
          />
          <ActionButton
            icon={<IconChevronRight size={24} aria-hidden />}
            label={t('list.older')}
            disabled={!more}
            onPress={on}
          />
        </div>
      )}
    </nav>
  )
}
