import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { CardTender } from '../../../../src-shared/pos/bill/bill.ts'
import type { CounterEffect } from '../../../../src-shared/pos/bill/bill-events.ts'
import { chargedIn, chargedOf } from '../../../../src-shared/pos/sale/charged.ts'
import type { SaleFacts, StopReason } from '../../../../src-shared/pos/sale/sale.ts'
import type { AuthorizationEnd, SaleAnswer } from '../../../../src-shared/pos/sale/sale-events.ts'
import { BillBank, type Charge } from '../../shared/pos/bill/bill-bank.ts'

/** An authorization request that has reached the service. */
interface Command {
  readonly sale: SaleFacts
  /** When the service gives it up, in ms, by a clock that cannot be set. */
  readonly endsAt: number
  /** `signing`: the card is charged, and the terminal still waits for its holder. */
  state: 'waiting' | 'signing' | 'over'
  /** Why it did not run at all; null if it ran. */
  notSent: StopReason | null
  isForced: boolean
}

/** The bill's part, tip and surcharge of an intent, in cents. */
type Borne = Pick<SaleFacts, 'amount' | 'tip' | 'surcharge'>

/**
 * A bank, and a terminal whose prompts stay until somebody presents a card or cancels, or another counter takes the
 * terminal over by force; a card that was read before needs no prompt. Keeps what the holder was asked and agreed to.
 */
export class BankWithTerminal extends BillBank {
  /** Whether another counter has the terminal. */
  isTakenOver = false
  private readonly commands: Command[] = []
  private readonly borne = new Map<string, Borne>()
  private readonly tips = new Map<string, number>()
  /** The surcharge that the holder agreed to, by sale, attempt and card. */
  private readonly consents = new Map<string, number>()
  private readonly tabs = new Set<string>()
  private readonly refunds = new Set<string>()
  private now = 0
  private cards = 0

  override answer(effect: CounterEffect, roll: number, isOutage: boolean): SaleAnswer | null {
    switch (effect.kind) {
      case 'ask_tip': {
        const reason = this.promptFails(roll)
        if (reason !== null) return { kind: 'tip_failed', reason, detail: '' }
        const answer = super.answer(effect, roll, isOutage)
        if (answer?.kind === 'tip_chosen') this.tips.set(effect.sale.id, answer.tip)
        return answer
      }
      case 'read_card':
        return this.readCard(effect.sale, roll)
      case 'ask_consent': {
        const reason = this.promptFails(roll)
        if (reason !== null) return { kind: 'consent_failed', reason, detail: '' }
        const agreed = roll % 4 > 0
        if (agreed) this.consents.set(consentOf(effect.sale), effect.surcharge)
        return { kind: 'consent_given', agreed }
      }
      case 'update_intent': {
        const lost = roll % 8 === 7
        // A request whose answer is lost may or may not have been carried out.
        if (!lost || roll % 16 === 7) this.borne.set(effect.sale.id, effect.sale)
        return lost
          ? { kind: 'update_failed', reason: 'service_unreachable', detail: '' }
          : { kind: 'intent_updated' }
      }
      case 'look_up': {
        const answer = super.answer(effect, roll, isOutage)
        if (answer?.kind !== 'looked_up') return answer
        const isIdle = !this.isTakenOver && this.commands.every(({ state }) => state === 'over')
        return { ...answer, idle: effect.confirm && effect.sale.token === null && isIdle }
      }
      case 'read_approval': {
        const found = this.found(effect.sale)
        return roll % 4 === 3 || found.kind !== 'paid'
          ? null
          : { kind: 'approval_read', payment: found.payment }
      }
      case 'cancel_terminal':
        if (!this.isTakenOver && roll % 3 > 0) this.stopPrompts(false)
        return null
      default:
        return super.answer(effect, roll, isOutage)
    }
  }

  /** An authorization arrives at the service; most customers present a card at once. */
  begin(sale: SaleFacts, roll: number): void {
    const isByToken = sale.token !== null
    const isSame = ({ state, sale: { id } }: Command) => state === 'waiting' && id === sale.id
    if (this.commands.some(isSame)) this.violations.push(`${sale.id} is authorized twice at once`)
    if (sale.tab !== null) this.tabs.add(sale.id)
    if (!isByToken && !this.isTakenOver) this.stopPrompts(false)
    const isTaken = !isByToken && this.isTakenOver
    const command: Command = {
      sale,
      endsAt: this.now + 150_000,
      state: isTaken ? 'over' : 'waiting',
      notSent: isTaken ? 'terminal_in_use' : null,
      isForced: false,
    }
    this.commands.push(command)
    if (!isTaken && roll % 3 < 2) this.present(command, roll)
  }

  isOver = ({ id, attempt }: SaleFacts): boolean =>
    this.commands.every(({ sale, state }) => sale.id !== id || sale.attempt !== attempt || state === 'over')

  /** The answer to an authorization at this moment. */
  endOf(sale: SaleFacts, roll: number): AuthorizationEnd {
    const command = this.commands.findLast(
      (one) => one.sale.id === sale.id && one.sale.attempt === sale.attempt,
    )
    const unknown = { kind: 'unknown', detail: '' } as const
    if (command === undefined || command.state !== 'over' || roll % 6 === 5)
      return { ...unknown, cause: 'no_answer', otherwise: 'service_unreachable', ended: false }
    if (command.notSent !== null) return { kind: 'not_sent', reason: command.notSent, detail: '' }
    const found = this.found(sale)
    if (found.kind === 'paid' || found.kind === 'declined') return found
    return command.isForced
      ? { ...unknown, cause: 'no_answer', otherwise: 'taken_over', ended: true }
      : { ...unknown, cause: 'timed_out', otherwise: 'timed_out', ended: true }
  }

