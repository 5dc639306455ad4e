import { useRef, useState } from 'react'
import type { OrderRequest } from '../../../src-shared/pos/order/order-request.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { requestFromDialog } from './cart-store.ts'

interface Refused {
  readonly kind: OrderRequest['kind']
  readonly words: string
}

/** Sends the requests of a dialog to main. The dialog closes when they are done, and shows a refusal at its field. */
export function useDialogRequests() {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  // A second press may come before the page has drawn the first.
  const isAsking = useRef(false)
  async function send(requests: readonly OrderRequest[]) {
    isAsking.current = true
    setAsking(true)
    const answer = await requestFromDialog(requests)
    isAsking.current = false
    setAsking(false)
    setRefused(answer === null ? null : { kind: answer.kind, words: t(`refusal.${answer.code}`) })
  }
  return {
    asking,
    refused,
    ask: (requests: readonly OrderRequest[]): void => {
      if (!isAsking.current) void send(requests)
    },
    /** Clears the refusal when the entry changes. */
    forget: (): void => setRefused(null),
  }
}
