import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { nextRow } from '../../store/row-writes.ts'
import type { ActivationCodeDocument, ActivationCodeRow, TerminalDocument, TerminalRow } from '../rows.ts'
import { hashOf, newSecret, sameText, slowHashOf } from '../secrets.ts'
import { maximumGuesses } from '../timings.ts'

export interface Redemption {
  readonly hsn: string
  readonly code: string
  readonly deviceType: string
}

export interface Activated {
  /** Answered once; the service keeps a hash. */
  readonly credential: string
  readonly name: string
}

interface State {
  readonly terminal: TerminalRow | null
  readonly row: ActivationCodeRow | null
  readonly matches: boolean
}

/**
 * What a terminal calls to join its merchant: the code is the proof, there is no key. A wrong guess is written
 * down, and the fifth voids the code, so that eight digits are enough.
 */
export async function redeemActivationCode(
  services: Pick<Services, 'store' | 'clock' | 'newId'>,
  { hsn, code, deviceType }: Redemption,
): Promise<Result<Activated, ServiceError>> {
  const credential = newSecret()
  const outcome = await runDecision<State, Result<Activated, ServiceError>>(services, {
    load: async () => ok(await load(services, hsn, code)),
    decide({ terminal, row, matches }, { now }) {
      const open = row !== null && !row.document.used && row.document.wrong_guesses < maximumGuesses
      if (terminal === null || row === null || !open || row.document.expires_at <= now) {
        return err(refusal(hsn, row?.document ?? null, now))
      }
      if (!matches) {
        const guessed = { ...row.document, wrong_guesses: row.document.wrong_guesses + 1 }
        return ok({
          writes: [{ op: 'update', kind: 'activation_code', row: nextRow(row, guessed, now) }],
          events: [],
          reply: err(wrongCode(hsn, maximumGuesses - guessed.wrong_guesses)),
        })
      }
      const joined = { ...terminal.document, device_type: deviceType, credential_hash: hashOf(credential) }
      return ok({
        writes: [
          {
            op: 'update',
            kind: 'activation_code',
            row: nextRow(row, { ...row.document, used: true }, now),
          },
          { op: 'update', kind: 'terminal', row: nextRow(terminal, joined, now) },
        ],
        events: [],
        reply: ok({ credential, name: joined.name }),
      })
    },
  })
  return outcome.ok ? outcome.value : outcome
}

async function load(services: Pick<Services, 'store'>, hsn: string, code: string): Promise<State> {
  const terminal = await services.store.find<TerminalDocument>('terminal', hsn)
  if (terminal === null) return { terminal, row: null, matches: false }
  const row = await services.store.get<ActivationCodeDocument>('activation_code', terminal.account_id, hsn)
  if (row === null || row.document.used || row.document.wrong_guesses >= maximumGuesses) {
    return { terminal, row, matches: false }
  }
  const hash = await slowHashOf(code, row.document.salt)
  return { terminal, row, matches: sameText(hash, row.document.code_hash) }
}

const invalid = (message: string): ServiceError =>
  serviceError('activation_code_invalid', message, { param: 'activation_code' })

/** An hsn that nobody registered is answered like a wrong code: whether it exists is not revealed. */
function refusal(hsn: string, code: ActivationCodeDocument | null, now: number): ServiceError {
  if (code === null) return wrongCode(hsn, null)
  if (code.used) {
    return invalid(`This activation code for ${hsn} was used already. Ask the POS for a new one.`)
  }
  if (code.wrong_guesses >= maximumGuesses) {
    return invalid(`Too many wrong activation codes for ${hsn}: the code is void. Ask the POS for a new one.`)
  }
  if (code.expires_at <= now) {
    return invalid(
      `The activation code for ${hsn} has expired (15 minutes after its issue). Ask the POS for a new one.`,
    )
  }
  return wrongCode(hsn, null)
}

const wrongCode = (hsn: string, left: number | null): ServiceError =>
  invalid(
    `The activation code is not the one issued for ${hsn}. Check the digits and the serial number.${
      left === null ? '' : ` Tries left: ${left}.`
    }`,
  )
