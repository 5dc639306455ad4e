import { useEffect } from 'react'
import { Notice } from '../../components/notice.tsx'
import { Toast } from '../../components/toast.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { forgetClosed, usePlaceStore } from '../../stores/place-store.ts'

/** Long enough to be noticed by a person who looks up and misses the page. */
const shownMs = 15_000

/** Notice at the counter that a page behind a PIN closed by itself. It disappears by itself. */
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
