import { isWaiting } from '../../../../../src-shared/pos/bill/balance.ts'
import type { AtCounter, CounterEvent } from '../../../../../src-shared/pos/bill/bill-events.ts'
import type { PaymentLink } from '../../../../../src-shared/pos/links/payment-link.ts'
import {
  type LinkAnswer,
  type LinkRequest,
  linkAfter,
  nextLinkRequest,
} from '../../../../../src-shared/pos/links/payment-link-steps.ts'
import { payment } from '../transition/sale-fixtures.ts'
import type { BillBank, Charge } from './bill-bank.ts'

interface Session {
  status: 'open' | 'complete' | 'expired'
}

/** The hosted pages of payment links: payers pay all or a part at any time, and answers to the counter may be lost. */
export class LinkService {
  private readonly sessions = new Map<string, Session>()
  private readonly bank: BillBank
  private readonly violations: string[]

  constructor(bank: BillBank, violations: string[]) {
    this.bank = bank
    this.violations = violations
  }

  /** A payer pays by the link, or the link expires. */
  payerActs(roll: number, amounts: (linkId: string) => number | undefined): void {
    const open = [...this.sessions].filter(([, { status }]) => status === 'open')
    const [id, session] = open[roll % Math.max(open.length, 1)] ?? []
    if (id === undefined || session === undefined) return
    if (roll % 3 === 2) {
      session.status = 'expired'
      return
    }
    const asked = amounts(id)
    if (asked === undefined) return void this.violations.push(`${id} can be paid, and no bill knows of it`)
    session.status = 'complete'
    const amount = roll % 4 === 1 ? 1 + (roll % asked) : asked
    this.bank.charges.push({ id: `pmt_of_${id}`, sale_id: id, amount, status: 'captured' })
  }

  /** Sends one request of the counter about a link, as its driver does. @returns whether another request follows */
  step(
    id: string,
    present: () => AtCounter,
    dispatch: (event: CounterEvent) => void,
    at: string,
    roll: number,
  ) {
    const link = linkIn(present(), id)
    const request = link === undefined ? null : nextLinkRequest(link)
    if (link === undefined || request === null) return false
    if (request === 'create') {
      dispatch({ kind: 'link_changed', link: { ...link, creations: link.creations + 1 }, paid: null, at })
      // The power may fail before the request is sent.
      if (roll % 5 === 4) return true
    }
    const answer = this.answer(link, request, roll)
    const now = linkIn(present(), id) ?? link
    const next = linkAfter(now, answer)
    const paid = answer.kind === 'session' ? (answer.session.payment ?? null) : null
    if (next !== now) dispatch({ kind: 'link_changed', link: next, paid, at })
    return true
  }

  /** Carries out the request, even if its answer is then lost. */
  answer({ id }: PaymentLink, request: LinkRequest, roll: number): LinkAnswer {
    const isLost = roll % 4 === 3
    if (request === 'create' && !this.sessions.has(id)) {
      if (roll % 11 === 10) return { kind: 'refused' }
      this.sessions.set(id, { status: 'open' })
    }
    const session = this.sessions.get(id)
    if (request === 'expire' && session?.status === 'open') session.status = 'expired'
    if (isLost) return { kind: 'no_answer' }
    if (session === undefined) return { kind: 'none' }
    const { status } = session
    // A refund made elsewhere that the bank has not answered yet.
    if (status === 'complete' && roll % 7 === 6) {
      return { kind: 'awaits_bank', session_id: `cs_${id}`, about: 'refund' }
    }
    const charge = this.bank.charges.find(({ sale_id }) => sale_id === id)
    const found = charge?.status === 'captured' ? { intent_id: `pi_${id}`, payment: paymentOf(charge) } : null
    return {
      kind: 'session',
      session: { id: `cs_${id}`, status, url: null, paid: charge?.amount ?? null, payment: found },
    }
  }
}

/** The link of a bill that can still be paid by it. */
const linkIn = ({ bill, aside }: AtCounter, id: string): PaymentLink | undefined =>
  [bill, ...aside].find((one) => one?.link?.id === id && isWaiting(one))?.link ?? undefined

const paymentOf = ({ id: payment_id, amount, returned }: Charge) =>
  payment({ payment_id, amount, ...(returned !== undefined && { returned }) })
