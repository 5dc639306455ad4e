import { useEffect, useState } from 'react'
import type { PosReply } from '../../src-shared/pos/commands.ts'
import type { FoundGiftCard, GiftCardMove } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { askMain } from '../bridge.ts'
import { DialogText } from '../components/dialog.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useMoneyIn } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './gift-cards.module.css'

/** Every entry of a card's ledger: what, when, by whom and for which sale. */
export function CardHistory({
  card: { card_id, balance, currency, status },
}: {
  readonly card: FoundGiftCard
}) {
  const { t } = useTranslation('giftCards')
  const [read, setRead] = useState<PosReply<'gift_cards.history'> | 'failed' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed on the card is read anew
  useEffect(() => {
    let isShown = true
    void askMain('gift_cards.history', { card_id }).then((answer) => {
      if (isShown) setRead(answer.ok ? answer.value : 'failed')
    })
    return () => {
      isShown = false
    }
  }, [card_id, balance, status])
  return (
    <section className={style.form}>
      <h3 className={style.heading}>{t('history')}</h3>
      {read === null && <DialogText>{t('reading')}</DialogText>}
      {read === 'failed' && <DialogText>{t('historyFailed')}</DialogText>}
      {read !== null && read !== 'failed' && (
        <>
          <ul className={style.moves}>
            {read.moves.map((move) => (
              <Move key={move.id} move={move} currency={currency} />
            ))}
          </ul>
          {read.more && <DialogText>{t('more')}</DialogText>}
        </>
      )}
    </section>
  )
}

interface MoveProps {
  readonly move: GiftCardMove
  readonly currency: string
}

function Move({ move: { at, kind, amount, balance, bill, person }, currency }: MoveProps) {
  const { t } = useTranslation('giftCards')
  const money = useMoneyIn(currency)
  const dates = useDates()
  return (
    <li className={style.move}>
      <span className={style.what}>
        <strong>{t(`move.${kind}`)}</strong>
        <span className={style.about}>
          <time dateTime={at}>{dates.moment(at)}</time>
          {bill !== null && <span>{t('receipt', { number: bill })}</span>}
          {person !== null && <span>{person}</span>}
        </span>
      </span>
      <span className={style.sums}>
        <strong>{amount > 0 ? `+${money(amount)}` : money(amount)}</strong>
        <span className={style.about}>{t('after', { amount: money(balance) })}</span>
      </span>
    </li>
  )
}
