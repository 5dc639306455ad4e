import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import { type ActivationKeys, answerActivation } from '../../../src-shared/terminal/activation.ts'
import { sameProof } from '../../../src-shared/terminal/proofs.ts'
import type { ServiceKey } from '../../../src-shared/terminal/service-key.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { nextRow } from '../../store/row-writes.ts'
import type { ActivationCodeDocument, ActivationCodeRow, TerminalDocument, TerminalRow } from '../rows.ts'
import { codePurpose, hashOf, linkKeyPurpose } from '../secrets.ts'
import { maximumGuesses } from '../timings.ts'

export interface Redemption {
  readonly hsn: string
  /** The terminal's share of the exchange (src-shared/terminal/activation.ts). */
  readonly share: string
  readonly proof: string
  readonly deviceType: string
}

export interface Activated {
  readonly name: string
  readonly service_key: ServiceKey
  /** The service's, by which the terminal knows that this key is no stranger's. */
  readonly proof: string
}

interface State {
  readonly terminal: TerminalRow | null
  readonly row: ActivationCodeRow | null
}

type RedeemServices = Pick<Services, 'store' | 'clock' | 'newId' | 'vault'>
type Outcome<Reply> = Promise<Result<Reply, ServiceError>>

/**
 * The first half: the service's share. It gives nothing away to try codes against, is the same for the same code and
 * share, so that nothing is kept, and is answered alike for a serial number that nobody has.
 */
export async function answerShare(services: RedeemServices, hsn: string, share: string): Promise<string> {
  const loaded = await load(services, hsn)
  return exchangeOf(services, hsn, share, loaded.ok ? loaded.value.row?.document : undefined).share
}

/**
 * The second half: the code is the proof, there is no API key. The guess is written down before the proof is computed,
 * which is done once: what strangers may cost is bounded by `maximumGuesses` for a code that is open, and by nothing but
 * a look-up for all others.
 */
export async function redeemActivationCode(
  services: RedeemServices,
  { hsn, share, proof, deviceType }: Redemption,
): Outcome<Activated> {
  const open = await reserveGuess(services, hsn)
  if (!open.ok) return open
  const keys = exchangeOf(services, hsn, share, open.value).finish()
  if (keys === null || !sameProof(keys.terminalProof, proof)) {
    return countWrongGuess(services, hsn, open.value)
  }
  return join(services, hsn, { guessed: open.value, deviceType, keys })
}

/** Without an open code of that terminal, the same work with one that nobody has. */
function exchangeOf(
  { vault }: RedeemServices,
  hsn: string,
  share: string,
  document: ActivationCodeDocument | undefined,
) {
  const { salt, sealed_code } = document ?? {}
  const code =
    sealed_code === undefined
      ? vault.fingerprint(`no activation code of ${hsn}`)
      : vault.openText(sealed_code, codePurpose(hsn))
  const facts = `activation of ${hsn} ${salt ?? ''} ${share}`
  return answerActivation(hsn, code, share, vault.fingerprint(`1 ${facts}`) + vault.fingerprint(`2 ${facts}`))
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

interface Joining {
  readonly guessed: ActivationCodeDocument
  readonly deviceType: string
  readonly keys: ActivationKeys
}

function join(
  services: RedeemServices,
  hsn: string,
  { guessed, deviceType, keys }: Joining,
): Outcome<Activated> {
  return runDecision<State, Activated>(services, {
    load: () => load(services, hsn),
    decide({ terminal, row }, { now }) {
      const still = row !== null && isSameCode(row.document, guessed) && !row.document.used
      if (terminal === null || !still || row.document.expires_at <= now) return err(notValid(hsn))
      const joined: TerminalDocument = {
        ...terminal.document,
        device_type: deviceType,
        credential_hash: hashOf(keys.linkKey),
        link_key: services.vault.sealText(keys.linkKey, linkKeyPurpose(hsn)),
      }
      const { publicKey } = services.vault.terminalKeys()
      const { name } = joined
      return ok({
        writes: [
          update(row, { ...row.document, used: true }, now),
          { op: 'update', kind: 'terminal', row: nextRow(terminal, joined, now) },
        ],
        events: [],
        reply: { name, service_key: publicKey, proof: keys.serviceProof(publicKey, name) },
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

const isOpen = ({ used, guesses, expires_at, sealed_code }: ActivationCodeDocument, now: number): boolean =>
  sealed_code !== undefined && !used && guesses < maximumGuesses && expires_at > now

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
    { param: 'proof' },
  )
