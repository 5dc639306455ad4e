import { z } from 'zod'
import { claimCodePattern } from '../../terminal/claim-code.ts'
import { hex32Schema, terminalSharePattern } from '../../terminal/proofs.ts'
import { serviceKeySchema } from '../../terminal/service-key.ts'
import { optionalField, timestampSchema } from './common.ts'
import { withHsn } from './terminal.ts'

/** The twelve digits printed on a terminal or shown on its screen, without spaces. */
export const claimCodeSchema = z
  .string()
  .regex(claimCodePattern, { error: 'the twelve digits of a claim code' })
export const activationCodeBodySchema = z.strictObject({
  ...withHsn,
  /** Ours. */
  claim_code: optionalField(
    claimCodeSchema,
    'The twelve digits printed on the terminal or shown on its screen. Proves that you have the terminal in front of you, and takes it over from its current owner.',
  ),
})

export const transferBodySchema = z.strictObject({ ...withHsn, account_id: z.string().min(1).max(64) })

export const activationCodeReplySchema = z.object({
  activation_code: z.string().regex(/^\d{8}$/, { error: 'the eight digits of an activation code' }),
  expires_at: timestampSchema.optional(),
})

/** Sent by terminals of version 1 of the link. The refusal names it. */
const notTheCode = z.never().optional().meta({
  description:
    'No longer sent: version 2 of the link proves the code. A terminal that sends it needs newer software.',
})

/** At most eight accounts, less the first. */
const furtherShares = 7
const activationShareSchema = z.string().regex(terminalSharePattern)

/** The two requests by which a terminal joins its merchant (docs/terminals.md). The code replaces the API key. */
export const beginActivationBodySchema = z.strictObject({
  ...withHsn,
  share: activationShareSchema,
  activation_code: notTheCode,
})
export const beginActivationReplySchema = z.object({
  service_share: hex32Schema,
  /** If several accounts have an open code for this serial number: one share for each of the others. */
  further_shares: z.array(hex32Schema).max(furtherShares).optional(),
})

export const activateBodySchema = z.strictObject({
  ...withHsn,
  share: activationShareSchema,
  proof: hex32Schema,
  further_proofs: optionalField(
    z.array(hex32Schema).max(furtherShares),
    'One proof for each of further_shares.',
  ),
  device_type: z.string().min(1).max(100),
  activation_code: notTheCode,
})
export const activateReplySchema = z.object({
  name: z.string(),
  /** The service's own key, which the terminal pins. */
  service_key: serviceKeySchema,
  proof: hex32Schema,
})
