import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import style from './bar.module.css'

/** Data that this computer could not write to its disk, above every screen until it is written. */
export function UnsavedBar() {
  const { t } = useTranslation()
  const { journal, cash } = useSnapshot((snapshot) => snapshot.unsaved)
  if (!journal && cash === 0) return null
  return (
    <div className={style.bar} role="alert">
      <div className={style.line}>
        <IconAlertTriangle size={26} aria-hidden />
        <span className={style.words}>{t(journal ? 'unsaved.journal' : 'unsaved.cash')}</span>
      </div>
    </div>
  )
}
