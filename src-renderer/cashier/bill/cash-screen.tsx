import { IconArrowLeft, IconCash } from '@tabler/icons-react'
import type { Cents } from '../../../src-shared/money.ts'
import { balanceOf } from '../../../src-shared/pos/bill/balance.ts'
import {
  type CashTaken,
  cashDue,
  cashStepIn,
  quickAmounts,
  takeCash,
} from '../../../src-shared/pos/bill/cash.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { EntryStage } from '../../components/entry-stage.tsx'
import { Keypad } from '../../components/keypad.tsx'
import { type MoneyFact, MoneyFacts } from '../../components/money-facts.tsx'
import { Words } from '../../components/stage.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useTypedNumber } from '../../keyboard/typed-number.ts'
import { useKeys } from '../../keyboard/use-keys.ts'
import { useKeysTypedAhead } from '../../keyboard/use-keys-ahead.ts'
import { closeCash } from '../../stores/cash-store.ts'
import { payable } from '../../stores/charge.ts'
import { run, useRunning } from '../../stores/command-store.ts'
import { useEntryStore } from '../../stores/entry-store.ts'
import {
  areKeysAhead,
  beginKeysAhead,
  endKeysAhead,
  forgetKeysAhead,
  holdKey,
} from '../../stores/keys-ahead.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { type AmountKey, digitKeys, isAmountKey, pressKey } from '../amount-entry.ts'
import style from './bill-screens.module.css'

/** Enters the cash received: a common amount with one tap, others by digits. Less than the balance pays a part. */
export function CashScreen() {
  const { t } = useTranslation()
  const money = useMoney()
  const bill = useSnapshot((snapshot) => snapshot.bill)
  const step = useSnapshot(({ currency, settings }) => cashStepIn(currency, settings))
  const { note, part } = useEntryStore()
  const toPay = payable()
  const taking = useRunning('bill.take_cash')
  // The first key replaces the partial amount that was typed before Cash was pressed.
  const [{ typed, isPart }, setEntry] = useTypedNumber({ typed: part, isPart: part > 0 })
  const balance = bill === null ? toPay.amount : balanceOf(bill)
  const due = cashDue(balance, step)
  const given = typed === 0 ? due : typed
  const taken = takeCash(balance, given, step)
  const take = async (tendered: number) => {
    // The cash is on its way into the books: what is typed now is meant for the screen that comes.
    if (areKeysAhead()) {
      endKeysAhead()
      return
    }
    if (takeCash(balance, tendered, step) === null) return
    const { order_id } = toPay
    const order = bill === null && order_id !== undefined ? { order_id } : {}
    beginKeysAhead()
    const refusal = await run('bill.take_cash', { tendered, balance, note: bill?.note ?? note, ...order })
    if (refusal !== null) forgetKeysAhead()
  }
  const press = (key: AmountKey) => {
    if (areKeysAhead()) {
      holdKey(key)
      return
    }
    setEntry((before) => ({ typed: pressKey(before.isPart ? 0 : before.typed, key), isPart: false }))
  }
  useKeysTypedAhead((key) => isAmountKey(key) && press(key))
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: () => void take(given),
    escape: typed === 0 || isPart ? closeCash : () => press('clear'),
  })
  const facts: readonly MoneyFact[] = [
    ...(due === balance ? [] : [{ label: t('cash.exact'), value: money(balance) }]),
    ...(typed === 0 ? [] : [{ label: t('cash.handedOver'), value: money(typed) }]),
    ...(typed === 0 || taken === null
      ? []
      : [
          taken.amount < balance
            ? { label: t('facts.remaining'), value: money(balance - taken.amount), strong: true }
            : { label: t('cash.change'), value: money(taken.change), strong: true },
        ]),
  ]
  return (
    <EntryStage
      icon={<IconCash size={56} stroke={1.5} aria-hidden />}
      title={t('cash.title')}
      words={t('cash.due')}
      brief
      dock={
        <>
          <Keypad onPress={press} />
          <ActionButton
            kind="primary"
            label={t(takeWords(typed, taken, balance), { amount: money(given) })}
            keyHint="Enter"
            disabled={taking || taken === null}
            onPress={() => void take(given)}
          />
          <ActionButton
            kind="quiet"
            icon={<IconArrowLeft size={26} aria-hidden />}
            label={t('cash.back')}
            keyHint="Esc"
            onPress={closeCash}
          />
        </>
      }
    >
      <Amount text={money(due)} />
      {facts.length > 0 && <MoneyFacts facts={facts} />}
      {taken === null && <Words>{t('cash.noPennies', { amount: money(step) })}</Words>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame */}
      <div className={style.quick} role="group" aria-label={t('cash.quick')}>
        {quickAmounts(due)
          .filter((amount) => amount !== due)
          .map((amount) => (
            <ActionButton
              key={amount}
              label={money(amount)}
              disabled={taking}
              onPress={() => void take(amount)}
            />
          ))}
      </div>
    </EntryStage>
  )
}

function takeWords(typed: Cents, taken: CashTaken | null, balance: Cents) {
  if (typed === 0) return 'cash.takeExact'
  return taken !== null && taken.amount < balance ? 'cash.takePart' : 'cash.take'
}
