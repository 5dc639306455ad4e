import type { ServiceError } from '../../../src-shared/api/errors.ts'
import { ok, type Result } from '../../../src-shared/result.ts'
import type { BusinessRow } from '../../accounts/documents.ts'
import type { Caller } from '../../caller.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../store/store.ts'
import { type Confidential, openDetails, sealDetails, sealFile } from '../confidential.ts'
import type { MakeFirstUser } from './approve.ts'
import type { UploadState } from './decide-upload.ts'
import type { ApplicationDocument } from './documents.ts'
import { loadApplication } from './load.ts'

/** Loads an application with everything that a status change may need. */
export interface ApplicationLoader {
  /** The application, if the caller reaches it. */
  reached(caller: Caller, id: string): Promise<Result<UploadState, ServiceError>>
  /** The applicant's own application. Admission has already checked the secret of the link. */
  own(caller: Caller, id: string): Promise<Result<UploadState, ServiceError>>
  /** Seals the details of a new application. */
  readonly seal: (id: string, details: Confidential) => ReturnType<typeof sealDetails>
}

/** @param firstUserOf returns the function that makes the first user of a business */
export function createApplicationLoader(
  services: Pick<Services, 'store' | 'accounts' | 'vault'>,
  firstUserOf: (business: BusinessRow) => Promise<MakeFirstUser>,
): ApplicationLoader {
  const { store, accounts, vault } = services
  const seal: ApplicationLoader['seal'] = (id, details) => sealDetails(vault, id, details)

  async function stateOf(application: Row<ApplicationDocument>): Promise<Result<UploadState, ServiceError>> {
    const { id, business_id, sealed } = application.document
    const business = await accounts.business(business_id)
    if (business === null) throw new Error(`business ${business_id} of application ${id} is missing`)
    return ok({
      application,
      details: openDetails(vault, id, sealed),
      business,
      seal,
      makeFirstUser: await firstUserOf(business),
      sealFile: (file, content) => sealFile(vault, file, content),
    })
  }

  return {
    async reached(caller, id) {
      const application = await loadApplication(services, caller, id)
      return application.ok ? stateOf(application.value) : application
    },
    async own({ tenantId }, id) {
      const row = await store.get<ApplicationDocument>('application', tenantId, id)
      if (row === null) throw new Error(`application ${id} was admitted and is gone`)
      return stateOf(row)
    },
    seal,
  }
}
