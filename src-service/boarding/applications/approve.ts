import { refuse, type ServiceError } from '../../../src-shared/api/errors.ts'
import type { Company } from '../../../src-shared/api/schemas/company.ts'
import { defaultCurrency } from '../../../src-shared/currency.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import type { AccountDocument, AccountRow, BusinessRow } from '../../accounts/documents.ts'
import { firstRow, inserted, insertOf, noAccount } from '../../store/row-writes.ts'
import type { NewEvent, Row } from '../../store/store.ts'
import { isoTime } from '../../time/clock.ts'
import type { Decided, DecisionContext } from '../../use-case.ts'
import { accountOf, merchantDetails } from '../account-view.ts'
import type { Confidential } from '../confidential.ts'
import type { LocationDocument } from '../load.ts'
import type { Sealing } from './decide-change.ts'
import { type ApplicationDocument, applicationOf } from './documents.ts'

/** The person who may sign in for the new account. */
export interface FirstUser {
  readonly tenant_id: string
  readonly partner_id: string | null
  readonly business_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The named owner: the one who signs, else the first. */
const signerOf = ({ owners }: Pick<ApplicationDocument, 'owners'>) =>
  owners.find(({ signer }) => signer === true) ?? owners[0]

/** Makes the user's row in the commit that creates the account. */
export type MakeFirstUser = (
  user: FirstUser,
  context: DecisionContext,
) => Pick<Decided<unknown>, 'writes' | 'events'>

export interface ApprovalState extends Sealing {
  readonly application: Row<ApplicationDocument>
  readonly details: Confidential
  readonly business: BusinessRow
  readonly makeFirstUser: MakeFirstUser
}

type Change = Pick<Decided<unknown>, 'writes' | 'events'> & { readonly change: Partial<ApplicationDocument> }

/**
 * Section 3.4: creates the boarded account with its location, plan and category, and enables payouts. The named owner
 * becomes its first user. Section 6: each of the three steps has an event that includes the application.
 */
export function approved(
  { application, details, business, seal, makeFirstUser }: ApprovalState,
  moved: Partial<ApplicationDocument>,
  context: DecisionContext,
): Result<Change, ServiceError> {
  const { document } = application
  const { tenant_id, partner_id, business_id, company: applied, processing_plan_id } = document
  const owner = signerOf(document)
  if (applied === null || owner === undefined) {
    const message = `Application ${document.id} cannot be approved, because it has no company or no owner.`
    return refuse('state_conflict', message)
  }
  const { now, newId } = context
  const [account_id, location_id] = [newId('account'), newId('location')]
  const { stock_symbol: _, ...known } = applied
  const name = document.name?.trim()
  // The form asks for the name that customers know. Receipts print that name and not the legal one.
  const company: Company = { ...known, ...(known.dba_name || !name ? {} : { dba_name: name }) }
  const accountName = name || company.dba_name || company.legal_name || business.document.name
  const location: LocationDocument = {
    ...{ id: location_id, entity: 'location', business_id, partner_id, name: accountName },
    created_at: isoTime(now),
    updated_at: isoTime(now),
  }
  const account = firstRow(
    noAccount,
    account_id,
    accountDocument({ ...document, name: accountName }, company, {
      ...{ merchant_id: newId('merchant'), location_id },
      sealed: seal(account_id, ofAccount(details)),
    }),
    now,
  )
  const change = { account_id }
  const shown = { ...document, ...moved, ...change, updated_at: isoTime(now) }
  const user = makeFirstUser(
    {
      ...{ tenant_id, partner_id, business_id },
      first_name: owner.first_name ?? '',
      last_name: owner.last_name ?? '',
      email: owner.email ?? '',
    },
    context,
  )
  return ok({
    writes: [inserted('location', tenant_id, location, now), insertOf('account', account), ...user.writes],
    events: [
      ...(['created', 'gateway_updated', 'payouts_enabled'] as const).map((what) =>
        accountEvent(what, account, shown),
      ),
      ...user.events,
    ],
    change,
  })

  function accountDocument(
    from: ApplicationDocument & { readonly name: string },
    known: Company,
    made: Pick<AccountDocument, 'merchant_id' | 'location_id' | 'sealed'>,
  ): AccountDocument {
    const address = from.address ?? undefined
    const unknown = { dba: from.name, address1: '', address2: '', phone: '', timezone: 'UTC' }
    return {
      ...{ tenant_id, partner_id, business_id, name: from.name, status: 'boarded', ...made },
      merchant: merchantDetails(unknown, known, address),
      processing_plan_id,
      payouts_enabled: true,
      // An account with a Canadian address is in Canadian dollars (docs/decisions/0071).
      currency: address?.country?.toUpperCase() === 'CA' ? 'CAD' : defaultCurrency,
      application_id: from.id,
      recruited_by: from.sales_agent_id,
      company: known,
      address: address ?? null,
    }
  }
}

/** Returns the details that the account itself needs. */
const ofAccount = (details: Confidential): Confidential =>
  Object.fromEntries(Object.entries(details).filter(([path]) => path === 'company.ein'))

/** Section 6: makes an event of an account, which includes the application. */
export const accountEvent = (
  what: 'created' | 'gateway_updated' | 'payouts_enabled',
  account: AccountRow,
  application: ApplicationDocument | null,
): NewEvent => ({
  account_id: account.id,
  type: `v2.account.${what}`,
  object: { ...accountOf(account), application: application === null ? null : applicationOf(application) },
})
