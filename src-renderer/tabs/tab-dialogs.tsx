import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Cents } from '../../src-shared/money.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import { tabName } from '../../src-shared/pos/bill/tab-facts.ts'
import { totalsOf } from '../../src-shared/pos/order/totals.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../components/dialog.tsx'
import { amountToType, typedAmount } from '../i18n/typed-amount.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { cardWaitsFor, waitsForWords } from '../stores/charge.ts'
import { run } from '../stores/command-store.ts'
import { closeDialog, openDialog } from '../stores/dialog-store.ts'
import { clearEntry, useEntryStore } from '../stores/entry-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { showTab } from './tab-store.ts'
import style from './tabs.module.css'

/** Room for another round and a tip, rounded up to ten dollars. */
const suggestedHold = (total: Cents): Cents => Math.ceil((total * 5) / 4 / 1_000) * 1_000

/** Opens a tab with a hold on the customer's card. The typed amount is the hold; the order's lines go on the tab. */
export function OpenTabDialog() {
  const { t } = useTranslation('tabs')
  const { t: words } = useTranslation()
  const money = useMoney()
  const { amount, order, note } = useEntryStore()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState(amountToType(order === null ? amount : suggestedHold(order.total)))
  const [asking, setAsking] = useState(false)
  const hold = typedAmount(typed)
  const missing = useSnapshot(cardWaitsFor)
  const ready = name.trim() !== '' && hold !== null && hold > 0 && missing === null && !asking
  const open = async () => {
    if (!ready) return
    setAsking(true)
    const refusal = await run('tab.open', {
      name: name.trim(),
      note,
      hold,
      entry: 'card',
      ...(order === null ? {} : { order }),
    })
    setAsking(false)
    if (refusal !== null) return
    if (order === null) clearEntry()
    closeDialog()
  }
  return (
    <Dialog title={t('open')}>
      <TextInput
        size="lg"
        label={t('name')}
        description={t('nameHint')}
        autoComplete="off"
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) void open()
        }}
      />
      <TextInput
        size="lg"
        label={t('hold')}
        description={t('holdHint')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={14}
        value={typed}
        error={hold === null || hold === 0 ? t('holdWrong') : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) void open()
        }}
      />
      {order !== null && <DialogText>{t('openWithOrder', { amount: money(order.total) })}</DialogText>}
      {missing !== null && <DialogText>{words(waitsForWords[missing])}</DialogText>}
      <DialogActions>
        <ActionButton
          kind="primary"
          label={t('openNow', { amount: money(hold ?? 0) })}
          disabled={!ready}
          onPress={() => void open()}
        />
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

/** The open tabs by name. The order or the typed amount is added to the chosen tab. */
export function TabListDialog() {
  const { t } = useTranslation('tabs')
  const tabs = useSnapshot((snapshot) => snapshot.tabs)
  const { amount, order } = useEntryStore()
  const due = order?.total ?? amount
  const [full, setFull] = useState(false)
  const sorted = [...tabs].sort((one, other) => tabName(one).localeCompare(tabName(other)))
  const add = async (tab_id: string) => {
    const asked = order === null ? { tab_id, typed: { amount, name: t('customAmount') } } : { tab_id, order }
    const refusal = await run('tab.add', asked)
    setFull(refusal !== null)
    if (refusal !== null) return
    clearEntry()
    showTab(tab_id)
  }
  return (
    <Dialog title={t('title')}>
      {tabs.length === 0 && <DialogText>{t('none')}</DialogText>}
      {full && (
        <p role="alert">
          <strong>{t('full')}</strong>
        </p>
      )}
      <ul className={style.list}>
        {sorted.map((tab) => (
          <Row key={tab.sale.id} tab={tab} due={due} add={add} />
        ))}
      </ul>
      <DialogActions>
        {due > 0 && <ActionButton label={t('openNew')} onPress={() => openDialog('open_tab')} />}
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

interface RowProps {
  readonly tab: Tab
  /** The amount that can be added, in cents; 0 for none. */
  readonly due: Cents
  readonly add: (tabId: string) => Promise<void>
}

function Row({ tab, due, add }: RowProps) {
  const { t } = useTranslation('tabs')
  const money = useMoney()
  const name = tabName(tab)
  const total = tab.sale.order === null ? 0 : totalsOf(tab.sale.order).total
  return (
    <li className={style.row}>
      <div className={style.words}>
        <strong>{name}</strong>
        <span className={style.soft}>
          {tab.status === 'held'
            ? t('listFacts', { total: money(total), hold: money(tab.payment.amount) })
            : t(tab.status)}
        </span>
      </div>
      <div className={style.actions}>
        {due > 0 && (
          <ActionButton
            kind="primary"
            label={t('addTo', { amount: money(due), name })}
            onPress={() => void add(tab.sale.id)}
          />
        )}
        <ActionButton label={t('show', { name })} onPress={() => showTab(tab.sale.id)} />
      </div>
    </li>
  )
}