  /**
   * A customer at the terminal presents a card, signs or leaves, or another counter takes the terminal over.
   * @returns the sale whose card was just charged
   */
  customerActs(roll: number): SaleFacts | null {
    if (roll % 3 === 2) this.force()
    const command = this.commands.find(({ state }) => state !== 'over')
    if (command === undefined) return null
    if (command.state === 'signing' || roll % 5 === 4) {
      command.state = 'over'
      return null
    }
    this.present(command, Math.floor(roll / 5))
    return command.state === 'over' ? null : command.sale
  }

  /** Another counter takes the terminal over: its prompts end, and requests at the bank continue. */
  force(): void {
    this.isTakenOver = true
    this.stopPrompts(true)
  }

  /** @param now ms */
  pass(now: number): void {
    this.now = now
    for (const command of this.commands) if (command.endsAt <= now) command.state = 'over'
  }

  /** Ends all prompts and gives the terminal back to this counter. */
  calm(): void {
    this.isTakenOver = false
    for (const command of this.commands) command.state = 'over'
  }

  mayStillCharge = (saleId: string): boolean =>
    !this.closed.has(saleId) &&
    this.commands.some(({ sale, state }) => sale.id === saleId && state === 'waiting')

  isCharged = (saleId: string): boolean =>
    this.charges.some(
      ({ sale_id, status }) => sale_id === saleId && (status === 'captured' || status === 'held'),
    )

  /** @param isStated whether a manager has recorded that nothing was charged, or that it was returned */
  closeLeft(saleId: string, isStated: boolean): void {
    if (!isStated && !this.tabs.has(saleId) && this.isCharged(saleId))
      this.violations.push(`the intent of ${saleId} is closed, and its card has paid`)
    this.close(saleId)
  }

  /** @returns whether the bank accepted the refund; each name is refunded once */
  refund(name: string, paymentId: string, cents: number, roll: number): boolean {
    if (this.refunds.has(name)) return true
    const charge = this.charges.find(({ id }) => id === paymentId)
    if (roll % 7 === 6 || charge?.status !== 'captured' || charge.amount < cents) return false
    this.refunds.add(name)
    charge.returned = (charge.returned ?? 0) + cents
    charge.amount -= cents
    return true
  }

  /** All that went back of a card's payment, in cents. */
  givenBackOf({ sale, payment }: CardTender): number {
    const charge = this.charges.find(({ id }) => id === payment.payment_id)
    if (charge === undefined) this.violations.push(`${sale.id} has paid, and the bank has no charge of it`)
    return charge?.status === 'captured' ? (charge.returned ?? 0) : chargedIn(payment)
  }

  /** The fields of a payment that a return needs. */
  paymentOf(paymentId: string): Payment {
    const { amount, returned = 0 } = this.charges.find(({ id }) => id === paymentId) as Charge
    return {
      ...{ id: paymentId, status: 'captured', external: false, settlement_status: 'pending' },
      ...{ amount_captured: amount + returned, amount_refunded: returned },
      ...{ amount_disputed: 0, amount_reversed: 0, disputed: false, reversed: false, gateway_response: {} },
    } as unknown as Payment
  }

  private readCard(sale: SaleFacts, roll: number): SaleAnswer {
    const reason = roll % 31 === 30 ? 'refused' : this.promptFails(roll)
    if (reason !== null) return { kind: 'card_not_read', reason, detail: '' }
    const token = { payment_method_id: `pm_${++this.cards}`, brand: 'visa', last_four: '1111', saved: false }
    const surcharge = roll % 3 === 0 ? 0 : Math.round(sale.amount * 0.03)
    return { kind: 'card_read', token, surcharge, none: surcharge === 0 ? 'not_credit' : null }
  }

  /** Why a prompt on the terminal got no answer; null if it was answered. */
  private promptFails(roll: number): StopReason | null {
    if (this.isTakenOver) return 'terminal_in_use'
    if (roll % 19 === 18) {
      this.force()
      return 'taken_over'
    }
    if (roll % 23 === 22) return 'timed_out'
    return roll % 29 === 28 ? 'service_unreachable' : null
  }

  private stopPrompts(isForced: boolean): void {
    for (const command of this.commands) {
      if (command.state === 'over' || command.sale.token !== null) continue
      command.isForced = isForced && command.state === 'waiting'
      command.state = 'over'
    }
  }

  private present(command: Command, roll: number): void {
    const { sale } = command
    const borne = this.borne.get(sale.id) ?? { amount: sale.amount, tip: 0, surcharge: 0 }
    const count = this.charges.length
    this.atTheBank(sale, roll, chargedOf(borne))
    const isCharged = this.charges.length > count
    if (isCharged) this.checkAgreed(sale, borne)
    command.state = isCharged && sale.token === null && roll % 9 === 8 ? 'signing' : 'over'
  }

  private checkAgreed(sale: SaleFacts, { amount, tip, surcharge }: Borne): void {
    if (amount !== sale.amount) this.violations.push(`${sale.id} is charged ${amount}`)
    if (tip > (this.tips.get(sale.id) ?? 0)) this.violations.push(`${sale.id} is charged a tip of ${tip}`)
    if (surcharge > 0 && this.consents.get(consentOf(sale)) !== surcharge)
      this.violations.push(`${sale.id} is charged a surcharge of ${surcharge} that nobody agreed to`)
  }
}

const consentOf = ({ id, attempt, token }: SaleFacts): string =>
  `${id} ${attempt} ${token?.payment_method_id ?? ''}`
