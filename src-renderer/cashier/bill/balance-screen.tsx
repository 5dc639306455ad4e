import {
  IconArrowBackUp,
  IconCash,
  IconKeyboard,
  IconLink,
  IconReceipt2,
  IconUserShield,
} from '@tabler/icons-react'
import type { Cents } from '../../../src-shared/money.ts'
import { balanceOf, cardsOf, isBegun, isHoldable, paidOf } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { PaymentEntry } from '../../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { EntryStage } from '../../components/entry-stage.tsx'
import { Keypad } from '../../components/keypad.tsx'
import { Notice } from '../../components/notice.tsx'
import { QuietButton } from '../../components/quiet-button.tsx'
import { Words } from '../../components/stage.tsx'
import { GiftCardButton } from '../../gift-cards/gift-card-button.tsx'
import { useLinkText } from '../../i18n/use-link-text.ts'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useTypedNumber } from '../../keyboard/typed-number.ts'
import { useKeys } from '../../keyboard/use-keys.ts'
import { useKeysTypedAhead } from '../../keyboard/use-keys-ahead.ts'
import { useRest } from '../../keyboard/use-rest.ts'
import { openCash } from '../../stores/cash-store.ts'
import { cardWaitsFor, waitsForWords } from '../../stores/charge.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { openDialog } from '../../stores/dialog-store.ts'
import { sendLinkOfBill } from '../../stores/link-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { type AmountKey, digitKeys, isAmountKey, pressKey } from '../amount-entry.ts'
import style from './bill-screens.module.css'
import { TenderList } from './tender-list.tsx'

/** Shows the balance and the ways to pay it, or the typed part of it. The bill is left only when paid or undone. */
export function BalanceScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const balance = balanceOf(bill)
  const [typed, setTyped] = useTypedNumber(0)
  const part = typed === 0 ? balance : typed
  const charging = useRunning('bill.charge')
  const leaving = useRunning('sale.finish')
  const cash = useSnapshot(({ settings }) => settings.cash)
  const up = useSnapshot(({ service }) => service.kind === 'ready')
  const begun = isBegun(bill)
  // The bill's order was put aside and is no longer the current order.
  const isApart = useSnapshot(({ selling }) => isHoldable(bill) && selling.book?.draft.id !== bill.order?.id)
  const holding = useRunning('bill.hold_order')
  const unknown = useSnapshot(({ given_back_unknown: ids }) => unknownOf(bill, ids))
  const linkText = useLinkText()
  const resting = useRest()
  const missing = useSnapshot(cardWaitsFor)
  const canCharge = missing === null && !charging && !resting && part <= balance
  const charge = (entry: PaymentEntry) => {
    if (canCharge) send('bill.charge', { amount: part, entry })
  }
  const canSendLink = up && part <= balance
  const sendLink = () => {
    if (canSendLink) sendLinkOfBill(part)
  }
  const takeCash = () => openCash(null, typed)
  const press = (key: AmountKey) => setTyped((before) => pressKey(before, key))
  useKeysTypedAhead((key) => isAmountKey(key) && press(key))
  const leave = () => {
    if (!leaving && !holding && !resting) send(isApart ? 'bill.hold_order' : 'sale.finish', undefined)
  }
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: () => charge('card'),
    f2: () => charge('manual'),
    f5: sendLink,
    f8: cash ? takeCash : undefined,
    // Once the bill holds money, no key gives it back.
    escape: typed > 0 ? () => press('clear') : begun ? undefined : leave,
  })
  return (
    <EntryStage
      icon={<IconReceipt2 size={56} stroke={1.5} aria-hidden />}
      title={t(begun ? 'bill.partPaid' : 'bill.toPay')}
      words={t(begun ? 'facts.remaining' : 'bill.typePart')}
      brief={bill.gift_card_refused !== undefined || unknown > 0}
      dock={
        <>
          <Keypad onPress={press} />
          <ActionButton
            kind="primary"
            label={t(typed === 0 ? 'ready.charge' : 'bill.chargePart', { amount: money(part) })}
            keyHint="Enter"
            disabled={!canCharge}
            onPress={() => charge('card')}
          />
          <div className={style.pair}>
            <ActionButton
              kind="quiet"
              icon={<IconKeyboard size={26} aria-hidden />}
              label={t('ready.byHand')}
              disabled={!canCharge}
              onPress={() => charge('manual')}
            />
            {cash && (
              <ActionButton
                icon={<IconCash size={26} aria-hidden />}
                label={t('cash.pay')}
                onPress={takeCash}
              />
            )}
          </div>
        </>
      }
    >
      <Amount text={money(balance)} />
      {bill.gift_card_refused !== undefined && (
        <Notice alert tone="wait" title={t(`giftCard.refused.${bill.gift_card_refused}`)} />
      )}
      {begun && (
        <Words strong>
          {t('bill.partPaidText', {
            paid: money(paidOf(bill)),
            total: money(bill.total),
            balance: money(balance),
          })}
        </Words>
      )}
      {unknown > 0 && <Notice tone="wait" title={t('bill.givenBackUnknown', { amount: money(unknown) })} />}
      {part > balance && <Notice tone="wait" title={t('bill.tooMuch', { balance: money(balance) })} />}
      {missing !== null && <Words>{t(up ? waitsForWords[missing] : 'bill.cardsWait')}</Words>}
      {bill.link !== null && <Notice tone="wait" title={linkText(bill.link)} />}
      <TenderList bill={bill} />
      <div className={style.offers}>
        <GiftCardButton order={null} part={typed} />
        {canSendLink && (
          <QuietButton
            icon={<IconLink size={22} aria-hidden />}
            label={t('ready.sendLink')}
            onPress={sendLink}
            brief
          />
        )}
        <QuietButton
          icon={<IconArrowBackUp size={22} aria-hidden />}
          label={t(begun ? 'bill.undo' : isApart ? 'links.holdOrder' : 'bill.cancel')}
          onPress={begun ? () => openDialog('confirm_undo') : leave}
        />
        {begun && (
          <QuietButton
            icon={<IconUserShield size={22} aria-hidden />}
            label={t('bill.leave')}
            onPress={() => openDialog('leave_bill')}
          />
        )}
      </div>
    </EntryStage>
  )
}

/** What those cards paid of the bill, in cents. */
const unknownOf = (bill: Bill, saleIds: readonly string[]): Cents =>
  cardsOf(bill)
    .filter(({ status, sale }) => status === 'paid' && saleIds.includes(sale.id))
    .reduce((sum, { amount }) => sum + amount, 0)
