import { IconAlertTriangle } from '@tabler/icons-react'
import { ActionButton } from '../../components/action-button.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useReload } from '../reload-page.ts'
import style from './bar.module.css'

/** Replaces a notice whose code failed to load. Sales continue. */
export function NoticeNotLoaded() {
  const { t } = useTranslation()
  const { refused, reload } = useReload()
  return (
    <ul className={style.bar} aria-label={t('app.noticeNotLoaded')}>
      <li className={style.line} data-notice="not_loaded">
        <IconAlertTriangle size={26} aria-hidden />
        <span className={style.words} role="status">
          {t(refused ? 'app.notReloadedDetail' : 'app.noticeNotLoaded')}
        </span>
        {!refused && <ActionButton label={t('app.loadAgain')} onPress={reload} />}
      </li>
    </ul>
  )
}
