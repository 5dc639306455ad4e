import type { ApiKey } from '../../src-shared/api/schemas/api-key.ts'
import type { ApiKeyDocument } from '../accounts/documents.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import { makerView } from './made-by.ts'

/** Returns the key as it is shown, without its hash. */
export const apiKeyOf = ({ id, created_at, document }: Row<ApiKeyDocument>): ApiKey => ({
  id,
  entity: 'api_key',
  level: document.level,
  name: document.name,
  hint: document.hint,
  partner_id: document.partner_id,
  business_id: document.business_id,
  account_id: document.account_id,
  ...makerView(document),
  created_at: isoTime(created_at),
  revoked_at: document.revoked_at === null ? null : isoTime(document.revoked_at),
})
