import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../../src-shared/result.ts'
import type { ActivationKeys } from '../../../src-shared/terminal/activation.ts'
import { sameProof } from '../../../src-shared/terminal/proofs.ts'
import type { ServiceKey } from '../../../src-shared/terminal/service-key.ts'
import { runDecision } from '../../commit.ts'
import type { Services } from '../../services.ts'
import { nextRow, updateOf } from '../../store/row-writes.ts'
import type { ActivationCodeDocument, ActivationCodeRow, TerminalDocument, TerminalRow } from '../rows.ts'
import { codePurpose, hashOf } from '../secrets.ts'
import { joinedTerminal } from './join.ts'
import { codesOf, mayJoin, type OpenCode, openCodes } from './registrations.ts'

export interface Redemption {
  readonly hsn: string
  /** The terminal's share of the exchange (src-shared/terminal/activation.ts). */
  readonly share: string
  /** One for each share that the service sent. */
  readonly proofs: readonly string[]
  readonly deviceType: string
}

export interface Activated {
  readonly name: string
  readonly service_key: ServiceKey
  /** The service's proof, by which the terminal verifies that `service_key` is genuine. */
  readonly proof: string
}

export interface Redeemed {
  readonly activated: Activated
  /** The terminal's row if another account held it until now; null if no account or this account did. */
  readonly takenFrom: TerminalRow | null
  /** Whether this repeats the answer to an earlier, identical exchange; nothing was redeemed now. */
  readonly repeated: boolean
}

interface State {
  readonly terminal: TerminalRow | null
  readonly codes: readonly ActivationCodeRow[]
}

export type RedeemServices = Pick<Services, 'store' | 'clock' | 'newId' | 'vault' | 'processor'>
/** How long the answer to an activation can be repeated for the same exchange, in ms. */
const repeatableMs = 600_000

type Outcome<Reply> = Promise<Result<Reply, ServiceError>>

/**
 * First half of an activation: returns the service's share for each open code of the serial number, nearly always one.
 * Shares reveal nothing that codes could be tested against. They are deterministic for the same code and share, so no
 * state is kept, and an unknown serial number gets an answer of the same form.
 */
export async function answerShares(
  services: RedeemServices,
  hsn: string,
  share: string,
): Promise<readonly [string, ...string[]]> {
  const { terminal, codes } = await load(services, hsn)
  const [first, ...others] = openCodes(codes, terminal, services.clock.verified())
  const shareFor = async (code: OpenCode | undefined) =>
    (await exchangeOf(services, hsn, share, code?.document)).share
  return [await shareFor(first), ...(await Promise.all(others.map(shareFor)))]
}

/**
 * Second half of an activation, without an API key: the code is the proof. The guess is recorded before the proof is
 * computed. For an open code, the cost that strangers can cause is limited by `maximumGuesses`; otherwise each attempt
 * costs only a look-up.
 */
export async function redeemActivationCode(
  services: RedeemServices,
  redemption: Redemption,
): Outcome<Redeemed> {
  const repeated = await repeatedAnswer(services, redemption)
  if (repeated !== null) return ok({ activated: repeated, takenFrom: null, repeated: true })
  const redeemed = await redeem(services, redemption)
  if (redeemed.ok) return redeemed
  // A terminal repeats a request that got no answer; the first one may have used up the code in the meantime.
  const meanwhile = await repeatedAnswer(services, redemption)
  return meanwhile === null ? redeemed : ok({ activated: meanwhile, takenFrom: null, repeated: true })
}

async function redeem(services: RedeemServices, redemption: Redemption): Outcome<Redeemed> {
  const { hsn, share, proofs, deviceType } = redemption
  const open = await reserveGuess(services, hsn)
  if (!open.ok) return open
  for (const guessed of open.value) {
    const keys = (await exchangeOf(services, hsn, share, guessed)).finish()
    const proof = proofs.find((each) => keys !== null && sameProof(keys.terminalProof, each))
    if (keys !== null && proof !== undefined) {
      return join(services, hsn, { guessed, deviceType, keys, exchange: exchangeName(share, proof) })
    }
  }
  return countWrongGuess(services, hsn, open.value)
}

const exchangeName = (share: string, proof: string): string => hashOf(`${share} ${proof}`)

/**
 * Returns the answer to an exchange that redeemed its code recently, because the answer may have been lost although the
 * code is used. Null when there is no such exchange, or the terminal has been activated again since.
 */
async function repeatedAnswer(
  services: RedeemServices,
  { hsn, share, proofs }: Redemption,
): Promise<Activated | null> {
  const { terminal, codes } = await load(services, hsn)
  const names = proofs.map((proof) => exchangeName(share, proof))
  const since = services.clock.verified() - repeatableMs
  const row = codes.find(
    ({ document: { redeemed } }) =>
      redeemed !== undefined && redeemed.at > since && names.includes(redeemed.exchange),
  )
  if (row === undefined || terminal === null) return null
  const keys = (await exchangeOf(services, hsn, share, row.document)).finish()
  if (keys === null || terminal.document.credential_hash !== hashOf(keys.linkKey)) return null
  const { publicKey } = await services.vault.refreshTerminalKeys()
  return activatedOf(terminal.document.name, publicKey, keys)
}

