import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import { isSettled, parkedTransition } from '../../../../../src-shared/pos/parked/parked-transition.ts'
import type { SaleState } from '../../../../../src-shared/pos/sale/sale.ts'
import type {
  AuthorizationEnd,
  PaymentFound,
  SaleAnswer,
  SaleEffect,
  SaleEvent,
} from '../../../../../src-shared/pos/sale/sale-events.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { decline, payment } from './sale-fixtures.ts'

/**
 * A service without any guard against double charges, a network that loses answers, a customer and a power switch, for
 * a random walk of the sale. The true state is kept here, separately from what the POS assumes.
 */
interface Command {
  readonly attempt: number
  readonly sale_id: string
  /** When the service gives up the command, by a clock that cannot be set. */
  readonly endsAt: number
  running: boolean
  /** The card was read before, so the terminal is not involved. */
  byToken: boolean
  /** The card has been charged, and only the signature is still pending. */
  charged: boolean
}
interface Charge {
  readonly id: string
  readonly sale_id: string
  readonly attempt: number
  status: 'processing' | 'captured' | 'failed' | 'voided'
  amount: number
}

/** The most likely action of a cashier in a state; without it, a walk rarely retries the same sale. */
const likely: Readonly<Partial<Record<SaleState['kind'], SaleEvent['kind']>>> = {
  creating: 'cancel',
  stopped: 'retry',
  declined: 'retry',
  approved: 'finish',
}

export class SaleHarness {
  state: SaleState = { kind: 'ready' }
  journal: SaleState = { kind: 'ready' }
  parked: readonly ParkedSale[] = []
  journaledParked: readonly ParkedSale[] = []
  readonly charges: Charge[] = []
  readonly violations: string[] = []
  private pending: SaleEffect[] = []
  private commands: Command[] = []
  private elapsed = 0
  /** Difference between the computer's clock and `elapsed`, in ms; the clock can be set at any moment. */
  private ahead = Date.parse('2026-03-01T12:00:00.000Z')
  private sales = 0
  /** The surcharge of each intent, and the attempts for which the customer agreed to one. */
  private readonly surcharges = new Map<string, number>()
  private readonly consents = new Set<string>()

  /** Runs one random event; `roll` decides which one and its outcome. */
  happen(roll: number): void {
    this.pass(1000)
    const die = roll % 100
    if (die < 35) this.person(Math.floor(roll / 100))
    else if (die < 75) this.answerOne(Math.floor(roll / 100))
    else if (die < 95) this.customerActs(Math.floor(roll / 100))
    else if (die < 98) this.powerFails()
    else this.ahead += roll - 500_000
    this.check()
  }

  /** Lets everything finish with a network and a customer that work. */
  calmDown(): void {
    for (let count = 0; count < 400 && this.pending.length > 0; count++) {
      this.pass(5000)
      for (const charge of this.charges) if (charge.status === 'processing') charge.status = 'captured'
      for (const command of this.commands) command.running = false
      this.answerOne(0)
      this.check()
    }
  }

  private dispatch(event: SaleEvent): void {
    const owner = 'sale_id' in event && this.parked.find(({ state }) => state.sale.id === event.sale_id)
    if (owner) {
      this.dispatchParked(owner, event)
      return
    }
    const before = this.state
    const { state, effects } = transition(before, event)
    const parks = effects.some(({ kind }) => kind === 'park')
    if (before.kind === 'checking' && state.kind !== 'checking' && event.kind !== 'looked_up' && !parks) {
      this.violations.push(`checking was left by ${event.kind}`)
    }
    this.state = state
    this.begin(effects)
  }

  private dispatchParked(before: ParkedSale, event: SaleEvent): void {
    const { state, effects } = parkedTransition(before, event)
    if (state.kind === 'ready') {
      this.violations.push(`a parked sale was forgotten by ${event.kind}`)
      return
    }
    this.parked = this.parked.map((one) => (one === before ? { ...one, state } : one))
    this.begin(effects)
  }

