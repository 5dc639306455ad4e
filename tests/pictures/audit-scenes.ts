import type { AuditPage, AuditRecord, AuditVerification } from '../../src-shared/pos/audit/audit.ts'
import { rightsOf } from '../../src-shared/pos/staff/rights.ts'
import { page as pageOf } from './manager-data.ts'
import { managerIn, type Scene } from './staff-scenes.ts'

const ana = { id: 'person_1', name: 'Ana Ruiz' }
const max = { id: 'person_2', name: 'Maximiliane-Alexandra von Hohenlohe-Langenburg' }
const at = '2026-11-21T13:42:10.000Z'
const done = { at, counter: 'Front counter', role: null, outcome: 'done' } as const

const entries: readonly AuditRecord[] = [
  {
    ...{ ...done, n: 412, person: ana, approved_by: max, command: 'returns.begin' },
    about: { bill: 'K7-1042', amount: 18_40, reason: 'Wrong size' },
  },
  {
    ...{ ...done, n: 411, person: max, command: 'settings.cash', about: {} },
    changes: { cash: { before: false, after: true }, cash_step: { before: 1, after: 5 } },
  },
  {
    ...{ ...done, n: 410, person: ana, command: 'staff.sign_in', about: { person_id: 'person_1' } },
    ...{ outcome: 'pin_wrong', repeated: 3 },
  },
  {
    ...{ ...done, n: 409, command: 'audit.tampered', outcome: 'found' },
    about: { trouble: 'rolled_back expected 408 found 380', expected: 408, found: 380 },
  },
  { ...done, n: 380, role: 'manager', command: 'payments.of_another_version', about: { of: 'another' } },
]
const whole: AuditVerification = {
  ...{ entries: 412, unchained: 0, files: 1, anchor: 'compared', anchors: 21, anchored_at: at },
  ...{ faults: [], recorded: [] },
}
const wrong: AuditVerification = {
  ...whole,
  faults: [
    { kind: 'changed', entry: 7, file: 'audit.000001.jsonl', line: 13 },
    { kind: 'rolled_back', expected: 412, found: 0, at },
  ],
  recorded: [{ entry: 409, at, fault: 'rolled_back expected 408 found 380' }],
}

const audit = (
  page: AuditPage,
  verification: AuditVerification | null = null,
  steps?: Scene['steps'],
): Scene => {
  const snapshot = managerIn()
  return {
    snapshot: { ...snapshot, staff: { ...snapshot.staff, rights: [...rightsOf('manager')] } },
    place: 'Payments',
    answers: {
      replies: { 'payments.search': pageOf(), 'audit.list': page, 'audit.verify': verification },
    },
    async steps(shown) {
      await shown.locator('main button:has(.tabler-icon-list-search)').click()
      await shown.locator('main[data-place=audit] search').waitFor()
      if (verification !== null) {
        await shown.locator('main button:has(.tabler-icon-shield-check)').click()
        await shown.locator('main h2').first().waitFor()
      }
      await steps?.(shown)
    },
  }
}

/** Every state of the audit log's page, by the name of its picture. */
export const auditScenes = {
  audit: audit({ entries, next: 380, missing: [] }, whole),
  'audit-wrong': audit({ entries, next: null, missing: ['audit.000002.jsonl'] }, wrong),
  'audit-empty': audit({ entries: [], next: null, missing: [] }),
} as const satisfies Readonly<Record<string, Scene>>
