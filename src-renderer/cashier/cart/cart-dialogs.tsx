import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { HeldOrderSummary } from '../../../src-shared/pos/order/order-book.ts'
import type { OrderRequest } from '../../../src-shared/pos/order/order-request.ts'
import { askMain } from '../../bridge.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../components/amount.tsx'
import { ApprovalDialog } from '../../components/approval-dialog.tsx'
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx'
import { useDates } from '../../i18n/use-dates.ts'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useEntryStore, writeNote } from '../../stores/entry-store.ts'
import style from './cart-dialogs.module.css'
import { approve, requestOrder, useBook, useCartStore } from './cart-store.ts'
import { DiscountFields, emptyDiscount, readDiscount } from './discount-fields.tsx'
import { useDialogRequests } from './use-dialog-requests.ts'

/** A manager approves the changes of the order that the cashier may not make alone. */
export function CartApproveDialog() {
  const { t } = useTranslation('sell')
  const close = () => {
    useCartStore.setState({ approving: [] })
    closeDialog()
  }
  return <ApprovalDialog text={t('approveText')} onClose={close} approve={approve} />
}

/** Adds a discount on the whole order. */
export function CartDiscountDialog() {
  const { t } = useTranslation('sell')
  const [entry, setEntry] = useState(emptyDiscount('percent'))
  const discount = readDiscount(entry)
  const { ask, asking, refused, forget } = useDialogRequests()
  const give = () => {
    if (discount !== null) ask([{ kind: 'add_discount', discount }])
  }
  return (
    <Dialog title={t('discountOrder')}>
      <DiscountFields
        entry={entry}
        trouble={refused?.words ?? null}
        onChange={(next) => {
          setEntry(next)
          forget()
        }}
        onEnter={give}
      />
      <DialogActions>
        <ActionButton
          kind="primary"
          label={t('giveDiscount')}
          disabled={asking || discount === null}
          onPress={give}
        />
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

/** Puts the order aside under a name, with the note of its sale. */
export function CartHoldDialog() {
  const { t } = useTranslation('sell')
  const [name, setName] = useState('')
  const note = useEntryStore((entry) => entry.note)
  const { ask, asking, refused, forget } = useDialogRequests()
  const hold = () => {
    if (name.trim() !== '') ask([{ kind: 'hold', name: name.trim(), note: note.trim() }])
  }
  return (
    <Dialog title={t('holdTitle')}>
      <TextInput
        size="lg"
        label={t('holdName')}
        description={t('holdHint')}
        autoComplete="off"
        maxLength={60}
        data-autofocus
        value={name}
        error={refused?.words}
        onChange={(event) => {
          setName(event.currentTarget.value)
          forget()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.repeat) hold()
        }}
      />
      <DialogActions>
        <ActionButton
          kind="primary"
          label={t('hold')}
          disabled={asking || name.trim() === ''}
          onPress={hold}
        />
        <ActionButton label={t('back')} onPress={closeDialog} />
      </DialogActions>
    </Dialog>
  )
}

/** Lists the orders that were put aside, to resume or discard. */
export function CartHeldDialog() {
  const { t } = useTranslation('sell')
  const [held, setHeld] = useState<readonly HeldOrderSummary[] | null>(null)
  const { draft } = useBook()
  const isFree = draft.lines.length === 0 && draft.discounts.length === 0
  const load = () =>
    void askMain('order.held', undefined).then((answer) => setHeld(answer.ok ? answer.value : []))
  useEffect(load, [])
  const ask = async (request: OrderRequest, note = '') => {
    const refusal = await requestOrder(request)
    if (refusal === null && note !== '') writeNote(note)
    if (refusal !== null || request.kind === 'resume') closeDialog()
    else load()
  }
  return (
    <Dialog title={t('heldTitle')}>
      {!isFree && <DialogText>{t('heldNotFree')}</DialogText>}
      {held?.length === 0 && <DialogText>{t('heldNone')}</DialogText>}
      <ul className={style.held}>
        {held?.map((one) => (
          <Held key={one.order_id} one={one} isFree={isFree} ask={ask} />
        ))}
      </ul>
    </Dialog>
  )
}

interface HeldProps {
  readonly one: HeldOrderSummary
  readonly isFree: boolean
  /** @param note of the order's sale, which continues with it */
  readonly ask: (request: OrderRequest, note?: string) => Promise<void>
}

function Held({ one, isFree, ask }: HeldProps) {
  const { t } = useTranslation('sell')
  const money = useMoney()
  const dates = useDates()
  const [sure, setSure] = useState(false)
  const { order_id, name, note } = one
  return (
    <li className={style.heldOrder}>
      <div className={style.heldWords}>
        <strong>{name}</strong>
        <span className={style.soft}>
          {t('heldFacts', { count: one.lines, time: dates.time(one.held_at) })}
        </span>
      </div>
      <Amount text={money(one.total)} size="large" />
      <div className={style.heldActions}>
        <ActionButton
          label={t('resume', { name })}
          disabled={!isFree}
          onPress={() => void ask({ kind: 'resume', order_id }, note)}
        />
        <ActionButton
          kind="quiet"
          label={t(sure ? 'discardSure' : 'discard', { name })}
          onPress={() => (sure ? void ask({ kind: 'discard_held', order_id }) : setSure(true))}
        />
      </div>
    </li>
  )
}
