import { useEffect, useState } from 'react'
import { moneyIn } from '../../src-shared/language.ts'
import type { ListedGiftCard } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogText } from '../components/dialog.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './gift-cards.module.css'

/** Cards whose codes end in these letters: for a lost card, the customer only has its receipt. */
export function FindCards({
  lastFour,
  onChosen,
}: {
  readonly lastFour: string
  readonly onChosen: (card: ListedGiftCard) => void
}) {
  const { t } = useTranslation('giftCards')
  const language = useSnapshot(({ settings }) => settings.language)
  const dates = useDates()
  const [cards, setCards] = useState<readonly ListedGiftCard[] | 'failed' | null>(null)
  useEffect(() => {
    let isShown = true
    setCards(null)
    void askMain('gift_cards.find', { last_four: lastFour }).then((answer) => {
      if (isShown) setCards(answer.ok ? answer.value.cards : 'failed')
    })
    return () => {
      isShown = false
    }
  }, [lastFour])
  if (cards === null) return <DialogText>{t('reading')}</DialogText>
  if (cards === 'failed') return <DialogText>{t('failed')}</DialogText>
  if (cards.length === 0) return <DialogText>{t('noneEnding', { last_four: lastFour })}</DialogText>
  return (
    <ul className={style.cards} aria-label={t('list')}>
      {cards.map((card) => (
        <li key={card.card_id}>
          <ActionButton
            label={t('listed', {
              last_four: card.last_four,
              amount: moneyIn(language, card.currency, card.balance),
            })}
            hint={t(card.status === 'blocked' ? 'madeBlocked' : 'made', { when: dates.moment(card.sold_at) })}
            onPress={() => onChosen(card)}
          />
        </li>
      ))}
    </ul>
  )
}
