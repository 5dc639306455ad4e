import { useEffect, useState } from 'react'
import { cashStepIn } from '../../src-shared/pos/bill/cash.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { exchangeTender, planExchange } from '../../src-shared/pos/returns/exchange.ts'
import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { waitingExchange, worthOf } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../components/dialog.tsx'
import { MoneyFacts } from '../components/money-facts.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { payable } from '../stores/charge.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { partName } from './sale-words.ts'
import { type StoreCredit, StoreCreditChoice } from './store-credit-choice.tsx'

/** Confirms an exchange for goods that cost no more than the returned ones: no payment step would ask. */
export function ExchangeDialog() {
  const { t } = useTranslation()
  const one = useSnapshot(waitingExchange)
  return <Dialog title={t('exchange.title')}>{one !== null && <Exchange one={one} />}</Dialog>
}

function Exchange({ one }: { readonly one: Return }) {
  const { t } = useTranslation()
  const { t: sales } = useTranslation('sales')
  const money = useMoney()
  const step = useSnapshot(({ currency, settings }) => cashStepIn(currency, settings))
  const [sold, setSold] = useState<SoldSale | null>(null)
  const [credit, setCredit] = useState<StoreCredit | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<RefusalCode | null>(null)
  const { number } = one
  useEffect(() => {
    void askMain('sales.open', { number }).then((found) => {
      if (found.ok) setSold(found.value)
      else setRefused(found.error.code)
    })
  }, [number])
  const { amount } = payable()
  const others = sold?.returns.filter(({ id }) => id !== one.id) ?? []
  const plan = sold && planExchange(sold.bill, others, one.lines, amount, step)
  const rest = plan === null ? [] : exchangeTender(one, plan, credit).rest
  const back = rest.reduce((sum, part) => sum + partCents(part), 0)
  const refusedWords = (code: RefusalCode) => {
    if (code === 'service_away') return sales('unreachable')
    // Only this refusal means that other goods have gone back meanwhile.
    return code === 'not_now' ? sales('changed') : t(`refusal.${code}`)
  }
  const exchange = async () => {
    if (plan === null || busy) return
    setBusy(true)
    const of = { return_id: one.id, back, ...(credit === null ? {} : { store_credit: credit }) }
    const { note } = useEntryStore.getState()
    const opened = await askMain('bill.open', { ...payable(), note: note.trim(), exchange: of })
    setBusy(false)
    if (opened.ok) closeDialog()
    else setRefused(opened.error.code)
  }
  return (
    <>
      <MoneyFacts
        facts={[
          { label: t('exchange.credit', { number }), value: money(worthOf(one.lines)) },
          { label: t('exchange.goods'), value: money(amount) },
          ...rest.map((part) => ({
            label:
              part.kind === 'cash' ? sales('goesCash') : sales('goesTo', { name: partName(part, sales) }),
            value: money(partCents(part)),
          })),
          // Not known before the sale has been read.
          ...(plan === null ? [] : [{ label: sales('goesBack'), value: money(back), strong: true }]),
        ]}
      />
      {plan !== null && rest.length === 0 && <DialogText>{t('exchange.evenText')}</DialogText>}
      {rest.length > 0 && <StoreCreditChoice credit={credit} onChange={setCredit} />}
      {refused !== null && (
        <p role="alert">
          <strong>{refusedWords(refused)}</strong>
        </p>
      )}
      <DialogActions>
        <ActionButton label={sales('leave')} onPress={closeDialog} />
        <ActionButton
          kind="primary"
          label={t('exchange.confirm')}
          autoFocus
          disabled={plan === null || busy}
          onPress={() => void exchange()}
        />
      </DialogActions>
    </>
  )
}
