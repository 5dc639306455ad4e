import { useCallback, useEffect, useState } from 'react'
import { dayAt } from '../../src-shared/local-time.ts'
import type { CounterCustomer, SavedCard } from '../../src-shared/pos/customer/customer.ts'
import { isExpired } from '../../src-shared/pos/customer/expired-card.ts'
import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'
import { askMain } from '../bridge.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { DialogActions, DialogText } from '../components/dialog.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { payable } from '../stores/charge.ts'
import { run, send, useRunning } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useEntryStore } from '../stores/entry-store.ts'
import { useShopTimeZone } from '../stores/shop-time-zone.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ContactLines } from './contact-lines.tsx'
import style from './customers.module.css'

/** The customer of the next sale, with their saved cards. */
export function ChosenCustomer({ customer }: { readonly customer: CounterCustomer }) {
  const { t } = useTranslation('customers')
  const connected = useSnapshot(({ terminal }) => terminal.kind === 'connected')
  const { cards, reload } = useCards()
  const [saving, setSaving] = useState<'no' | 'asking' | 'saved' | 'refused' | 'failed'>('no')
  const save = async () => {
    setSaving('asking')
    const answer = await askMain('customer.save_card', undefined)
    setSaving(!answer.ok ? 'failed' : answer.value.saved ? 'saved' : 'refused')
    reload()
  }
  return (
    <>
      <p className={style.who}>
        <strong>{customer.name || phoneText(customer.phone) || customer.email}</strong>
        <ContactLines customer={customer} />
      </p>
      {cards === 'failed' && <DialogText>{t('cardsFailed')}</DialogText>}
      {Array.isArray(cards) && cards.length === 0 && <DialogText>{t('noCards')}</DialogText>}
      {Array.isArray(cards) && cards.map((card) => <PayByCard key={card.payment_method_id} card={card} />)}
      <p role="status" className={style.status}>
        {saving === 'no' ? '' : t(`saving.${saving}`)}
      </p>
      <DialogActions>
        {connected && saving !== 'asking' && (
          <ActionButton label={t('saveCard')} onPress={() => void save()} />
        )}
        {saving === 'asking' && (
          <ActionButton
            label={t('stopAsking')}
            onPress={() => void askMain('customer.stop_asking', undefined)}
          />
        )}
        <ActionButton label={t('remove')} onPress={() => send('customer.remove', undefined)} />
        <ActionButton kind="primary" autoFocus label={t('done')} onPress={closeDialog} />
      </DialogActions>
    </>
  )
}

function useCards() {
  const [cards, setCards] = useState<readonly SavedCard[] | 'failed' | null>(null)
  const reload = useCallback(() => {
    void askMain('customer.cards', undefined).then((answer) => setCards(answer.ok ? answer.value : 'failed'))
  }, [])
  useEffect(reload, [reload])
  return { cards, reload }
}

/** Charges the amount due to the saved card after the customer agrees. */
function PayByCard({ card }: { readonly card: SavedCard }) {
  const { t } = useTranslation('customers')
  const money = useMoney()
  const { note, order, amount: typed } = useEntryStore()
  const hasTerminal = useSnapshot(({ terminal }) => terminal.kind !== 'none')
  const charging = useRunning('sale.charge')
  const due = order?.total ?? typed
  const until = `${cardName(card.brand, card.last_four)} · ${card.exp_month}/${card.exp_year.slice(-2)}`
  const today = dayAt(Date.now(), useShopTimeZone())
  const name = isExpired(card, today) ? t('expired', { card: until }) : until
  if (due === 0 || !hasTerminal) return <p className={style.card}>{name}</p>
  const pay = async () => {
    const refusal = await run('sale.charge', {
      ...payable(),
      entry: 'card',
      note: note.trim(),
      saved_card: card.payment_method_id,
    })
    if (refusal === null) closeDialog()
  }
  return (
    <ActionButton
      label={t('pay', { amount: money(due), card: name })}
      disabled={charging}
      onPress={() => void pay()}
    />
  )
}
