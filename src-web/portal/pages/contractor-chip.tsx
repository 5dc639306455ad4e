import type { Contractor } from '../../../src-shared/api/schemas/contractor.ts'
import type { NoticeKind } from '../../components/notice.tsx'
import type { PortalWords } from '../context.ts'
import { Chip } from '../parts/chip.tsx'

const kinds: { readonly [Status in Contractor['contractor_status']]: NoticeKind } = {
  UNDER_REVIEW: 'wait',
  APPROVED: 'good',
  REJECTED: 'bad',
  INACTIVE: 'plain',
}

export const ContractorChip = ({
  words,
  status,
}: {
  readonly words: PortalWords
  readonly status: Contractor['contractor_status']
}) => <Chip kind={kinds[status]} text={words(`contractorStatus.${status}`)} />

export const contractorName = ({ name, email, id }: Pick<Contractor, 'name' | 'email' | 'id'>): string =>
  name ?? email ?? id