const activatedOf = (name: string, service_key: ServiceKey, keys: ActivationKeys): Activated => ({
  name,
  service_key,
  proof: keys.serviceProof(service_key, name),
})

/** Without an open code, does the same work with a dummy code. */
async function exchangeOf(
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
  // Loaded on demand: the elliptic curve code is initialized at the first activation, not at each start of the service.
  const { answerActivation } = await import('../../../src-shared/terminal/activation.ts')
  const facts = `activation of ${hsn} ${salt ?? ''} ${share}`
  return answerActivation(hsn, code, share, vault.fingerprint(`1 ${facts}`) + vault.fingerprint(`2 ${facts}`))
}

/** Counts a guess for each open code. @returns the open codes. */
function reserveGuess(services: RedeemServices, hsn: string): Outcome<readonly ActivationCodeDocument[]> {
  return runDecision<State, readonly ActivationCodeDocument[]>(services, {
    load: async () => ok(await load(services, hsn)),
    decide({ terminal, codes }, { now, verified }) {
      const open = openCodes(codes, terminal, verified)
      if (open.length === 0) return err(notValid(hsn))
      const guessed = open.map((row) => ({ ...row.document, guesses: row.document.guesses + 1 }))
      const writes = open.map((row, index) => update(row, guessed[index] ?? row.document, now))
      return ok({ writes, events: [], reply: guessed })
    },
  })
}

/** Counts a wrong guess, which is shown to the cashier who waits for the terminal to join. */
async function countWrongGuess(
  services: RedeemServices,
  hsn: string,
  guessed: readonly ActivationCodeDocument[],
): Outcome<never> {
  await runDecision<State, null>(services, {
    load: async () => ok(await load(services, hsn)),
    decide({ codes }, { now }) {
      const same = codes.filter(({ document }) => guessed.some((each) => isSameCode(document, each)))
      const writes = same.map((row) =>
        update(row, { ...row.document, wrong_guesses: row.document.wrong_guesses + 1 }, now),
      )
      return ok({ writes, events: [], reply: null })
    },
  })
  return err(notValid(hsn))
}

interface Joining {
  readonly guessed: ActivationCodeDocument
  readonly deviceType: string
  readonly keys: ActivationKeys
  readonly exchange: string
}

async function join(
  services: RedeemServices,
  hsn: string,
  { guessed, deviceType, keys, exchange }: Joining,
): Outcome<Redeemed> {
  const { publicKey } = await services.vault.refreshTerminalKeys()
  return runDecision<State, Redeemed>(services, {
    load: async () => ok(await load(services, hsn)),
    decide({ terminal, codes }, { now, verified }) {
      const row = codes.find(({ document }) => isSameCode(document, guessed))
      if (row === undefined || !isGood(row, verified) || !mayJoin(row.document, terminal)) {
        return err(notValid(hsn))
      }
      const { document: account } = row
      const joined = joinedTerminal(services, hsn, terminal, { account, deviceType, keys }, now)
      const activated = activatedOf(joined.document.name, publicKey, keys)
      const used = { ...row.document, used: true, redeemed: { exchange, at: verified } }
      return ok({
        writes: [update(row, used, now), ...joined.writes],
        events: joined.events,
        reply: { activated, takenFrom: joined.takenFrom, repeated: false },
      })
    },
  })
}

/** Whether the code may be redeemed. Guesses are not checked again: this one may have been the last. */
const isGood = (row: ActivationCodeRow, verified: number): row is OpenCode =>
  !row.document.used && row.document.expires_at > verified && row.document.account_id !== undefined

async function load(services: Pick<Services, 'store'>, hsn: string): Promise<State> {
  const [terminal, codes] = await Promise.all([
    services.store.find<TerminalDocument>('terminal', hsn),
    codesOf(services, hsn),
  ])
  return { terminal, codes }
}

/** A new code may have replaced the guessed one in between. */
const isSameCode = (document: ActivationCodeDocument, guessed: ActivationCodeDocument): boolean =>
  document.salt === guessed.salt

const update = (row: ActivationCodeRow, document: ActivationCodeDocument, now: number) =>
  updateOf('activation_code', nextRow(row, document, now))

/** One answer for all cases, so that a stranger does not learn whether the terminal exists or has a code. */
const notValid = (hsn: string): ServiceError =>
  serviceError(
    'activation_code_invalid',
    `This activation code is not valid for terminal ${hsn}. Check the digits and the serial number. A code is valid once, for 15 minutes; get a new one from the POS.`,
    { param: 'proof' },
  )
