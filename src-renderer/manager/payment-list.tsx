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
  /** A newer result is on its way; this one is shown until then. */
  readonly searching: boolean
}

/** Rows per chunk, drawn and removed together: few enough to draw within one frame, with the rest of the page. */
const rowsInChunk = 8
/** Estimated height of a row in pixels; replaced by the real height once drawn. */
const rowHeight = 64

/** The payments found, by day. Rows far out of view are not drawn. The arrow keys move from row to row. */
export function PaymentList({ found, searching }: PaymentListProps) {
  const { rows } = found
  const chunks = Array.from({ length: Math.ceil(rows.length / rowsInChunk) }, (_, at) => at * rowsInChunk)
  const list = useRef<HTMLDivElement>(null)
  useWayIn(list)
  return (
    // The arrow keys work within the list only; each row is a button of its own.
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

/** A further page of results leaves the chunks above unchanged. */
const isSameChunk = (one: ChunkProps, other: ChunkProps): boolean =>
  one.before === other.before &&
  one.after === other.after &&
  one.rows.length === other.rows.length &&
  one.rows.every((row, at) => row === other.rows[at])

/** Keeps its height while it is out of view. */
const Chunk = memo(function Chunk({ rows, before, after }: ChunkProps) {
  const dates = useDates()
  const clock = useShopClock()
  const dayOf = ({ created_at }: FoundPayment) => businessDayOf(Date.parse(created_at), clock)
  // Drawn first is the chunk in view: the first one, or the one with the row that the manager returns to.
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

/** Groups rows by the business day of the shop's time zone, in their original order. */
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

/** The down arrow moves from the page or the search field to the first row. */
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

/** Shows the number of rows, and loads more before the end comes into view. */
function End({ found, searching }: PaymentListProps) {
  const { t } = useTranslation('staff')
  const { ref, inSight } = useInSight(0)
  const { rows, total, total_exact, more } = found
  // Runs again after each page while the end is in view.
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
