import { useEffect, useRef, useState } from 'preact/hooks'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Result } from '../../../src-shared/result.ts'
import type { PageFailure } from '../../components/ask-service.ts'
import { Notice } from '../../components/notice.tsx'
import { failureText, usePortal } from '../context.ts'
import { localDay } from '../local-days.ts'
import { paymentsTable } from '../payments-table.ts'
import type { CursorPage } from '../use-pages.ts'

type State =
  | { readonly at: 'rest' | 'running' | 'done'; readonly count: number }
  | { readonly at: 'failed'; readonly failure: PageFailure }

interface PaymentsExportProps {
  /** Returns a page of the payments that the list shows. */
  readonly ask: (cursor: string | undefined) => Promise<Result<CursorPage<PaymentIntent>, PageFailure>>
}

/** Saves all payments of the list, not only the page that is shown. A failed export saves nothing. */
export function PaymentsExport({ ask }: PaymentsExportProps) {
  const { words } = usePortal()
  const [state, setState] = useState<State>({ at: 'rest', count: 0 })
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  const save = async () => {
    setState({ at: 'running', count: 0 })
    const table = await paymentsTable(ask, (count) => {
      if (isShown.current) setState({ at: 'running', count })
      return isShown.current
    })
    if (!isShown.current) return
    if (!table.ok) return setState({ at: 'failed', failure: table.error })
    if (table.value === null) return
    download(table.value.text, `payments-${localDay(Date.now())}.csv`)
    setState({ at: 'done', count: table.value.count })
  }
  return (
    <>
      <p role="status" class="hint">
        {state.at === 'done' ? words.counted('payment.exported', state.count) : ''}
      </p>
      <button
        type="button"
        class="secondary small"
        disabled={state.at === 'running'}
        onClick={() => void save()}
      >
        {state.at === 'running'
          ? words('payment.exporting', { count: state.count })
          : words('payment.export')}
      </button>
      {state.at === 'failed' ? (
        <Notice kind="bad">
          <p>{words('payment.notExported')}</p>
          <p>{failureText(words, state.failure)}</p>
        </Notice>
      ) : null}
    </>
  )
}

function download(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = name
  link.click()
  // The browser has read the file's address by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
