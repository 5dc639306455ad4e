/**
 * All times of terminals, in ms. The first group runs on the service's clock, which a sandbox may advance; the others
 * are about connections and nodes, and run on real time.
 */
export interface TerminalTimings {
  /** Section 8: a session key is valid for 10 minutes from its issue. */
  readonly sessionMs: number
  /** Sections 7 and 8: a terminal transaction ends after 2 minutes 30 seconds; a customer may use all of it. */
  readonly transactionMs: number
  readonly activationCodeMs: number
  /** Maximum time for an answer that needs no person (clock, display, outcome). */
  readonly answerMs: number

  /** A node renews its lease of a terminal this often while it runs an operation there (operations-of-nodes.ts). */
  readonly beatMs: number
  /** After this long without a beat, another node that has the terminal's link may take the terminal over. */
  readonly leaseMs: number
  /** After this long without a beat no operation can still be running, wherever the link is. */
  readonly abandonedMs: number
  /** How often a node checks which terminals are now linked to other nodes (nodes/links-of-nodes.ts). */
  readonly lookMs: number

  /** Maximum time for the answer to a ping: the same as for any answer that needs no person. */
  readonly pingMs: number
  /** Maximum time for a terminal to confirm that it stopped. */
  readonly stopMs: number
  /** How long the service waits at shutdown for sales that are with the processor. */
  readonly farewellMs: number
  /** A refused activation is answered at a multiple of this, so that the time it took is not revealed. */
  readonly refusalMs: number
  /** A new connection must send hello within this. */
  readonly helloMs: number
  /**
   * A ping is sent after this long without a message, and again after as long; a third such silence closes the link.
   */
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
 * Maximum guesses per activation code, from all addresses together, before it is void: a chance of 1 in 100,000. Each
 * address has far fewer (guess-limit.ts).
 */
export const maximumGuesses = 1_000
