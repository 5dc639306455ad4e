import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreateApiKeyBody } from '../../src-shared/api/schemas/api-key.ts'
import { partnerIdPattern } from '../../src-shared/api/schemas/common.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { boundBeyond, seesBusiness } from '../accounts/business-reach.ts'
import type { AccountDirectory } from '../accounts/directory.ts'
import { boundOfLevel, type KeyReach, reaches } from '../accounts/reach.ts'
import { type AccessLevel, accessLevels, type KeyBounds } from '../caller.ts'
import { isAtOrBelow } from './manageable.ts'

/** From the widest to the narrowest, like the levels with the same names. */
const boundNames = ['partner_id', 'business_id', 'account_id'] as const
const boundWords = { partner_id: 'partner', business_id: 'business', account_id: 'account' } as const

const invalid = (param: string, message: string) => refuse('parameter_invalid', message, { param })

/** Refuses bounds below the level: for example, a key of the level partner cannot be narrowed to a business. */
function refuseBounds({ level, ...body }: CreateApiKeyBody): Result<null, ServiceError> {
  const allowed: { readonly [Level in AccessLevel]: readonly string[] } = {
    tenant_admin: [],
    partner: ['partner_id'],
    business: ['partner_id', 'business_id'],
    account: boundNames,
    read_only: boundNames,
    public: boundNames,
  }
  const given = boundNames.find((name) => body[name] !== undefined && !allowed[level].includes(name))
  if (given === undefined) return ok(null)
  const sent = given === 'business_id' ? 'business_id and x-business-id' : given
  return invalid(
    given,
    `A key of the level ${level} cannot be restricted to one ${boundWords[given]}. Leave ${sent} out, or choose a lower level.`,
  )
}

/**
 * Returns the bounds of the new key: those that the body names, within the bounds of the calling key. Refuses a level
 * above the caller's, bounds that do not fit the level, and bounds outside the caller's reach (404).
 */
export async function boundsOfNewKey(
  accounts: Pick<AccountDirectory, 'account' | 'business' | 'accountsOfBusiness'>,
  own: KeyReach,
  body: CreateApiKeyBody,
): Promise<Result<KeyBounds, ServiceError>> {
  if (!isAtOrBelow(body.level, own.level)) {
    const may = accessLevels.filter((level) => isAtOrBelow(level, own.level)).join(', ')
    const message = `A key of the level ${own.level} can only create keys of the levels ${may}. Send one of them.`
    return refuse('permission_denied', message, { param: 'level' })
  }
  const refusal = refuseBounds(body)
  if (!refusal.ok) return refusal
  const foreign = boundNames.find(
    (name) => body[name] !== undefined && own[name] !== null && body[name] !== own[name],
  )
  if (foreign !== undefined) return err(beyond(foreign, body[foreign]))
  if (body.partner_id !== undefined && !partnerIdPattern.test(body.partner_id)) {
    return invalid(
      'partner_id',
      'partner_id must be the id of a partner, such as ptn_01h455vb4pex5vsknk084sn02q.',
    )
  }
  const bounds: KeyBounds = {
    partner_id: body.partner_id ?? own.partner_id,
    business_id: body.business_id ?? own.business_id,
    account_id: body.account_id ?? own.account_id,
  }
  const needed = boundOfLevel[body.level]
  if (needed !== null && bounds[needed] === null) {
    const message = `${needed} is required: a key of the level ${body.level} is restricted to one ${boundWords[needed]}.`
    return refuse('parameter_missing', message, { param: needed })
  }
  const outside = await boundBeyond(accounts, own, bounds)
  if (outside !== null && outside !== 'tenant_id') return err(beyond(outside, bounds[outside]))
  const key = { ...bounds, level: body.level, tenant_id: own.tenant_id }
  return (await contradicts(accounts, key, body)) ?? ok(bounds)
}

const beyond = (param: keyof KeyBounds, value: string | null | undefined): ServiceError =>
  serviceError('resource_missing', `There is no ${boundWords[param]} ${value} that this key can access.`, {
    param,
  })

/** Refuses an account or a partner that has no part in the named business: such a key would reach nothing. */
async function contradicts(
  accounts: Parameters<typeof seesBusiness>[0],
  key: KeyReach,
  sent: Pick<CreateApiKeyBody, 'partner_id'>,
): Promise<Result<never, ServiceError> | null> {
  const { account_id, business_id, partner_id } = key
  if (account_id === null) {
    if (business_id === null || partner_id === null) return null
    const partner = { ...key, level: 'partner', business_id: null } as const
    if (await seesBusiness(accounts, partner, business_id)) return null
    const message = `The partner ${partner_id} has no access to the business ${business_id}. Send only one of them, or another partner.`
    return refuse('resource_missing', message, {
      param: sent.partner_id === undefined ? 'business_id' : 'partner_id',
    })
  }
  const account = await accounts.account(account_id)
  return account !== null && reaches(key, account) ? null : err(beyond('account_id', account_id))
}
