import type { Signature } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../../src-shared/api/schemas/payment-method.ts'
import type { DiagnosticFact, DiagnosticFactName } from '../../../src-shared/pos/terminals/installer.ts'

/** The result of a diagnostic: facts to show, and the signature as a picture (PNG data URL). */
export interface Report {
  readonly ok: boolean
  readonly facts: readonly DiagnosticFact[]
  readonly signature: string | null
}

const fact =
  (kind: DiagnosticFact['kind']) =>
  (name: DiagnosticFactName, value: string | number | boolean): DiagnosticFact => ({
    name,
    kind,
    value: String(value),
  })
export const text = fact('text')
export const yesNo = fact('yes_no')
export const cents = fact('cents')
export const ms = fact('ms')
export const time = fact('time')

export const report = (...facts: readonly DiagnosticFact[]): Report => ({ ok: true, facts, signature: null })

export const failed = (detail: string, facts: readonly DiagnosticFact[] = []): Report => ({
  ok: false,
  facts: [...facts, text('detail', detail)],
  signature: null,
})

/** A picture that cannot be decoded is a failure, since the terminal's signatures are being tested. */
export async function withSignature(
  { ok, facts }: Report,
  signature: Pick<Signature, 'data' | 'gzipped'> | null,
  size: DiagnosticFact | null = null,
): Promise<Report> {
  if (signature === null) return { ok, facts, signature: null }
  const { decodeSignature } = await import('../../terminal/signature/decode-signature.ts')
  const picture = await decodeSignature(signature)
  if (!picture.ok) return failed(`The signature cannot be shown: ${picture.error}.`, facts)
  return { ok, facts: size === null ? facts : [...facts, size], signature: picture.value }
}

export const sizeOf = ({ dimensions: { width, height }, format }: Signature): DiagnosticFact =>
  text('signature_size', `${width} × ${height}, ${format}`)

/** The report on a card that was read without charging it. */
export function cardReport(method: PaymentMethod): Promise<Report> {
  const { card, billing_details: holder, signature, meta_data: more } = method
  const facts = report(
    ...(card === null ? [] : [text('brand', card.brand), text('last_four', card.last_four_digits)]),
    ...(holder.name === undefined ? [] : [text('name_on_card', holder.name)]),
    ...(typeof more.entry_mode === 'string' ? [text('entry_mode', more.entry_mode)] : []),
    text('token', method.id),
    yesNo('single_use', method.single_use_token),
  )
  return withSignature(facts, signature === null ? null : { data: signature, gzipped: false })
}

/** Masks card numbers, which somebody may type where a prompt asks for digits: only the last four are shown. */
export const withoutCardNumbers = (typed: string): string =>
  typed.replace(/\d{8,15}(\d{4})/g, (_number, last: string) => `•••• ${last}`)
