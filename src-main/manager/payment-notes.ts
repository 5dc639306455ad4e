import { isMissingOperation } from '../../src-shared/api/client.ts'
import { type PaymentNote, paymentNoteSchema } from '../../src-shared/api/schemas/payment-note.ts'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import { err, ok } from '../../src-shared/result.ts'
import { createTurns } from '../async/in-turn.ts'
import { newestFirst, openLineFile, readJournal } from '../journal/line-file.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'

/** People's notes on payments: kept by the service, or in this counter's own file where the service has no notes. */
export interface PaymentNoteBook {
  list(asked: PosCommandPayload<'payments.notes'>): Promise<PosResult<'payments.notes'>>
  add(asked: PosCommandPayload<'payments.add_note'>): Promise<PosResult<'payments.add_note'>>
}

export interface PaymentNoteOptions {
  readonly client: ClientSource
  /** The file of notes that the service does not keep. */
  readonly path: string
  readonly accountId: string
  /** The name of the signed-in person; null where there is none. */
  readonly author: () => string | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function createPaymentNotes(options: PaymentNoteOptions): PaymentNoteBook {
  const { client, path, now } = options
  const { inTurn } = createTurns()

  async function keptHere(): Promise<readonly PaymentNote[]> {
    const found = new Map<string, PaymentNote>()
    for (const { value } of newestFirst(await readJournal(path))) {
      const note = paymentNoteSchema.safeParse(value).data
      if (note !== undefined) found.set(note.id, note)
    }
    return [...found.values()]
  }

  async function keepHere(asked: PosCommandPayload<'payments.add_note'>): Promise<void> {
    const { id, payment_id, refund_id, finding, text } = asked
    if ((await keptHere()).some((note) => note.id === id)) return
    const at = new Date(now()).toISOString()
    const note: PaymentNote = {
      ...{ id, entity: 'payment_note', account_id: options.accountId, payment_id, refund_id, finding, text },
      ...{ author: options.author(), created_at: at, updated_at: at },
    }
    const file = await openLineFile(path)
    try {
      await file.append(note)
    } finally {
      await file.close()
    }
  }

  return {
    async list({ payment_ids }) {
      const notes = (await keptHere()).filter((note) => payment_ids.includes(note.payment_id))
      let kept: 'service' | 'here' = 'service'
      for (const id of payment_ids) {
        const query = { limit: 50 }
        const found = await callService(client, 'payment_notes.list', { params: { id }, query })
        if (found.ok) notes.push(...found.value.data)
        else if (isMissingOperation(found.error)) kept = 'here'
        else return err(serviceRefusal(found.error))
      }
      return ok({ notes: notes.sort((one, other) => other.created_at.localeCompare(one.created_at)), kept })
    },
    add: (asked) =>
      inTurn(async () => {
        const { id, payment_id, refund_id, finding, text } = asked
        if (holdsCardData(text)) return refuse('card_data', 'the text contains a card number')
        const author = options.author()
        const body = {
          text,
          ...(author === null ? {} : { author }),
          ...(refund_id === null ? {} : { refund_id }),
          ...(finding === null ? {} : { finding }),
        }
        const params = { id: payment_id }
        const added = await callService(client, 'payment_notes.create', { params, body, idempotencyKey: id })
        if (added.ok) return ok(null)
        if (!isMissingOperation(added.error)) return err(serviceRefusal(added.error))
        await keepHere(asked)
        return ok(null)
      }),
  }
}
