import { type ApplicationStatus, isApproval } from '../../../src-shared/boarding/application-moves.ts'
import type { NoticeKind } from '../../components/notice.tsx'
import type { PortalWords } from '../context.ts'
import { Chip } from '../parts/chip.tsx'

const bad: readonly ApplicationStatus[] = [
  'DECLINED',
  'REJECT_BY_SALES',
  'REEVALUATION_DECLINED',
  'UNDERWRITING_ERROR',
]
const plain: readonly ApplicationStatus[] = ['DRAFT', 'CANCELLED']

const kindOf = (status: ApplicationStatus): NoticeKind =>
  isApproval(status) ? 'good' : bad.includes(status) ? 'bad' : plain.includes(status) ? 'plain' : 'wait'

export const ApplicationChip = ({
  words,
  status,
}: {
  readonly words: PortalWords
  readonly status: ApplicationStatus
}) => <Chip kind={kindOf(status)} text={words(`applicationStatus.${status}`)} />
