import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { takesCash } from '../../stores/charge.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import style from './service-bar.module.css'

/** Above every screen, because no sale can continue while the service is unreachable: offline is always shown. */
export function ServiceBar() {
  const { t } = useTranslation()
  const service = useSnapshot((snapshot) => snapshot.service)
  const cash = useSnapshot(takesCash)
  switch (service.kind) {
    case 'key_needed':
      return <Bar tone="wait" title={t('service.keyNeeded.title')} text={t('service.keyNeeded.text')} />
    case 'place_unreadable':
      return <Bar title={t('service.placeUnreadable.title')} text={t('service.placeUnreadable.text')} />
    case 'other_currency': {
      const { books, account } = service
      const title = t('service.otherCurrency.title', { books, account })
      return <Bar sellsNothing title={title} text={t('service.otherCurrency.text')} />
    }
    case 'books_unopened':
      return (
        <Bar sellsNothing title={t('service.booksUnopened.title')} text={t('service.booksUnopened.text')} />
      )
    case 'unreachable':
      return (
        <Bar
          title={t('service.unreachable.title')}
          text={t(cash ? 'service.unreachable.textWithCash' : 'service.unreachable.text')}
        />
      )
    default:
      return null
  }
}

interface BarProps {
  readonly tone?: 'bad' | 'wait'
  readonly title: string
  readonly text: string
  /** Nothing can be sold while it is shown, so it may take the keypad's place. */
  readonly sellsNothing?: boolean
}

const Bar = ({ tone = 'bad', title, text, sellsNothing = false }: BarProps) => (
  <div className={style.place} data-sells={sellsNothing ? 'nothing' : undefined}>
    <Notice alert tone={tone} title={title} text={text} />
  </div>
)
