import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { nextRow } from '../../store/row-writes.ts'
import type { ActivationCodeDocument, ActivationCodeRow, TerminalDocument, TerminalRow } from '../rows.ts'
import { carriedCodeWork, hashOf, newSecret, sameText, slowHashOf } from '../secrets.ts'
import { maximumGuesses } from '../timings.ts'
import { tooBusy } from './issue.ts'
import type { Turns } from './turns.ts'

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
}

type RedeemServices = Pick<Services, 'store' | 'clock' | 'newId'> & { readonly slowWork: Turns }
type Outcome<Reply> = Promise<Result<Reply, ServiceError>>

/**
 * What a terminal calls to join its merchant: the code is the proof, there is no key. The guess is written down before
 * the code is hashed, and the hash is made once: what strangers may cost is bounded by `maximumGuesses` for a code that
 * is open, and by nothing but a look-up for all others.
 */
export async function redeemActivationCode(
  services: RedeemServices,
  redemption: Redemption,
): Outcome<Activated> {
  return (await services.slowWork.run(() => redeem(services, redemption))) ?? err(tooBusy())
}

async function redeem(services: RedeemServices, { hsn, code, deviceType }: Redemption): Outcome<Activated> {
  const open = await reserveGuess(services, hsn)
  if (!open.ok) return open
  const { salt, code_hash, hash_work = carriedCodeWork } = open.value
  const hash = await slowHashOf(code, salt, hash_work)
  if (!sameText(hash, code_hash)) return countWrongGuess(services, hsn, open.value)
  return join(services, hsn, open.value, deviceType)
}

/** @returns the code to be guessed. */
function reserveGuess(services: RedeemServices, hsn: string): Outcome<ActivationCodeDocument> {
  return runDecision<State, ActivationCodeDocument>(services, {
    load: () => load(services, hsn),
    decide({ terminal, row }, { now }) {
      if (terminal === null || row === null || !isOpen(row.document, now)) return err(notValid(hsn))
      const guessed = { ...row.document, guesses: row.document.guesses + 1 }
      return ok({ writes: [update(row, guessed, now)], events: [], reply: guessed })
    },
  })
}

/** For whoever waits at the counter for the terminal to join. */
async function countWrongGuess(
  services: RedeemServices,
  hsn: string,
  guessed: ActivationCodeDocument,
): Outcome<never> {
  await runDecision<State, null>(services, {
    load: () => load(services, hsn),
    decide({ row }, { now }) {
      if (row === null || !isSameCode(row.document, guessed)) return err(notValid(hsn))
      const counted = { ...row.document, wrong_guesses: row.document.wrong_guesses + 1 }
      return ok({ writes: [update(row, counted, now)], events: [], reply: null })
    },
  })
  return err(notValid(hsn))
}

function join(
  services: RedeemServices,
  hsn: string,
  guessed: ActivationCodeDocument,
  deviceType: string,
): Outcome<Activated> {
  const credential = newSecret()
  return runDecision<State, Activated>(services, {
    load: () => load(services, hsn),
    decide({ terminal, row }, { now }) {
      const still = row !== null && isSameCode(row.document, guessed) && !row.document.used
      if (terminal === null || !still || row.document.expires_at <= now) return err(notValid(hsn))
      const joined = { ...terminal.document, device_type: deviceType, credential_hash: hashOf(credential) }
      return ok({
        writes: [
          update(row, { ...row.document, used: true }, now),
          { op: 'update', kind: 'terminal', row: nextRow(terminal, joined, now) },
        ],
        events: [],
        reply: { credential, name: joined.name },
      })
    },
  })
}

async function load({ store }: Pick<Services, 'store'>, hsn: string): Promise<Result<State, ServiceError>> {
  const terminal = await store.find<TerminalDocument>('terminal', hsn)
  if (terminal === null) return ok({ terminal, row: null })
  return ok({
    terminal,
    row: await store.get<ActivationCodeDocument>('activation_code', terminal.account_id, hsn),
  })
}

const isOpen = ({ used, guesses, expires_at }: ActivationCodeDocument, now: number): boolean =>
  !used && guesses < maximumGuesses && expires_at > now

/** A new code may have replaced it in between. */
const isSameCode = (document: ActivationCodeDocument, guessed: ActivationCodeDocument): boolean =>
  document.salt === guessed.salt

const update = (row: ActivationCodeRow, document: ActivationCodeDocument, now: number) =>
  ({ op: 'update', kind: 'activation_code', row: nextRow(row, document, now) }) as const

/** One answer for all: whether the terminal exists, and whether it has a code, is not revealed to a stranger. */
const notValid = (hsn: string): ServiceError =>
  serviceError(
    'activation_code_invalid',
    `This activation code is not valid for ${hsn}. Check the digits and the serial number; a code works once, for 15 minutes. The POS makes a new one.`,
    { param: 'activation_code' },
  )
