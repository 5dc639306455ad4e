import { cashHeld, isHoldable, paidOf } from '../../src-shared/pos/bill/balance.ts'
import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import { cashStepIn } from '../../src-shared/pos/bill/cash.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { payerOf } from '../../src-shared/pos/customer/customer.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'
import { type AuditEntry, outcomeOf } from '../audit/audit-entry.ts'
import type { Counter } from '../counter/counter.ts'
import type { SaleInput } from '../sale/sale-input.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { type AskedBill, billForTender, newBillOf, orderChanged } from './new-bill.ts'
import type { Undisturbed } from './undisturbed.ts'

type BillHandlers = Pick<PosHandlers, PosCommandName & `bill.${string}`>

const aboutBill = (bill: Bill | null) =>
  bill === null ? {} : { bill: bill.number, total: bill.total, paid: paidOf(bill) }

/** The commands on the bill. Its progress is in the snapshot. */
export function billHandlers({
  counter,
  snapshot,
  newId,
  selling,
  staff,
  audit,
  dispatch,
  alone,
}: Pick<CommandContext, 'counter' | 'snapshot' | 'newId' | 'selling' | 'audit'> &
  Undisturbed & { readonly staff: Pick<StaffSession, 'approve' | 'personId'> }): BillHandlers {
  const newBill = (asked: AskedBill, exchange?: ExchangeTender) =>
    newBillOf({ selling, snapshot, newId }, asked, exchange)

  /** Dispatches a step that is undone if it cannot be written, and waits for that. @param isDone whether it took effect */
  async function forCertain(
    input: SaleInput,
    isDone: (sale: Counter['sale']) => boolean,
  ): Promise<Result<null, CommandRefusal>> {
    const sale = counter()?.sale
    const result = dispatch(input)
    if (!result.ok || sale === undefined) return result
    await sale.settled()
    return isDone(sale) ? result : takenBack
  }

  /** @param about the audit's details, by which the money can be traced later */
  async function byManager(
    command: 'bill.leave' | 'bill.give_up_link',
    pin: string | undefined,
    act: () => Promise<Result<null, CommandRefusal>> | Result<null, CommandRefusal>,
    about: AuditEntry['about'],
  ): Promise<Result<null, CommandRefusal>> {
    const person_id = staff.personId()
    const approved = await staff.approve(pin ?? null)
    const result = approved.ok ? await act() : approved
    const approved_by = approved.ok ? approved.value.by : null
    audit.add({ role: 'manager', person_id, approved_by, command, about, outcome: outcomeOf(result) })
    return result
  }

  return {
    'bill.open': async ({ amount: total, note, order_id: orderId, exchange }) => {
      const open = async (tender?: ExchangeTender): Promise<Result<null, CommandRefusal>> => {
        const bill = await newBill({ total, note, orderId }, tender)
        if (bill === null) return orderChanged
        const input = { kind: 'open_bill', bill } as const
        return tender === undefined
          ? dispatch(input)
          : forCertain(input, (sale) => sale.exchangeState(tender.id) !== null)
      }
      if (exchange === undefined) return open()
      const person_id = staff.personId()
      const sales = await counter()?.sales()
      const result: Result<null, CommandRefusal> =
        sales === undefined
          ? err(serviceNotUp)
          : await sales.returns.exchangeFor({ ...exchange, total }, open)
      // The amount of the approved return that goes back, and that the rest paid for other goods.
      const about = { return: exchange.return_id, total, amount: exchange.back }
      audit.add({ role: null, person_id, command: 'bill.open', about, outcome: outcomeOf(result) })
      return result
    },
    'bill.charge': ({ amount, entry }) => {
      const bill = counter()?.sale.bill() ?? null
      if (bill === null) return refuse('not_now', 'no bill is open')
      const { terminal, settings, customer } = snapshot.present()
      if (terminal.kind === 'none') return refuse('not_available', 'there is no terminal')
      const { currency, note } = bill
      const { surcharge: surcharge_rule } = settings
      const sale = {
        id: newId('sale'),
        amount,
        currency,
        entry,
        note,
        hsn: terminal.hsn,
        surcharge_rule,
        customer: payerOf(customer),
      }
      return dispatch({ kind: 'charge', sale })
    },
    'bill.take_cash': async ({ tendered, balance, note, order_id: orderId }) => {
      const { currency, settings } = snapshot.present()
      const step = cashStepIn(currency, settings)
      if (!settings.cash) return refuse('not_available', 'no cash is taken here')
      const present = counter()?.sale.bill() ?? null
      const bill = await billForTender({ selling, snapshot, newId }, present, {
        total: balance,
        note,
        orderId,
      })
      if (!bill.ok) return bill
      const id = newId('cash')
      // Also of a bill that has been left meanwhile. The page holds the next keys until it knows.
      const isTaken = (sale: Counter['sale']) =>
        sale.openBills().some(({ payments }) => payments.includes(id))
      return forCertain({ kind: 'take_cash', id, tendered, balance, step, bill: bill.value }, isTaken)
    },
    'bill.undo': () => dispatch({ kind: 'undo_bill' }),
    'bill.cash_returned': () => {
      const undone = counter()?.sale.bill()?.id
      // If this is taken back, its screen stays as it was: without a refusal the press would seem lost.
      const isBooked = (sale: Counter['sale']) => {
        const bill = sale.bill()
        return bill?.id !== undone || bill === null || cashHeld(bill) === 0
      }
      return forCertain({ kind: 'cash_returned', id: newId('cash') }, isBooked)
    },
    'bill.leave': ({ pin }) => {
      const bill = counter()?.sale.bill() ?? null
      const isPresent = () => counter()?.sale.bill()?.id === bill?.id
      // The PIN was typed for this bill; another may be at the counter once it is checked.
      const leave = () => (isPresent() ? forCertain({ kind: 'leave_bill' }, () => !isPresent()) : otherBill)
      return byManager('bill.leave', pin, leave, aboutBill(bill))
    },
    'bill.give_up_link': ({ bill_id, pin }) => {
      const present = counter()?.sale.bill() ?? null
      const bill = present?.id === bill_id ? present : null
      const amount = bill?.link?.amount
      const named = bill === null ? { bill: bill_id } : aboutBill(bill)
      const about = { ...named, ...(amount === undefined ? {} : { amount }) }
      return byManager('bill.give_up_link', pin, () => dispatch({ kind: 'give_up_link', bill_id }), about)
    },
    'bill.keep_restored': () => {
      const about = aboutBill(counter()?.sale.bill() ?? null)
      const result = dispatch({ kind: 'keep_restored' })
      const person_id = staff.personId()
      audit.add({ role: null, person_id, command: 'bill.keep_restored', about, outcome: outcomeOf(result) })
      return result
    },
    'bill.pay_otherwise': () => dispatch({ kind: 'pay_otherwise' }),
    'bill.send_link': ({ amount, receiver }) => {
      const { kind } = snapshot.present().service
      if (kind !== 'ready') return err(serviceNotUp)
      return dispatch({ kind: 'send_link', link: { id: newId('payment_link'), amount, receiver } })
    },
    'bill.withdraw_link': () => dispatch({ kind: 'withdraw_link' }),
    'bill.put_aside': () => dispatch({ kind: 'put_aside' }),
    'bill.bring_back': ({ bill_id }) => dispatch({ kind: 'bring_back', bill_id }),
    'bill.hold_order': async () => {
      // Opened before `alone`: the bill can be paid meanwhile, however long that takes.
      const orders = await selling.service()
      return alone(async (finishBy) => {
        const sale = counter()?.sale
        const bill = sale?.bill() ?? null
        if (bill === null || bill.order === null || !isHoldable(bill) || sale?.state().kind !== 'ready') {
          return refuse('not_now', 'there is no order that could be put on hold')
        }
        const name = (bill.note || bill.number).slice(0, 60)
        const isHeld = await orders.putAside(bill.id, bill.order, name, bill.note)
        if (!isHeld) return refuse('not_now', 'too many orders are on hold')
        return finishBy({ kind: 'finish' })
      })
    },
  }
}

const otherBill = refuse('not_now', 'another bill is at the counter')
const takenBack = refuse('failed', 'it could not be saved, and was taken back')
