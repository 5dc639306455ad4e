import type { ServiceError } from '../../../src-shared/api/errors.ts'
import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../../src-shared/api/schemas/payment-method.ts'
import type { Cents } from '../../../src-shared/money.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { CardData } from '../../../src-shared/terminal/card-encryption.ts'
import { accountCurrency } from '../../accounts/currency.ts'
import { cardSummary } from '../../authorize/card-brand.ts'
import { keepAtProcessor, keptAt } from '../../authorize/keep-at-processor.ts'
import { runDecision } from '../../commit.ts'
import { newSingleUseCard } from '../../intents/documents.ts'
import type { ReadByTerminal } from '../../intents/read-by-terminal.ts'
import { firstRow } from '../../store/row-writes.ts'
import { isoTime } from '../../time/clock.ts'
import type { SendFailure } from '../link/gateway.ts'
import type { TerminalRun } from '../run-operation.ts'
import type { TerminalContext } from '../terminal-context.ts'
import {
  type CardCommand,
  decryptCard,
  promptForCard,
  type ReadCard,
  type ShownAmount,
} from './card-prompts.ts'
import { refuseHardware } from './sale-rules.ts'
import { type SignatureOptions, signatureCommand, signs } from './signature.ts'

/** The common fields of read_card and read_manual (section 4.4). The amount is shown, never charged; in cents. */
export interface TokenBody extends SignatureOptions {
  readonly hsn: string
  readonly amount: Cents
  readonly include_signature?: boolean | undefined
  readonly include_pin?: boolean | undefined
}

/**
 * Makes a payment method of a card, for payments.create to charge once (section 4.4: only a token is generated). All or
 * nothing: if its signature is refused, the card is discarded.
 */
export async function readToken(
  context: TerminalContext,
  run: TerminalRun,
  body: TokenBody,
  commandIn: (shown: ShownAmount) => CardCommand,
): Promise<Result<PaymentMethod, ServiceError>> {
  const refusal = refuseHardware(run.terminal, body)
  if (refusal !== null) return err(refusal)
  // Neither request has a currency.
  const currency = await accountCurrency(context, run.terminal.document.account_id)
  const read = await promptForCard(run, body.hsn, commandIn({ amount: body.amount, currency }))
  if (!read.ok) return err(run.refusal(read.error))
  const card = await decryptCard(context, body.hsn, read.value)
  if (!card.ok) return card
  const pin = card.value.pin !== undefined
  const signature = await signatureFor(run, body, { ...read.value, pin })
  // After a signature the terminal shows its thanks by itself; without one it would still show that it is working.
  if (signature.ok && signature.value === null) await run.inform({ name: 'clear' })
  if (!signature.ok) return err(run.refusal(signature.error))
  if (run.operation.stopCause() !== null) return err(run.refusal('cancelled_by_service'))
  return keep(context, run.terminal.document.account_id, card.value, read.value, signature.value)
}

async function signatureFor(
  run: TerminalRun,
  body: TokenBody,
  { entryMode, chip, pin }: ReadCard & { readonly pin: boolean },
): Promise<Result<Signature | null, SendFailure>> {
  const facts = { entryMode, chip, pin, amount: body.amount }
  if (!signs(run.terminal, facts, body.include_signature ?? true)) return ok(null)
  const signed = await run.send(signatureCommand(run.words.sign, body))
  return signed.ok ? ok(signed.value.signature) : signed
}

/** Stores the same rows as a sale; the card number is only in the vault. */
async function keep(
  context: TerminalContext,
  accountId: string,
  card: CardData,
  { entryMode, cardholderName }: ReadCard,
  signature: Signature | null,
): Promise<Result<PaymentMethod, ServiceError>> {
  // Section 4.4 treats a card typed on the terminal as card-present.
  const read: ReadByTerminal = { entry_mode: entryMode, card_present: true }
  const id = context.newId('payment_method')
  // PIN and CVV are never stored, neither at the processor nor here.
  const { pin: _, cvv: __, ...resting } = card
  const source = { kind: 'card', card: resting } as const
  const kept = await keepAtProcessor(context, accountId, source)
  const sealed = context.vault.sealSource(id, source, keptAt(context.processor, kept))
  const name = cardholderName ?? card.name
  return runDecision(context, {
    load: async () => ok(null),
    decide(_, { now }) {
      const basis = newSingleUseCard({
        id,
        account_id: accountId,
        payment_intent_id: null,
        source_type: context.processor.name,
        card: cardSummary(card, kept?.funding),
        billing_details: {
          ...(name === undefined ? {} : { name }),
          ...(card.postal_code === undefined ? {} : { postal_code: card.postal_code }),
        },
        created_at: isoTime(now),
      })
      const { data = null, ...picture } = signature ?? {}
      const method: PaymentMethod = {
        ...basis,
        signature: data,
        meta_data: {
          ...read,
          ...(signature === null ? {} : { signature: picture }),
        },
      }
      return ok({
        writes: [
          { op: 'insert', kind: 'payment_method', row: firstRow(accountId, id, method, now) },
          { op: 'insert', kind: 'vault_entry', row: firstRow(accountId, id, sealed, now) },
        ],
        events: [],
        reply: method,
      })
    },
  })
}
