import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from 'react'
import type { FoundPayment, PaymentSearchResult } from '../../src-shared/pos/manager/manager.ts'
import { businessDayOf } from '../../src-shared/pos/report/business-day.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { useShopClock } from '../stores/shop-clock.ts'
import style from './payment-list.module.css'
import { PaymentRow } from './payment-row.tsx'
import { searchOn, usePaymentsStore } from './payments-store.ts'
import { useInSight } from './use-in-sight.ts'

interface PaymentListProps {
  readonly found: PaymentSearchResult
  /** A newer answer is on its way; what is here stays until then. */
  readonly searching: boolean
}

/** So many rows come and go together: no more than a frame has time to draw, the page around them included. */
const rowsInChunk = 8
/** About so high is a row, pixels; the real height takes its place once it is drawn. */
const rowHeight = 64

/** The payments found, day by day, however many: what is far out of sight is not drawn. The arrow keys go from line to line. */
export function PaymentList({ found, searching }: PaymentListProps) {
  const { rows } = found
  const chunks = Array.from({ length: Math.ceil(rows.length / rowsInChunk) }, (_, at) => at * rowsInChunk)
  const list = useRef<HTMLDivElement>(null)
  useWayIn(list)
  return (
    // The keys are for who is in the list already: every line is a button of its own.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div ref={list} aria-busy={searching} onKeyDown={walk}>
      {chunks.map((start) => (
        <Chunk
          key={start}
          rows={rows.slice(start, start + rowsInChunk)}
          before={rows[start - 1] ?? null}
          after={rows[start + rowsInChunk] ?? null}
        />
      ))}
      <End found={found} searching={searching} />
    </div>
  )
}

interface ChunkProps {
  readonly rows: readonly FoundPayment[]
  readonly before: FoundPayment | null
  readonly after: FoundPayment | null
}

/** Another page leaves the rows above it as they are. */
const isSameChunk = (one: ChunkProps, other: ChunkProps): boolean =>
  one.before === other.before &&
  one.after === other.after &&
  one.rows.length === other.rows.length &&
  one.rows.every((row, at) => row === other.rows[at])

/** Keeps its place by its height while it is out of sight. */
const Chunk = memo(function Chunk({ rows, before, after }: ChunkProps) {
  const dates = useDates()
  const clock = useShopClock()
  const dayOf = ({ created_at }: FoundPayment) => businessDayOf(Date.parse(created_at), clock)
  // First is drawn where one looks: at the beginning, or on the line that one comes back to.
  const isFirst = usePaymentsStore(({ left }) =>
    left === null ? before === null : rows.some(({ intent_id }) => intent_id === left),
  )
  const { ref, inSight, height } = useInSight(isFirst ? null : rows.length * rowHeight)
  return (
    <div ref={ref} style={inSight ? undefined : { height }}>
      {inSight &&
        byDay(rows, dayOf).map(({ day, rows: of }) => {
          const goesOn = before !== null && of[0] === rows[0] && dayOf(before) === day
          const isLonger = after !== null && of.at(-1) === rows.at(-1) && dayOf(after) === day
          return (
            <section key={day}>
              {goesOn || <h2 className={style.day}>{dates.businessDay(day)}</h2>}
              <ul className={`${style.rows} ${goesOn ? style.goesOn : ''} ${isLonger ? style.isLonger : ''}`}>
                {of.map((row) => (
                  <PaymentRow key={row.intent_id} row={row} />
                ))}
              </ul>
            </section>
          )
        })}
    </div>
  )
}, isSameChunk)

/** Rows under the business day they were made on by the shop's clocks, in the order in which they came. */
function byDay(
  rows: readonly FoundPayment[],
  dayOf: (row: FoundPayment) => string,
): { readonly day: string; readonly rows: readonly FoundPayment[] }[] {
  const days = new Map<string, FoundPayment[]>()
  for (const row of rows) {
    const day = dayOf(row)
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

/** From the page itself and from the words that are searched for, the arrow key leads to the first line. */
function useWayIn(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const enter = (event: globalThis.KeyboardEvent) => {
      const { key, defaultPrevented, altKey, ctrlKey, metaKey } = event
      if (key !== 'ArrowDown' || defaultPrevented || altKey || ctrlKey || metaKey) return
      if (useDialogStore.getState().open !== null || !leadsToList(document.activeElement)) return
      const first = list.current?.querySelector<HTMLElement>('[data-intent]')
      if (first == null) return
      event.preventDefault()
      first.focus()
    }
    window.addEventListener('keydown', enter)
    return () => window.removeEventListener('keydown', enter)
  }, [list])
}

function leadsToList(place: Element | null): boolean {
  if (place === null || place === document.body || place.tagName === 'MAIN') return true
  return place instanceof HTMLInputElement && place.type === 'text' && place.closest('search') !== null
}

/** How many there are; more are looked for before the end comes into sight. */
function End({ found, searching }: PaymentListProps) {
  const { t } = useTranslation('staff')
  const { ref, inSight } = useInSight(0)
  const { rows, total, total_exact, more } = found
  // Again after each page, for as long as the end is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (inSight && more) void searchOn()
  }, [inSight, more, rows.length])
  const words = total_exact ? 'list.range' : 'list.rangeAtLeast'
  return (
    <div ref={ref} className={style.end}>
      <p>{t(words, { last: rows.length, total: Math.max(total, rows.length) })}</p>
      {more && <ActionButton label={t('list.older')} disabled={searching} onPress={() => void searchOn()} />}
    </div>
  )
}
