import { useEffect } from 'react'
import { Notice } from '../../components/notice.tsx'
import { PutBack } from '../../components/put-back.tsx'
import { Toast } from '../../components/toast.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useEntryStore, writeNote } from '../../stores/entry-store.ts'
import { isAtRest, useSnapshot } from '../../stores/snapshot-store.ts'
import { type CartMessage as Message, requestOrder, showMessage, useCartStore } from './cart-store.ts'

const isTrouble = ({ kind }: Message): boolean => kind === 'unknown' || kind === 'busy'

/** Long enough to read the message twice. */
const shownMs = 10_000

/** Shown on every cashier screen: messages about scans and removed lines. */
export function CartMessage() {
  const message = useCartStore((state) => state.message)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => showMessage(null), shownMs)
    return () => clearTimeout(timer)
  }, [message])
  // Once payment starts, the order cannot be changed, and the next order is a different one.
  const isOver = useSnapshot((snapshot) => !isAtRest(snapshot)) && message !== null && !isTrouble(message)
  useEffect(() => {
    if (isOver) showMessage(null)
  }, [isOver])
  if (message === null || isOver) return null
  const bad = isTrouble(message)
  return (
    <Toast
      key={JSON.stringify(message)}
      tone={bad ? 'bad' : 'calm'}
      isBelow={!bad}
      {...(bad ? { onGoOn: () => showMessage(null) } : {})}
    >
      {bad ? <Trouble message={message} /> : <Undo message={message} />}
    </Toast>
  )
}

function Trouble({ message }: { readonly message: Message }) {
  const { t } = useTranslation('sell')
  return message.kind === 'unknown' ? (
    <Notice
      alert
      tone="bad"
      title={t('unknownBarcode', { barcode: message.barcode })}
      text={t('unknownBarcodeText')}
    />
  ) : (
    <Notice alert tone="bad" title={t('busy')} text={t('busyText')} />
  )
}

function Undo({ message }: { readonly message: Message }) {
  const { t } = useTranslation('sell')
  const putBack = () => {
    void requestOrder({ kind: 'put_back' })
    if (message.kind === 'cleared' && useEntryStore.getState().note === '') writeNote(message.note)
    showMessage(null)
  }
  return (
    <PutBack
      title={message.kind === 'removed' ? t('removed', { name: message.name }) : t('cleared')}
      label={t('putBack')}
      onPutBack={putBack}
    />
  )
}
