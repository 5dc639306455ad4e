import { useEffect } from 'react'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { Notice } from '../components/notice.tsx'
import { Toast } from '../components/toast.tsx'
import { clearRefusal, useCommandStore } from '../stores/command-store.ts'

/** Long enough to be read twice. */
const shownMs = 10_000

/** Shows that main did not do what was pressed, in the words of the page it is on. Goes by itself. */
export function RefusalToast({ t }: { readonly t: (key: `refusal.${RefusalCode | 'title'}`) => string }) {
  const refusal = useCommandStore((state) => state.refusal)
  useEffect(() => {
    if (refusal === null) return
    const timer = setTimeout(clearRefusal, shownMs)
    return () => clearTimeout(timer)
  }, [refusal])
  if (refusal === null) return null
  return (
    <Toast tone="bad">
      <Notice alert tone="bad" title={t('refusal.title')} text={t(`refusal.${refusal}`)} />
    </Toast>
  )
}