  private begin(effects: readonly SaleEffect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'park')
        this.parked = [...this.parked, { state: effect.state, parked_at: this.at(), bill: null }]
    }
    this.journal = JSON.parse(JSON.stringify(this.state))
    this.journaledParked = JSON.parse(JSON.stringify(this.parked))
    for (const effect of effects) {
      this.pending.push(effect)
      if (effect.kind === 'authorize') {
        if (this.commands.some((one) => one.running && one.sale_id === effect.sale.id)) {
          this.violations.push('two authorizations of one sale at once')
        }
        this.commands.push({
          sale_id: effect.sale.id,
          attempt: effect.sale.attempt,
          running: true,
          byToken: effect.sale.token !== null,
          charged: false,
          endsAt: this.elapsed + 150_000,
        })
      }
    }
  }

  private at = () => new Date(this.elapsed + this.ahead).toISOString()

  private pass(ms: number): void {
    this.elapsed += ms
    for (const command of this.commands) command.running &&= command.endsAt > this.elapsed
  }

  private person(roll: number): void {
    const at = this.at()
    const asks: readonly SaleEvent[] = [
      {
        kind: 'charge',
        at,
        sale: {
          id: `sale_${++this.sales}`,
          amount: 1000,
          currency: 'USD',
          entry: 'card',
          note: '',
          hsn: 'VT',
          surcharge_rule: roll % 4 === 0 ? { percent: 3, postal_code: '10001' } : null,
        },
      },
      { kind: 'cancel', at },
      { kind: 'skip_tip', at },
      { kind: 'retry', entry: 'card', tips: null, at },
      { kind: 'decide', choice: Math.floor(roll / 9) % 2 === 0 ? 'keep' : 'void', at },
      { kind: 'sign', signature: null, at },
      { kind: 'print', at },
      { kind: 'finish', at },
      { kind: Math.floor(roll / 9) % 3 === 0 ? 'waive_surcharge' : 'skip_signature', at },
    ]
    const { state } = this
    const parkable = (state.kind === 'checking' || state.kind === 'voiding') && state.parkable
    const settled = this.parked.find(isSettled)
    const undecided = this.parked.find(({ state }) => state.kind === 'deciding')
    if (roll % 2 === 0 && parkable) this.dispatch({ kind: 'finish', at })
    else if (roll % 5 === 0 && settled !== undefined)
      this.parked = this.parked.filter((one) => one !== settled)
    else if (Math.floor(roll / 7) % 3 === 1 && undecided !== undefined) {
      this.dispatchParked(undecided, { kind: 'decide', choice: roll % 2 === 0 ? 'keep' : 'void', at })
    } else {
      const usual = asks.find(({ kind }) => kind === likely[state.kind])
      const isUsual = usual !== undefined && Math.floor(roll / 63) % 2 === 0
      this.dispatch(isUsual ? usual : (asks[roll % asks.length] as SaleEvent))
    }
  }

  private customerActs(roll: number): void {
    const command = this.commands.find((one) => one.running && !one.charged)
    if (command === undefined) return
    const surcharge = this.surcharges.get(command.sale_id) ?? 0
    if (surcharge > 0 && !this.consents.has(`${command.sale_id} ${command.attempt} ${surcharge}`))
      this.violations.push('a surcharge was charged that nobody agreed to')
    const statuses = ['processing', 'captured', 'failed'] as const
    const status = statuses[roll % 3] ?? 'failed'
    this.charges.push({
      id: `pmt_${this.charges.length + 1}`,
      sale_id: command.sale_id,
      attempt: command.attempt,
      status,
      amount: roll % 7 === 0 ? 600 : 1000,
    })
    if (status !== 'captured' || roll % 2 === 0 || command.byToken) {
      command.running = false
      return
    }
    command.charged = true
    // The terminal reports these steps, then waits for the signature until it is stopped or times out.
    for (const step of ['authorizing', 'approved', 'signing'] as const)
      this.dispatch({ kind: 'progress', intent_id: `pi_${command.sale_id}`, step, at: this.at() })
  }

  private powerFails(): void {
    this.pending = []
    this.state = this.journal
    this.parked = this.journaledParked
    for (const one of this.parked) this.dispatchParked(one, { kind: 'restarted', at: this.at() })
    this.dispatch({ kind: 'restarted', at: this.at() })
  }

  private answerOne(roll: number): void {
    // Mostly the newest request is answered, so that those of earlier attempts are answered late.
    const { length } = this.pending
    const index = Math.floor(roll / 64) % 4 > 0 ? length - 1 : roll % Math.max(length, 1)
    const effect = this.pending.splice(index, 1)[0]
    if (effect === undefined) return
    if (effect.kind === 'authorize' && this.waitsForSignature(effect.sale) && roll % 8 !== 0) {
      this.pending.push(effect)
      return
    }
    const answer = this.answer(effect, roll)
    if (answer === null || !('sale' in effect)) return
    this.dispatch({ ...answer, sale_id: effect.sale.id, attempt: effect.sale.attempt, at: this.at() })
  }

  private waitsForSignature({ id, attempt }: { id: string; attempt: number }): boolean {
    return this.commands.some(
      (one) => one.running && one.charged && one.sale_id === id && one.attempt === attempt,
    )
  }

  private answer(effect: SaleEffect, roll: number): SaleAnswer | null {
    const lost = roll % 4 === 3
    switch (effect.kind) {
      case 'create_intent':
        if (lost) return { kind: 'create_failed', reason: 'service_unreachable', detail: '' }
        return {
          kind: 'intent_created',
          intent_id: `pi_${effect.sale.id}`,
          tips: roll % 2 === 0 ? null : { presets: [20], custom: false },
        }
      case 'ask_tip':
        if (lost) return { kind: 'tip_failed', reason: 'timed_out', detail: '' }
        return { kind: 'tip_chosen', tip: roll % 2 === 0 ? 0 : 200 }
      case 'read_card': {
        if (lost)
          return { kind: 'card_not_read', reason: roll % 3 === 0 ? 'refused' : 'timed_out', detail: '' }
        const token = { payment_method_id: `pm_${roll}`, brand: 'Visa', last_four: '1111', saved: false }
        const surcharge = roll % 3 === 0 ? 0 : 30
        return { kind: 'card_read', token, surcharge, none: surcharge === 0 ? 'not_credit' : null }
      }
      case 'ask_consent': {
        if (lost) return { kind: 'consent_failed', reason: 'timed_out', detail: '' }
        const agreed = roll % 3 !== 0
        if (agreed) this.consents.add(`${effect.sale.id} ${effect.sale.attempt} ${effect.surcharge}`)
        return { kind: 'consent_given', agreed }
      }
      case 'update_intent':
        // A request whose answer is lost may or may not have been carried out.
        if (!lost || roll % 8 === 3) this.surcharges.set(effect.sale.id, effect.sale.surcharge)
        return lost
          ? { kind: 'update_failed', reason: 'service_unreachable', detail: '' }
          : { kind: 'intent_updated' }
      case 'authorize':
        return { kind: 'authorization_ended', end: this.endOf(effect.sale, lost) }
      case 'look_up': {
        if (lost) return { kind: 'look_up_failed', refused: false, detail: '' }
        const idle = effect.confirm && effect.sale.token === null && !this.commands.some((one) => one.running)
        return { kind: 'looked_up', idle, found: this.found(effect.sale) }
      }
      case 'wait':
        this.pass(effect.ms)
        return { kind: 'waited' }
      case 'void_intent': {
        const charge = this.charges.find((one) => one.sale_id === effect.sale.id && one.status === 'captured')
        if (charge !== undefined && roll % 2 === 0) charge.status = 'voided'
        return lost || charge?.status !== 'voided'
          ? { kind: 'void_failed', refused: false, detail: '' }
          : { kind: 'void_accepted' }
      }
      case 'capture_intent':
        return null
      case 'read_approval': {
        const found = this.found(effect.sale)
        return lost || found.kind !== 'paid' ? null : { kind: 'approval_read', payment: found.payment }
      }
      case 'load_receipt':
        return { kind: 'receipt_loaded', receipt: [], signature: null }
      case 'print_receipt':
        return { kind: 'printed', ok: !lost }
      case 'cancel_intent': {
        // The service voids a captured intent when it is cancelled, so an unseen cancel would lose the payment.
        const live = this.charges.some(
          (one) => one.sale_id === effect.sale_id && one.status !== 'failed' && one.status !== 'voided',
        )
        if (live) this.violations.push('an intent with a live payment was closed')
        return null
      }
      case 'cancel_terminal':
        for (const command of this.commands)
          command.running = (command.byToken || roll % 3 === 0) && command.running
        return null
      case 'show_outcome':
      case 'park':
      case 'clear_terminal':
        return null
    }
  }

  private endOf(
    sale: { id: string; attempt: number; failed_payments: readonly string[] },
    lost: boolean,
  ): AuthorizationEnd {
    const command = this.commands.find((one) => one.sale_id === sale.id && one.attempt === sale.attempt)
    if (lost || command?.running === true) {
      return {
        kind: 'unknown',
        cause: 'no_answer',
        otherwise: 'service_unreachable',
        detail: '',
        ended: false,
      }
    }
    const charge = this.charges.find((one) => one.sale_id === sale.id && one.attempt === sale.attempt)
    if (charge === undefined || charge.status === 'processing') {
      return { kind: 'unknown', cause: 'timed_out', otherwise: 'timed_out', detail: '', ended: true }
    }
    return this.found(sale)
  }

  private found(sale: { id: string; failed_payments: readonly string[] }): PaymentFound {
    const own = this.charges.filter((one) => one.sale_id === sale.id)
    const live = own.find((one) => one.status === 'captured')
    if (live !== undefined) {
      return { kind: 'paid', payment: payment({ payment_id: live.id, amount: live.amount }), sign: false }
    }
    if (own.some((one) => one.status === 'processing')) return { kind: 'processing' }
    if (own.some((one) => one.status === 'voided')) return { kind: 'voided', open: false }
    const failed = own.find((one) => one.status === 'failed' && !sale.failed_payments.includes(one.id))
    if (failed !== undefined) return { kind: 'declined', payment_id: failed.id, decline }
    return { kind: 'absent', open: true }
  }

  private check(): void {
    const live = (id: string) =>
      this.charges.filter(
        (one) => one.sale_id === id && (one.status === 'captured' || one.status === 'processing'),
      )
    for (const charge of this.charges) {
      if (live(charge.sale_id).length > 1) this.violations.push('one sale was charged twice')
    }
    for (const state of [this.state, ...this.parked.map((one) => one.state)]) this.checkState(state, live)
  }

  private checkState(state: SaleState, live: (id: string) => readonly unknown[]): void {
    if (state.kind === 'ready') return
    const unpaid = state.kind === 'stopped' || state.kind === 'declined' || state.kind === 'creating'
    if (unpaid && live(state.sale.id).length > 0) this.violations.push(`a payment was lost: ${state.kind}`)
    const running = this.commands.some((one) => one.running && !one.charged && one.sale_id === state.sale.id)
    if (state.kind === 'stopped' && running) this.violations.push('stopped while a charge could still follow')
    if (state.kind === 'approved' && live(state.sale.id).length === 0)
      this.violations.push('approved without a payment')
  }
}
