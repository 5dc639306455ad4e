/**
 * All times of terminals in one place, ms. The first group runs on the service's clock, which a sandbox may
 * advance; the second is about connections and runs on real time.
 */
export interface TerminalTimings {
  /** Section 8: a session key is valid for 10 minutes from its issue. */
  readonly sessionMs: number
  /** Sections 7 and 8: a terminal transaction ends after 2 minutes 30 seconds; a customer may use all of it. */
  readonly transactionMs: number
  readonly activationCodeMs: number
  /** What needs no person (clock, display, outcome) is answered within this. */
  readonly answerMs: number

  /** A node renews its lease of a terminal this often while it runs an operation there (operations-of-nodes.ts). */
  readonly beatMs: number
  /** After so long without a beat another node that has the terminal's link may take the terminal over. */
  readonly leaseMs: number
  /** After so long without a beat nothing can be running any more, wherever the link is. */
  readonly abandonedMs: number
  /** How often a node looks which terminals are linked with other nodes now (nodes/links-of-nodes.ts). */
  readonly lookMs: number

  /** How long a ping may take to come back: as long as any answer that needs no person. */
  readonly pingMs: number
  /** How long a terminal may take to confirm that it stopped. */
  readonly stopMs: number
  /** How long a stop of the service waits for sales that are with the processor. */
  readonly farewellMs: number
  /** A refused activation is answered at a multiple of this: how long it took is not revealed. */
  readonly refusalMs: number
  /** A new connection must send hello within this. */
  readonly helloMs: number
  /** A ping is sent after so long without any sign of life, and again after as long; a third such silence ends the link. */
  readonly heartbeatMs: number
}

export const terminalTimings: TerminalTimings = {
  sessionMs: 600_000,
  transactionMs: 150_000,
  activationCodeMs: 900_000,
  answerMs: 5_000,
  beatMs: 4_000,
  leaseMs: 15_000,
  abandonedMs: 180_000,
  lookMs: 1_000,

  pingMs: 5_000,
  stopMs: 2_000,
  farewellMs: 8_000,
  refusalMs: 500,
  helloMs: 10_000,
  heartbeatMs: 15_000,
}

/**
 * Tries against one activation code, from all addresses together, before it is void: one in 100,000 would guess it. Each
 * address has far fewer (guess-limit.ts).
 */
export const maximumGuesses = 1_000
