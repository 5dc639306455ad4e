/** Section 3.4. */
export const applicationStatuses = [
  'DRAFT',
  'NEED_INFORMATION',
  'UNDER_REVIEW',
  'UNDERWRITING',
  'APPROVED',
  'DECLINED',
  'CANCELLED',
  'UNDERWRITING_ERROR',
  'CREDIT_PENDED',
  'REJECT_BY_SALES',
  'CONDITIONALLY_APPROVED',
  'DECLINE_REEVALUATION_INITIATED',
  'REEVALUATION_PENDING',
  'REEVALUATION_DECLINED',
  'REEVALUATION_APPROVED',
] as const
export type ApplicationStatus = (typeof applicationStatuses)[number]

/**
 * All status changes (section 3.4 shows the first; docs/decisions/0050). Until the decision an application may be
 * cancelled.
 *
 *   DRAFT → UNDER_REVIEW → UNDERWRITING ⇄ NEED_INFORMATION
 *                │              ├→ APPROVED
 *   REJECT_BY_SALES             ├→ CONDITIONALLY_APPROVED → APPROVED, DECLINED
 *                               ├→ CREDIT_PENDED → UNDERWRITING, DECLINED
 *                               ├→ UNDERWRITING_ERROR
 *                               └→ DECLINED → DECLINE_REEVALUATION_INITIATED → REEVALUATION_PENDING
 *                                                     → REEVALUATION_APPROVED, REEVALUATION_DECLINED
 */
export const applicationMoves: { readonly [From in ApplicationStatus]: readonly ApplicationStatus[] } = {
  DRAFT: ['UNDER_REVIEW', 'CANCELLED'],
  UNDER_REVIEW: ['UNDERWRITING', 'REJECT_BY_SALES', 'CANCELLED'],
  UNDERWRITING: [
    'NEED_INFORMATION',
    'APPROVED',
    'DECLINED',
    'CREDIT_PENDED',
    'CONDITIONALLY_APPROVED',
    'UNDERWRITING_ERROR',
    'CANCELLED',
  ],
  NEED_INFORMATION: ['UNDERWRITING', 'CANCELLED'],
  CREDIT_PENDED: ['UNDERWRITING', 'DECLINED', 'CANCELLED'],
  UNDERWRITING_ERROR: ['CANCELLED'],
  CONDITIONALLY_APPROVED: ['APPROVED', 'DECLINED'],
  DECLINED: ['DECLINE_REEVALUATION_INITIATED'],
  DECLINE_REEVALUATION_INITIATED: ['REEVALUATION_PENDING'],
  REEVALUATION_PENDING: ['REEVALUATION_APPROVED', 'REEVALUATION_DECLINED'],
  APPROVED: [],
  CANCELLED: [],
  REJECT_BY_SALES: [],
  REEVALUATION_APPROVED: [],
  REEVALUATION_DECLINED: [],
}

/** The applicant may change an application in these: a draft, or when the underwriter asks for more. */
export const changeableStatuses: readonly ApplicationStatus[] = ['DRAFT', 'NEED_INFORMATION']

/** Whether the application is approved, so that the account is made. */
export const isApproval = (status: ApplicationStatus): boolean =>
  status === 'APPROVED' || status === 'REEVALUATION_APPROVED'
