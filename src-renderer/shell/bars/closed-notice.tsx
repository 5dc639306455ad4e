import { useEffect } from 'react'
import { Notice } from '../../components/notice.tsx'
import { Toast } from '../../components/toast.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { forgetClosed, usePlaceStore } from '../../stores/place-store.ts'

/** Long enough for somebody who looks up and wonders where the page went. */
const shownMs = 15_000

/** A page behind a PIN closed by itself: a notice at the counter that disappears by itself. */
export function ClosedNotice() {
  const { t } = useTranslation()
  const closed = usePlaceStore((state) => state.closedByItself)
  useEffect(() => {
    if (closed === null) return
    const timer = setTimeout(forgetClosed, shownMs)
    return () => clearTimeout(timer)
  }, [closed])
  if (closed === null) return null
  return (
    <Toast tone="calm">
      <Notice alert tone="calm" title={t(`staff.closed.${closed}`)} text={t('staff.closedText')} />
    </Toast>
  )
}
