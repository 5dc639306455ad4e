import { ok } from '../../../src-shared/result.ts'
import { linkCloseCodes } from '../../../src-shared/terminal/messages.ts'
import { isoTime } from '../../clock.ts'
import type { Handler } from '../../http/handler.ts'
import { issueActivationCode } from '../activation/issue.ts'
import { redeemActivationCode } from '../activation/redeem.ts'
import type { TerminalContext } from '../terminal-context.ts'

export const activationCode =
  (context: TerminalContext): Handler<'terminals.activation_code'> =>
  async ({ caller, body: { hsn } }) => {
    const issued = await issueActivationCode(context, caller, hsn)
    if (!issued.ok) return issued
    const { code, expiresAt } = issued.value
    return ok({ activation_code: code, expires_at: isoTime(expiresAt) })
  }

/** A terminal that is activated anew gets a new credential; a link with the old one ends. */
export const activate =
  (context: TerminalContext): Handler<'terminals.activate'> =>
  async ({ body: { hsn, activation_code: code, device_type: deviceType } }) => {
    const activated = await redeemActivationCode(context, { hsn, code, deviceType })
    if (!activated.ok) return activated
    context.links.drop(hsn, linkCloseCodes.credentialRefused, 'this terminal was activated anew')
    return ok(activated.value)
  }
