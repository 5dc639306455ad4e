import { TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type Cents, percentOf } from '../../src-shared/money.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import { holdEndsAt, tabName } from '../../src-shared/pos/bill/tab-facts.ts'
import { oneUnit } from '../../src-shared/pos/order/limits.ts'
import type { Order } from '../../src-shared/pos/order/order.ts'
import { lineName } from '../../src-shared/pos/order/order-details.ts'
import { orderDiscountOf, totalsOf } from '../../src-shared/pos/order/totals.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogActions, DialogText, NothingToAsk } from '../components/dialog.tsx'
import { type MoneyFact, MoneyFacts } from '../components/money-facts.tsx'
import { PutBack } from '../components/put-back.tsx'
import { amountToType, typedAmount } from '../i18n/typed-amount.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useNumbers } from '../i18n/use-numbers.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, send } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { useTabStore } from './tab-store.ts'
import style from './tabs.module.css'

/** One tab: its lines, the card's hold, and the ways to end it. */
export function TabDialog() {
  const shown = useTabStore((state) => state.shown)
  const tab = useSnapshot(({ tabs }) => tabs.find(({ sale }) => sale.id === shown))
  // When the tab has ended, the counter shows the outcome.
  return tab === undefined ? <NothingToAsk /> : <OpenTab tab={tab} />
}

const nothing: Order = { id: '', lines: [], discounts: [] }

