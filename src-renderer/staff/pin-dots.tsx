import { fewestPinDigits } from '../../src-shared/pos/staff/pin-length.ts'
import { Spoken } from '../components/spoken.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './pin-screen.module.css'

/** Shows how many digits were typed, never which. As many rings as the shortest PIN has digits, or more if needed. */
export function PinDots({ count, trouble }: { readonly count: number; readonly trouble: boolean }) {
  const { t } = useTranslation('staff')
  return (
    <div className={`${style.dots} ${trouble ? `${style.wrong} ${style.shake}` : ''}`}>
      {Array.from({ length: Math.max(count, fewestPinDigits) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rings are all alike
        <span key={index} className={`${style.dot} ${index < count ? style.filled : ''}`} aria-hidden />
      ))}
      <Spoken status>{t('pin.typed', { digits: count })}</Spoken>
    </div>
  )
}
