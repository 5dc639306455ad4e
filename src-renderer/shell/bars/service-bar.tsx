import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import style from './service-bar.module.css'

/** Above every screen, because no sale can continue while the service is unreachable: offline is always shown. */
export function ServiceBar() {
  const { t } = useTranslation()
  const service = useSnapshot((snapshot) => snapshot.service)
  if (service.kind === 'key_needed') {
    return (
      <div className={style.place}>
        <Notice alert tone="wait" title={t('service.keyNeeded.title')} text={t('service.keyNeeded.text')} />
      </div>
    )
  }
  if (service.kind === 'place_unreadable') {
    return (
      <div className={style.place}>
        <Notice
          alert
          tone="bad"
          title={t('service.placeUnreadable.title')}
          text={t('service.placeUnreadable.text')}
        />
      </div>
    )
  }
  if (service.kind === 'other_currency') {
    const { books, account } = service
    return (
      <div className={style.place}>
        <Notice
          alert
          tone="bad"
          title={t('service.otherCurrency.title', { books, account })}
          text={t('service.otherCurrency.text')}
        />
      </div>
    )
  }
  if (service.kind === 'books_unopened') {
    return (
      <div className={style.place}>
        <Notice
          alert
          tone="bad"
          title={t('service.booksUnopened.title')}
          text={t('service.booksUnopened.text')}
        />
      </div>
    )
  }
  if (service.kind !== 'unreachable') return null
  return (
    <div className={style.place}>
      <Notice alert tone="bad" title={t('service.unreachable.title')} text={t('service.unreachable.text')} />
    </div>
  )
}