function OpenTab({ tab }: { readonly tab: Tab }) {
  const { t } = useTranslation('tabs')
  const { t: words } = useTranslation()
  const money = useMoney()
  const dates = useDates()
  const [typed, setTyped] = useState('')
  const up = useSnapshot(({ service }) => service.kind === 'ready')
  const { status, payment, sale } = tab
  const note = sale.tab?.note ?? ''
  const totals = totalsOf(sale.order ?? nothing)
  const { total, added_tax: tax } = totals
  const discount = orderDiscountOf(totals)
  const mostTip = Math.max(0, payment.amount - total)
  const isHeld = status === 'held' || status === 'unknown'
  const takesTip = isHeld && total > 0 && mostTip > 0
  const tip = !takesTip || typed.trim() === '' ? 0 : typedAmount(typed)
  const trouble =
    tip === null ? t('tipWrong') : tip > mostTip ? t('tipTooMuch', { mostTip: money(mostTip) }) : null
  const canClose = total > 0 && trouble === null && (status === 'ended' || up)
  const close = async () => {
    if (!canClose || tip === null) return
    const refusal = await run('tab.close', { tab_id: sale.id, total, tip })
    if (refusal === null) closeDialog()
  }
  const facts: readonly MoneyFact[] = [
    // Without these the lines would not add up to the total.
    ...(discount > 0 ? [{ label: t('discount'), value: money(-discount) }] : []),
    ...(tax > 0 ? [{ label: t('tax'), value: money(tax) }] : []),
    { label: t('onIt'), value: money(total), strong: true },
    { label: t('held', { card: cardName(payment.brand, payment.last_four) }), value: money(payment.amount) },
  ]
  return (
    <Dialog title={tabName(tab)}>
      <Lines tab={tab} />
      <Removed tab={tab} />
      {note !== '' && <DialogText>{words('facts.noteOf', { note })}</DialogText>}
      <MoneyFacts facts={facts} />
      {status === 'held' ? (
        <DialogText>
          {t('heldUntil', { time: dates.moment(new Date(holdEndsAt(tab)).toISOString()) })}
        </DialogText>
      ) : (
        <p role="status">
          <strong>{t(status)}</strong>
        </p>
      )}
      {isHeld && total > payment.amount && (
        <DialogText>
          {t('over', { hold: money(payment.amount), rest: money(total - payment.amount) })}
        </DialogText>
      )}
      {isHeld && total > 0 && mostTip === 0 && <DialogText>{t('tipNone')}</DialogText>}
      {takesTip && (
        <TipField
          typed={typed}
          onChange={setTyped}
          total={total}
          mostTip={mostTip}
          trouble={trouble}
          onEnter={close}
        />
      )}
      {!up && <DialogText>{t('needsService')}</DialogText>}
      <DialogActions>
        {total > 0 && (
          <ActionButton
            kind="primary"
            label={closeWords(
              tab,
              Math.min(total, payment.amount) + (trouble === null ? (tip ?? 0) : 0),
              total,
              t,
              money,
            )}
            disabled={!canClose}
            onPress={() => void close()}
          />
        )}
        <Release tab={tab} up={up} />
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

function closeWords(
  { status }: Tab,
  charged: Cents,
  total: Cents,
  t: ReturnType<typeof useTranslation<'tabs'>>['t'],
  money: (amount: Cents) => string,
): string {
  if (status === 'ended') return t('closeOtherwise', { amount: money(total) })
  return status === 'captured' ? t('closeCaptured') : t('close', { amount: money(charged) })
}

function Lines({ tab }: { readonly tab: Tab }) {
  const { t } = useTranslation('tabs')
  const money = useMoney()
  const numbers = useNumbers()
  const { order, id: tab_id } = tab.sale
  if (order === null) return <DialogText>{t('empty')}</DialogText>
  const totals = totalsOf(order)
  return (
    <ul className={style.lines}>
      {order.lines.map((line, index) => (
        <li key={line.id} className={style.line}>
          <span className={style.words}>
            {line.quantity === oneUnit ? '' : `${numbers.quantity(line.quantity / oneUnit)} × `}
            {lineName(line)}
          </span>
          <span>{money((totals.lines[index]?.gross ?? 0) - (totals.lines[index]?.discount ?? 0))}</span>
          <button
            type="button"
            className={style.remove}
            aria-label={t('removeLine', { name: lineName(line) })}
            onClick={() => send('tab.remove_line', { tab_id, line_id: line.id })}
          >
            <IconX size={20} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Removed({ tab: { removed, sale } }: { readonly tab: Tab }) {
  const { t } = useTranslation('tabs')
  const last = removed?.at(-1)
  if (last === undefined) return null
  return (
    <PutBack
      scrolls
      title={t('removed', { name: lineName(last.line) })}
      label={t('putBack')}
      onPutBack={() => send('tab.put_back_line', { tab_id: sale.id })}
    />
  )
}

interface TipFieldProps {
  readonly typed: string
  readonly onChange: (typed: string) => void
  readonly total: Cents
  readonly mostTip: Cents
  readonly trouble: string | null
  readonly onEnter: () => Promise<void>
}

/** The tip percentages of the terminal, or a typed tip. Percentages that exceed the hold are disabled. */
function TipField({ typed, onChange, total, mostTip, trouble, onEnter }: TipFieldProps) {
  const { t } = useTranslation('tabs')
  const money = useMoney()
  const numbers = useNumbers()
  const presets = useSnapshot(({ settings }) => settings.tip_presets)
  const why = useId()
  const shares = presets.map((percent) => ({ percent, tip: percentOf(total, percent) }))
  return (
    <>
      <TextInput
        size="lg"
        label={t('tip')}
        description={t('tipHint')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={typed}
        error={trouble}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) void onEnter()
        }}
      />
      <div className={style.actions}>
        {shares.map(({ percent, tip }) => (
          <ActionButton
            key={percent}
            label={`${numbers.percent(percent)}\u00a0· ${money(tip)}`}
            disabled={tip > mostTip}
            describedBy={tip > mostTip && trouble === null ? why : undefined}
            onPress={() => onChange(amountToType(tip))}
          />
        ))}
      </div>
      {trouble === null && shares.some(({ tip }) => tip > mostTip) && (
        <p id={why} className={style.soft}>
          {t('tipTooMuch', { mostTip: money(mostTip) })}
        </p>
      )}
    </>
  )
}

/** The second press confirms. */
function Release({ tab, up }: { readonly tab: Tab; readonly up: boolean }) {
  const { t } = useTranslation('tabs')
  const [sure, setSure] = useState(false)
  if (tab.status === 'captured') return null
  const isHeld = tab.status !== 'ended'
  const asked = isHeld ? 'releaseSure' : 'removeSure'
  return (
    <ActionButton
      kind={sure ? 'undo' : 'quiet'}
      label={t(sure ? asked : isHeld ? 'release' : 'remove')}
      disabled={isHeld && !up}
      onPress={() => (sure ? send('tab.release', { tab_id: tab.sale.id }) : setSure(true))}
    />
  )
}
